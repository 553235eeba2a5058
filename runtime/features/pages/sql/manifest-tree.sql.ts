import type { SqlSession } from '../../../kernel/contract/database.js';
import { byKey } from '../../../kernel/records/by-key.js';

/** A page with its layout (`kind` `frame`), or a group with one of its owners. */
export interface GroupRow extends Readonly<Record<string, unknown>> {
  readonly kind: 'frame' | 'page' | 'layout' | 'component';
  readonly owner: string;
  readonly id: string;
  readonly created_at: unknown;
  readonly allowed: string | null;
}

/** The component that a position or a property holds, with its draft. */
export interface HeldRow extends Readonly<Record<string, unknown>> {
  readonly component_id: string | null;
  readonly dtype: string | null;
  readonly published_at: unknown;
  readonly published_id: string | null;
  readonly draft_id: string | null;
  readonly draft_at: unknown;
}

export interface PositionRow extends HeldRow {
  readonly group_id: string;
  readonly id: string;
  readonly property: string | null;
}

export interface SlotRow extends HeldRow {
  readonly owner_id: string;
  readonly property: string;
}

const HELD = `c.id as component_id, c.dtype as dtype, c.published_at as published_at,
  c.published_resource_id as published_id, d.id as draft_id, d.published_at as draft_at`;

/** Rows in: page data records (`:records`). Rows out: the components in their properties. Cost: their number. */
export function slotTreeSql(session: SqlSession): string {
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
 * Rows in: pages (`:pages`) and components that are shown through page data (`:components`). Rows out: the layout of each
 * page, and every group below pages, layouts and components to any depth, once for each owner. Cost: what is below.
 */
export function groupTreeSql(session: SqlSession): string {
  const { table, dialect } = session;
  const { inner, left } = byKey(session);
  const page = table('page');
  const owned = table('component_component_group');
  const draft = table('abstract_component');
  // Groups belong to the published version or to its draft. A union of both would be made of all components where it is not looked up.
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
  ${inner(table('component_position'), 'p', 'p.component_group_id = x.id')}
  join (select 0 as is_draft union all select 1) k on k.is_draft >= 0
  ${left(draft, 'o', 'o.published_resource_id = p.component_id and k.is_draft = 1')}
  ${inner(owned, 'g', 'g.component_id = case when k.is_draft = 1 then o.id else p.component_id end')}
)
select x.kind as kind, x.owner as owner, x.id as id, g.created_at as created_at, ${dialect.jsonText('g.allowed_components')} as allowed
from (select distinct kind, owner, id from tree) x ${inner(table('component_group'), 'g', 'g.id = x.id')}
union all
select 'frame', p.id, p.layout_id, p.created_at, null from ${page} p
where ${dialect.anyOf('p.id', 'pages', 'uuid')} and p.layout_id is not null`;
}

/** Rows in: groups (`:groups`). Rows out: their positions in order, with what they hold. Cost: the number of positions. */
export function positionTreeSql(session: SqlSession): string {
  const { table, dialect } = session;
  const { left } = byKey(session);
  const component = table('abstract_component');
  return `select p.component_group_id as group_id, p.id as id, p.page_data_property as property, ${HELD}
from ${table('component_position')} p
${left(component, 'c', 'c.id = p.component_id')}
${left(component, 'd', 'd.published_resource_id = c.id')}
where ${dialect.anyOf('p.component_group_id', 'groups', 'uuid')}
order by p.sort_value, p.created_at, p.id`;
}
