import type { SqlSession } from '../../../kernel/contract/database/database.js';
import type { IriConverter } from '../../../kernel/metadata/iri-converter.js';
import type { ResourceRegistry } from '../../../kernel/metadata/resource-registry.js';

/**
 * IRIs of records that are not reachable from a page, a layout or a property of page data, sorted by code
 * unit.
 */
export interface OrphanLists {
  readonly componentGroups: readonly string[];
  readonly componentPositions: readonly string[];
  readonly components: readonly string[];
}

/** Returns only the lists of a report. */
export const listsOf = ({ componentGroups, componentPositions, components }: OrphanLists) => ({
  componentGroups,
  componentPositions,
  components,
});

/** The lists with the data that a deletion needs. */
export interface FoundOrphans {
  /** Types of the orphans, by id. */
  readonly types: ReadonlyMap<string, string>;
  readonly lists: OrphanLists;
}

interface OrphanRow extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly type: string;
}

/**
 * Returns the statement that finds all orphans. A single statement gives a consistent snapshot. Every write stores
 * the place of a component (ADR 40), through nested groups and with drafts at their published version. An orphan has
 * no place. Form submissions never have a place; they and their nested records are excluded (contract decision 104).
 * Cost: one pass over each table.
 */
export function orphansSql(session: SqlSession, hasSubmitted: boolean): string {
  const { table } = session;
  const [component, position, group] = ['abstract_component', 'component_position', 'component_group'].map(
    table,
  );
  const owned = ['page', 'layout'].map(
    (owner) =>
      `not exists (select 1 from ${table(`${owner}_component_group`)} l where l.component_group_id = g.id)`,
  );
  const isSubmitted = (id: string): string => `exists (select 1 from submitted s where s.id = ${id})`;
  const isHeld = hasSubmitted
    ? `(o.place_id is not null or ${isSubmitted('coalesce(o.published_resource_id, o.id)')})`
    : 'o.place_id is not null';
  const orphanGroups = `select g.id as id from ${group} g
  where ${owned.join('\n  and ')}
  and not exists (
    select 1 from ${table('component_component_group')} l
    join ${component} o on o.id = l.component_id
    where l.component_group_id = g.id and ${isHeld}
  )`;
  return `with ${hasSubmitted ? `recursive ${submittedSql(session)},\n` : ''}orphan_group (id) as (
  ${orphanGroups}
)
select g.id as id, 'ComponentGroup' as type from orphan_group g
union all
select p.id, 'ComponentPosition' from ${position} p left join orphan_group g on g.id = p.component_group_id
where g.id is not null or p.component_group_id is null or (p.component_id is null and p.page_data_property is null)
union all
select c.id, c.dtype from ${component} c where c.place_id is null and c.published_resource_id is null${
    hasSubmitted ? ` and not ${isSubmitted('c.id')}` : ''
  }`;
}

/**
 * Selects the published versions of the components of the types `:submitted`, and of everything nested in
 * them or in their drafts.
 */
function submittedSql({ table, dialect }: SqlSession): string {
  const component = table('abstract_component');
  return `submitted (id) as (
  select coalesce(c.published_resource_id, c.id) from ${component} c where ${dialect.anyOf('c.dtype', 'submitted', 'string')}
  union
  select p.component_id from submitted n
  join (select 0 as is_draft union all select 1) k on k.is_draft >= 0
  left join ${component} o on o.published_resource_id = n.id and k.is_draft = 1
  join ${table('component_component_group')} l on l.component_id = case when k.is_draft = 1 then o.id else n.id end
  join ${table('component_position')} p on p.component_group_id = l.component_group_id
  where p.component_id is not null
)`;
}

export interface ScanUses {
  readonly registry: ResourceRegistry;
  readonly iris: IriConverter;
  /** Types that store form submissions. */
  readonly submitted: ReadonlySet<string>;
}

/** Finds the orphans of the stored site (core.md section 14.1). */
export async function scanOrphans(
  session: SqlSession,
  { registry, iris, submitted }: ScanUses,
): Promise<FoundOrphans> {
  const kept = [...submitted].filter((type) => registry.get(type)?.kind === 'component');
  const requested = kept.length === 0 ? {} : { submitted: kept };
  const types = new Map<string, string>();
  const lists = { componentGroups: [], componentPositions: [], components: [] } as Record<
    keyof OrphanLists,
    string[]
  >;
  for (const { id, type } of await session.all<OrphanRow>(orphansSql(session, kept.length > 0), requested)) {
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
