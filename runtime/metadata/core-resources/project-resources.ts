import type { FieldDescriptor, ResourceDescriptor, TableSource } from '../../contract/resource.js';
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
