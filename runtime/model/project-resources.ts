import type {
  CompleteDescriptor,
  FieldDescriptor,
  ResourceDescriptor,
  TableSource,
} from '../kernel/contract/resource.js';
import { type NamedType, type SchemaState, storedForm } from '../kernel/contract/schema-state.js';
import type { TableDefinition } from '../kernel/contract/table.js';
import type { UserExtension } from '../kernel/contract/manifest.js';
import { completeDescriptor } from '../kernel/contract/complete-descriptor.js';
import { accountTables } from './account-tables.js';
import { featureTables, type FeatureTables } from './feature-tables.js';
import { coreResources } from './index.js';
import { tableDefinitions } from './table-definitions.js';
import { derivedTables } from './derived-tables.js';
import { orphanTables } from './orphan-tables.js';
import { invalidationTable } from '../kernel/invalidation/table.js';
import { outboxTables } from '../kernel/outbox/tables.js';
import { uniqueLockTable } from '../kernel/records/unique-lock-table.js';
import { uploadTables } from './upload-tables.js';
import { userResource } from './user.js';

/** Every resource of a project: the built-in ones, its users with their own fields, and the generated types. */
export function projectResources(
  generated: readonly ResourceDescriptor[],
  user?: UserExtension,
): readonly ResourceDescriptor[] {
  return [...coreResources, userResource(user), ...generated];
}

/**
 * Every table of a project; migrations are planned from it and models are made from it.
 * @throws ConfigError when a table of a feature cannot stand beside the others.
 */
export function projectTables(
  generated: readonly TableSource[],
  userFields: readonly FieldDescriptor[] = [],
  features: readonly FeatureTables[] = [],
): readonly TableDefinition[] {
  const own = tableDefinitions(
    [...coreResources, ...generated],
    [
      ...accountTables(userFields),
      ...uploadTables,
      ...derivedTables,
      ...outboxTables,
      ...orphanTables,
      invalidationTable,
      uniqueLockTable,
    ],
  );
  return [...own, ...featureTables(features, own)].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Every type that has rows, with the names under which they are stored. */
export function storedTypes(
  generated: readonly Pick<CompleteDescriptor, keyof NamedType>[],
): readonly NamedType[] {
  return generated.flatMap((type) => {
    const { kind, renamedFrom } = type;
    return kind === 'core' ? [] : [{ ...storedForm({ ...type, kind }), renamedFrom }];
  });
}

/** The state that a project asks of its database. */
export function projectState(
  generated: readonly TableSource[],
  userFields: readonly FieldDescriptor[] = [],
  features: readonly FeatureTables[] = [],
): SchemaState {
  const types = generated.map(completeDescriptor);
  return { tables: projectTables(types, userFields, features), types: storedTypes(types) };
}
