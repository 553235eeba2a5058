import type { SqlSession } from '../../../kernel/contract/database.js';
import type { IriConverter } from '../../../kernel/metadata/iri-converter.js';
import type { ResourceRegistry } from '../../../kernel/metadata/resource-registry.js';

/** What is not reachable from a page, a layout or a property of page data, as IRIs in the order of their characters. */
export interface OrphanLists {
  readonly componentGroups: readonly string[];
  readonly componentPositions: readonly string[];
  readonly components: readonly string[];
}

/** The same, with what a deletion needs to know. */
export interface FoundOrphans {
  /** By id. */
  readonly types: ReadonlyMap<string, string>;
  readonly lists: OrphanLists;
}

interface OrphanRow extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly type: string;
}

/**
 * One statement, so that all of it is of one moment. Where components stand is stored with every write (ADR 40), down through
 * nested groups and with drafts at their published version: one that stands nowhere has no place. Cost: one pass over each table.
 */
export function orphansSql({ table }: SqlSession): string {
  const [component, position, group] = ['abstract_component', 'component_position', 'component_group'].map(
    table,
  );
  const owned = ['page', 'layout'].map(
    (owner) =>
      `not exists (select 1 from ${table(`${owner}_component_group`)} l where l.component_group_id = g.id)`,
  );
  const orphanGroups = `select g.id as id from ${group} g
  where ${owned.join('\n  and ')}
  and not exists (
    select 1 from ${table('component_component_group')} l
    join ${component} o on o.id = l.component_id
    where l.component_group_id = g.id and o.place_id is not null
  )`;
  return `with orphan_group (id) as (
  ${orphanGroups}
)
select g.id as id, 'ComponentGroup' as type from orphan_group g
union all
select p.id, 'ComponentPosition' from ${position} p left join orphan_group g on g.id = p.component_group_id
where g.id is not null or p.component_group_id is null or (p.component_id is null and p.page_data_property is null)
union all
select c.id, c.dtype from ${component} c where c.place_id is null and c.published_resource_id is null`;
}

/** The orphans of the stored site (core.md section 14.1). */
export async function scanOrphans(
  session: SqlSession,
  { registry, iris }: { readonly registry: ResourceRegistry; readonly iris: IriConverter },
): Promise<FoundOrphans> {
  const types = new Map<string, string>();
  const lists = { componentGroups: [], componentPositions: [], components: [] } as Record<
    keyof OrphanLists,
    string[]
  >;
  for (const { id, type } of await session.all<OrphanRow>(orphansSql(session))) {
    types.set(id, type);
    const kind =
      type === 'ComponentGroup'
        ? 'componentGroups'
        : type === 'ComponentPosition'
          ? 'componentPositions'
          : 'components';
    lists[kind].push(iris.item(registry.require(type), id));
  }
  for (const list of Object.values(lists)) list.sort();
  return { types, lists };
}
