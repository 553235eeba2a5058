import type { TableDefinition } from '../runtime/contract/table.js';
import { projectTables as tablesOf } from '../runtime/metadata/core-resources/project-resources.js';
import type { TypeRename } from './migrate/index.js';
import { pluralName } from './model/naming.js';
import type { ApiModel, ResourceModel } from './model/types.js';

/** Every table of a project's database; the runtime makes its models from the same ones. */
export function projectTables({ resources, user }: ApiModel): readonly TableDefinition[] {
  const sources = resources.map(({ descriptor, fields }) => ({
    ...descriptor,
    fields: fields.map((field) => field.descriptor),
  }));
  return tablesOf(sources, user?.fields.map(({ descriptor }) => descriptor) ?? []);
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
