import type { TableDefinition } from '../runtime/contract/table.js';
import { accountTables } from '../runtime/metadata/core-resources/account-tables.js';
import { coreResources } from '../runtime/metadata/core-resources/index.js';
import { tableDefinitions } from '../runtime/metadata/core-resources/table-definitions.js';
import type { TypeRename } from './migrate/index.js';
import { pluralName } from './model/naming.js';
import type { ApiModel, ResourceModel } from './model/types.js';

/** Every table of a project's database: those of the built-in resources and accounts, and those of its own types. */
export function projectTables({ resources, user }: ApiModel): readonly TableDefinition[] {
  const userFields = user?.fields.map(({ descriptor }) => descriptor) ?? [];
  return [
    ...tableDefinitions(coreResources, accountTables(userFields)),
    ...resources.flatMap(({ tables }) => tables),
    ...(user?.tables ?? []),
  ];
}

/** Types that name an earlier title: what is stored under it follows, once (`x-renamed-from`). */
export function typeRenames({ resources }: ApiModel): readonly TypeRename[] {
  return resources.flatMap((resource) =>
    resource.descriptor.renamedFrom.map((from) => renameOf(resource, from)),
  );
}

function renameOf({ descriptor: { kind, name, table, path } }: ResourceModel, from: string): TypeRename {
  const isComponent = kind === 'component';
  return {
    from,
    to: name,
    baseTable: isComponent ? 'abstract_component' : 'abstract_page_data',
    fromTable: pluralName(from),
    toTable: table,
    ...(isComponent ? { fromPath: `/component/${pluralName(from)}`, toPath: path } : {}),
  };
}
