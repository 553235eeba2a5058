import type { TableDefinition } from '../runtime/kernel/contract/table.js';
import type { FeatureTables } from '../runtime/project/feature-tables.js';
import { projectTables as tablesOf, storedTypes as typesOf } from '../runtime/project/project-types.js';
import type { NamedType } from '../runtime/kernel/contract/schema-state.js';
import type { ApiModel } from './model/types.js';

/**
 * Every table of a project's database; the runtime makes its models from the same ones.
 * @throws ConfigError when a table of a feature cannot stand beside the others.
 */
export function projectTables(
  { resources, user }: ApiModel,
  features: readonly FeatureTables[] = [],
): readonly TableDefinition[] {
  const sources = resources.map(({ descriptor, fields }) => ({
    ...descriptor,
    fields: fields.map((field) => field.descriptor),
  }));
  return tablesOf(sources, user?.fields.map(({ descriptor }) => descriptor) ?? [], features);
}

/** Every type that has rows, with the names under which they are stored. */
export function storedTypes({ resources }: ApiModel): readonly NamedType[] {
  return typesOf(resources.map(({ descriptor }) => descriptor));
}
