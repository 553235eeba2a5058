import type { FieldDescriptor, ResourceDescriptor, TableSource } from '../../contract/resource.js';
import { type NamedType, type SchemaState, storedForm } from '../../contract/schema-state.js';
import type { TableDefinition } from '../../contract/table.js';
import type { UserExtension } from '../../contract/manifest.js';
import { accountTables } from './account-tables.js';
import { coreResources } from './index.js';
import { tableDefinitions } from './table-definitions.js';
import { uniqueLockTable } from './unique-lock-table.js';
import { uploadTables } from './upload-tables.js';
import { userResource } from './user.js';

/** Every resource of a project: the built-in ones, its users with their own fields, and the generated types. */
export function projectResources(
  generated: readonly ResourceDescriptor[],
  user?: UserExtension,
): readonly ResourceDescriptor[] {
  return [...coreResources, userResource(user), ...generated];
}

/** Every table of a project; migrations are planned from it and models are made from it. */
export function projectTables(
  generated: readonly TableSource[],
  userFields: readonly FieldDescriptor[] = [],
): readonly TableDefinition[] {
  return tableDefinitions(
    [...coreResources, ...generated],
    [...accountTables(userFields), ...uploadTables, uniqueLockTable],
  );
}

/** Every type that has rows, with the names under which they are stored. */
export function storedTypes(
  generated: readonly Pick<ResourceDescriptor, keyof NamedType>[],
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
): SchemaState {
  return { tables: projectTables(generated, userFields), types: storedTypes(generated) };
}
