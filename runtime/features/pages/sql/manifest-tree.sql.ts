import type { SqlSession } from '../../../kernel/contract/database.js';
import { byKey } from '../../../kernel/records/by-key.js';
import type { NamedSlot } from './page-data-slots.sql.js';
import { slotRowsSql } from './page-data-slots.sql.js';

/** A page with its layout (`kind` `frame`), or a group with one of its owners. */
export interface GroupRow extends Readonly<Record<string, unknown>> {
  readonly kind: 'frame' | 'page' | 'layout' | 'component';
  readonly owner: string;
  readonly id: string;
  readonly created_at: unknown;
  readonly allowed: string | null;
}

/** What a position or a property holds, with its draft. */
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

/** Rows in: page data records (`:records`). Rows out: the components in their properties. Cost: the number of slots. */
export function slotTreeSql(slots: readonly NamedSlot[], session: SqlSession): string {
  const owners = session.dialect.anyOf('', 'records', 'uuid');
  const component = session.table('abstract_component');
  return `select s.origin as owner_id, s.label as property, ${HELD}
from (${slotRowsSql(slots, owners, session)}) s
join ${component} c on c.id = s.id
left join ${component} d on d.published_resource_id = c.id`;
}

/**
 * Rows in: pages (`:pages`) and components that are shown through page data (`:components`). Rows out: the layout of each
 * page, and every group below pages, layouts and components to any depth, once for each owner. Cost: what is below.
 */
export function groupTreeSql(session: SqlSession): string {
  const { table, dialect } = session;
  const { inner } = byKey(session);
  const page = table('page');
  const owned = table('component_component_group');
  const component = table('abstract_component');
  const versions = `(select id, id as placed_id from ${component}
    union all select id, published_resource_id from ${component})`;
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
  ${inner(versions, 'c', 'c.placed_id = p.component_id')}
  ${inner(owned, 'g', 'g.component_id = c.id')}
)
select x.kind as kind, x.owner as owner, x.id as id, g.created_at as created_at, ${dialect.jsonText('g.allowed_components')} as allowed
from (select distinct kind, owner, id from tree) x ${inner(table('component_group'), 'g', 'g.id = x.id')}
union all
select 'frame', p.id, p.layout_id, p.created_at, null from ${page} p
where ${dialect.anyOf('p.id', 'pages', 'uuid')} and p.layout_id is not null`;
}

/** Rows in: groups (`:groups`). Rows out: their positions in order, with what they hold. Cost: the number of positions. */
export function positionTreeSql({ table, dialect }: SqlSession): string {
  const component = table('abstract_component');
  return `select p.component_group_id as group_id, p.id as id, p.page_data_property as property, ${HELD}
from ${table('component_position')} p
left join ${component} c on c.id = p.component_id
left join ${component} d on d.published_resource_id = c.id
where ${dialect.anyOf('p.component_group_id', 'groups', 'uuid')}
order by p.sort_value, p.created_at, p.id`;
}
