import type { SqlSession } from '../../../kernel/contract/database/database.js';
import { byKey } from '../../../kernel/records/by-key.js';
import { pageDataDraftsSql } from './page-data-drafts.sql.js';
import { ancestrySql, routeFactsSql } from './route-facts.sql.js';

/** A page with its layout (`kind` `frame`), a group with one of its owners, or a position with its group. */
export type TreeRow = GroupRow | PositionRow;

export interface GroupRow extends Readonly<Record<string, unknown>> {
  readonly kind: 'frame' | 'page' | 'layout' | 'component';
  readonly owner: string;
  readonly id: string;
  readonly created_at: unknown;
  readonly allowed: string | null;
}

/** The component in a position or property, with its draft. */
export interface HeldRow extends Readonly<Record<string, unknown>> {
  readonly component_id: string | null;
  readonly dtype: string | null;
  readonly published_at: unknown;
  readonly published_id: string | null;
  readonly draft_id: string | null;
  readonly draft_at: unknown;
}

export interface PositionRow extends HeldRow {
  readonly kind: 'position';
  readonly owner: string;
  readonly id: string;
  readonly property: string | null;
}

export interface SlotRow extends HeldRow {
  readonly owner_id: string;
  readonly property: string;
}

const HELD = `c.id as component_id, c.dtype as dtype, c.published_at as published_at,
  c.published_resource_id as published_id, d.id as draft_id, d.published_at as draft_at`;

/** Component columns of union rows that have none. */
const NOTHING_HELD = 'null, null, null, null, null, null';

/** Rows in: page data records (`:records`). Rows out: the components in their properties. Cost: their number. */
function slotTreeSql(session: SqlSession): string {
  const { table, dialect } = session;
  const { inner, left } = byKey(session);
  const component = table('abstract_component');
  return `select s.page_data_id as owner_id, s.property as property, ${HELD}
from ${table('page_data_slot')} s
${inner(component, 'c', 'c.id = s.component_id')}
${left(component, 'd', 'd.published_resource_id = c.id')}
where ${dialect.anyOf('s.page_data_id', 'records', 'uuid')}`;
}

/**
 * Rows in: pages (`:pages`) and components in slots (`:components`). Rows out: the layout of each page, all groups
 * below at any depth, once for each owner, and their positions with components, in order. Cost: the number of rows.
 */
function manifestTreeSql(session: SqlSession): string {
  const { table, dialect } = session;
  const { inner, left } = byKey(session);
  const page = table('page');
  const owned = table('component_component_group');
  const position = table('component_position');
  const component = table('abstract_component');
  // Groups belong to the published version or to its draft. A union of both would be built from all components where
  // it is not looked up.
  return `with recursive tree (kind, owner, id) as (
  select 'page', g.page_id, g.component_group_id from ${table('page_component_group')} g
  where ${dialect.anyOf('g.page_id', 'pages', 'uuid')}
  union
  select 'layout', p.layout_id, g.component_group_id from ${page} p
  join ${table('layout_component_group')} g on g.layout_id = p.layout_id
  where ${dialect.anyOf('p.id', 'pages', 'uuid')}
  union
  select 'component', g.component_id, g.component_group_id from ${owned} g
  where ${dialect.anyOf('g.component_id', 'components', 'uuid')}
  union
  select 'component', g.component_id, g.component_group_id
  from tree x
  ${inner(position, 'p', 'p.component_group_id = x.id')}
  join (select 0 as is_draft union all select 1) k on k.is_draft >= 0
  ${left(component, 'o', 'o.published_resource_id = p.component_id and k.is_draft = 1')}
  ${inner(owned, 'g', 'g.component_id = case when k.is_draft = 1 then o.id else p.component_id end')}
)
select 'position' as kind, p.component_group_id as owner, p.id as id, p.created_at as created_at, p.sort_value as sort_value,
  null as allowed, p.page_data_property as property, ${HELD}
from (select distinct id from tree) x
${inner(position, 'p', 'p.component_group_id = x.id')}
${left(component, 'c', 'c.id = p.component_id')}
${left(component, 'd', 'd.published_resource_id = c.id')}
union all
select x.kind, x.owner, x.id, g.created_at, 0, ${dialect.jsonText('g.allowed_components')}, null, ${NOTHING_HELD}
from (select distinct kind, owner, id from tree) x ${inner(table('component_group'), 'g', 'g.id = x.id')}
union all
select 'frame', p.id, p.layout_id, p.created_at, 0, null, null, ${NOTHING_HELD} from ${page} p
where ${dialect.anyOf('p.id', 'pages', 'uuid')} and p.layout_id is not null
order by sort_value, created_at, id`;
}

/** SQL texts of manifests. */
export interface ManifestTexts {
  readonly byId: string;
  readonly byPath: string;
  readonly ofRecord: string;
  readonly slots: string;
  readonly tree: string;
}

/** Builds the SQL texts once. They are the same for all requests and longer than a response. */
export function createManifestTexts(): (session: SqlSession) => ManifestTexts {
  let texts: ManifestTexts | undefined;
  return (session) => {
    if (texts !== undefined) return texts;
    const drafts = `\nunion all\n${pageDataDraftsSql(session)}`;
    return (texts = {
      byId: routeFactsSql(session, 'ids', drafts),
      byPath: routeFactsSql(session, 'paths', drafts),
      ofRecord: ancestrySql(session, drafts),
      slots: slotTreeSql(session),
      tree: manifestTreeSql(session),
    });
  };
}
