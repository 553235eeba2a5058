import type {
  CompleteDescriptor,
  FieldDescriptor,
  ResourceDescriptor,
  TableSource,
} from '../kernel/contract/schema/resource.js';
import { byName } from '../kernel/contract/database/canonical-tables.js';
import { type NamedType, type SchemaState, storedForm } from '../kernel/contract/database/schema-state.js';
import type { TableDefinition } from '../kernel/contract/database/table.js';
import type { UserExtension } from '../kernel/contract/schema/manifest.js';
import { completeDescriptor } from '../kernel/contract/schema/complete-descriptor.js';
import { FEATURES } from '../features.js';
import { type DeclaredFeature, resourcesOf } from '../kernel/contract/features/declared-feature.js';
import { derivedStateTable } from '../kernel/derived/table.js';
import { scheduledJobTable } from '../kernel/jobs/tables.js';
import { outboxTables } from '../kernel/outbox/tables.js';
import { throttleTable } from '../kernel/throttle/table.js';
import { uniqueLockTable } from '../kernel/records/unique-lock-table.js';
import { tableDefinitions } from '../model/table-definitions.js';
import { featureTables, type FeatureTables } from './feature-tables.js';

/** Tables of the kernel. */
const KERNEL_TABLES = [derivedStateTable, ...outboxTables, scheduledJobTable, throttleTable, uniqueLockTable];

/** Returns the types of the built-in features, with the project's additional user fields. */
export function builtInResources(user?: UserExtension): readonly ResourceDescriptor[] {
  return FEATURES.flatMap((feature) => resourcesOf(feature, user));
}

/** Returns all resources of a project: those of built-in and project features, and the generated types. */
export function projectResources(
  generated: readonly ResourceDescriptor[],
  user?: UserExtension,
  features: readonly Pick<DeclaredFeature, 'resources'>[] = [],
): readonly ResourceDescriptor[] {
  return [
    ...builtInResources(user),
    ...features.flatMap((feature) => resourcesOf(feature, user)),
    ...generated,
  ];
}

/**
 * Returns all tables of a project, from which migrations are planned and models created.
 * @throws ConfigError if a table of a feature conflicts with another one
 */
export function projectTables(
  generated: readonly TableSource[],
  userFields: readonly FieldDescriptor[] = [],
  features: readonly FeatureTables[] = [],
): readonly TableDefinition[] {
  const brought = FEATURES.flatMap(({ tables = [] }) =>
    typeof tables === 'function' ? tables(userFields) : tables,
  );
  // A type whose feature defines its table has columns without fields.
  const names = new Set(brought.map(({ name }) => name));
  const described = builtInResources().filter(({ table }) => !names.has(table));
  const ofFeatures = features.flatMap((feature) => resourcesOf(feature));
  const own = tableDefinitions([...described, ...ofFeatures, ...generated], [...brought, ...KERNEL_TABLES]);
  return [...own, ...featureTables(features, own)].sort(byName);
}

/** Returns every type with rows, with its stored names. */
export function storedTypes(
  generated: readonly Pick<CompleteDescriptor, keyof NamedType>[],
): readonly NamedType[] {
  return generated.flatMap((type) => {
    const { kind, renamedFrom } = type;
    return kind === 'core' ? [] : [{ ...storedForm({ ...type, kind }), renamedFrom }];
  });
}

/** Returns the database state that a project requires. */
export function projectState(
  generated: readonly TableSource[],
  userFields: readonly FieldDescriptor[] = [],
  features: readonly FeatureTables[] = [],
): SchemaState {
  const types = generated.map(completeDescriptor);
  return { tables: projectTables(types, userFields, features), types: storedTypes(types) };
}
