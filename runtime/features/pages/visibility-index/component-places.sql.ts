import type { SqlSession } from '../../../kernel/contract/database/database.js';
import { byKey } from '../../../kernel/records/by-key.js';

/** A component and one of its places; null if it has none. */
export interface ComponentPlaceRow extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly place_id: string | null;
}

/**
 * Rows in: components (`:ids`) and groups (`:groups`). Rows out: the published versions of these components, the
 * components in the groups, and everything nested in them at any depth. Cost: their number, by key.
 */
export function nestedComponentsSql(session: SqlSession): string {
  const { table, dialect } = session;
  const { inner, left } = byKey(session);
  const [component, position] = [table('abstract_component'), table('component_position')];
  // Groups belong to the published version or to its draft. On MariaDB, a union of both would be built from all
  // components.
  return `with recursive nested (id) as (
  select coalesce(c.published_resource_id, c.id) from ${component} c where ${dialect.anyOf('c.id', 'ids', 'uuid')}
  union
  select p.component_id from ${position} p
  where ${dialect.anyOf('p.component_group_id', 'groups', 'uuid')} and p.component_id is not null
  union
  select p.component_id from nested n
  join (select 0 as is_draft union all select 1) k on k.is_draft >= 0
  ${left(component, 'o', 'o.published_resource_id = n.id and k.is_draft = 1')}
  ${inner(table('component_component_group'), 'g', 'g.component_id = case when k.is_draft = 1 then o.id else n.id end')}
  ${inner(position, 'p', 'p.component_group_id = g.component_group_id')}
  where p.component_id is not null
)
select id from nested`;
}

/**
 * Rows in: components (`:ids`, published versions). Rows out: every place of each, as `ComponentPlaceRow`. Places are
 * pages and layouts with a group that contains it, page data with it in a property, and the places of enclosing
 * components. Cost: the number of places and levels, by key.
 */
export function componentPlacesSql(session: SqlSession): string {
  const { table, dialect } = session;
  const { inner } = byKey(session);
  const [component, position] = [table('abstract_component'), table('component_position')];
  const held = inner(position, 'p', 'p.component_id = w.id');
  const owners = (name: string): string =>
    inner(table(name), 'g', 'g.component_group_id = p.component_group_id');
  return `with recursive walk (origin, id) as (
  select c.id, c.id from ${component} c where ${dialect.anyOf('c.id', 'ids', 'uuid')}
  union
  select w.origin, coalesce(o.published_resource_id, o.id) from walk w
  ${held}
  ${owners('component_component_group')}
  ${inner(component, 'o', 'o.id = g.component_id')}
)
select w.origin as id, g.page_id as place_id from walk w ${held} ${owners('page_component_group')}
union
select w.origin, g.layout_id from walk w ${held} ${owners('layout_component_group')}
union
select w.origin, s.page_data_id from walk w ${inner(table('page_data_slot'), 's', 's.component_id = w.id')}`;
}

/** Rows in: components (`:ids`, published versions). Rows out: these and their drafts, with their stored places. */
export function storedPlacesSql({ table, dialect }: SqlSession): string {
  const component = table('abstract_component');
  // Most components are not drafts, so an index of that column would lead to nearly all rows.
  const published = `${dialect.unindexed('c.published_resource_id')} is null`;
  return `select c.id as id, c.id as published_id, c.place_id as place_id from ${component} c
where ${dialect.anyOf('c.id', 'ids', 'uuid')} and ${published}
union all
select c.id, c.published_resource_id, c.place_id from ${component} c where ${dialect.anyOf('c.published_resource_id', 'ids', 'uuid')}`;
}
