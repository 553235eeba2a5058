import type { SqlSession } from '../../../kernel/contract/database.js';
import type { ReachFragments, ReachRules } from './reach-rules.js';
import { byKey } from '../../../kernel/records/by-key.js';
import { childRows, isReachableSql } from './reach-rules.js';

/** What a verdict is asked about. */
export type ReachSubject = 'component' | 'page' | 'page_data';

/** A column of a page data table that holds components. */
export interface SlotColumn {
  readonly table: string;
  readonly column: string;
}

export interface VerdictRequest {
  readonly subject: ReachSubject;
  readonly rules: ReachRules;
  readonly fragments: ReachFragments;
  readonly slots: readonly SlotColumn[];
}

/**
 * Rows in: one component, page or page data record (`:id`). Rows out: one, `granted` 1 or 0. The quick test (a location
 * without parent behind a live, allowed route) ends at the first hit; only without one are the subtree below the
 * locations and the ancestors above what opens there walked: live, allowed routes, and records that are reachable without
 * a route; those open nothing that has a route itself. Cost: the number of locations, then subtree and depth, by index.
 */
export function reachVerdictSql(request: VerdictRequest, session: SqlSession): string {
  const { rules, fragments } = request;
  const route = session.table('route');
  const page = session.table('page');
  const data = session.table('abstract_page_data');
  const { inner, left } = byKey(session);
  return `with recursive ${locations(request, session)},
below (id, route_id, is_reachable, is_routed) as (
  select l.id, l.route_id, l.is_reachable, case when l.route_id is null then 0 else 1 end
  from location l ${left(route, 'r', 'r.id = l.route_id')}
  where l.route_id is null or ${fragments.isLive('r')}
  union
  select c.id, c.route_id, c.is_reachable, b.is_routed
  from below b ${inner(childRows(session), 'c', 'c.parent_id = b.id')}
  ${left(route, 'r', 'r.id = c.route_id')}
  where c.route_id is null or ${fragments.isLive('r')}
),
opening (id) as (
  select b.id from below b ${inner(route, 'r', 'r.id = b.route_id')} where ${fragments.isAllowed('r')}
  union all
  select b.id from below b where b.is_reachable = 1 and b.is_routed = 0
),
above (origin, parent_page_id, parent_page_data_id, is_dead) as (
  select o.id, coalesce(p.parent_page_id, d.parent_page_id), coalesce(p.parent_page_data_id, d.parent_page_data_id), 0
  from opening o ${left(page, 'p', 'p.id = o.id')} ${left(data, 'd', 'd.id = o.id')}
  union
  select a.origin, coalesce(p.parent_page_id, d.parent_page_id), coalesce(p.parent_page_data_id, d.parent_page_data_id),
    case when r.id is null or ${fragments.isLive('r')} then 0 else 1 end
  from above a
  ${left(page, 'p', 'p.id = a.parent_page_id')}
  ${left(data, 'd', 'd.id = a.parent_page_data_id')}
  ${left(route, 'r', 'r.id = coalesce(p.route_id, d.route_id)')}
  where (p.id is not null or d.id is not null) and a.is_dead = 0
)
select case
  when exists (
    select 1 from location l ${left(route, 'r', 'r.id = l.route_id')} where ${openAtOnce(rules, fragments)}
  ) then 1
  ${request.subject === 'component' ? 'when not exists (select 1 from location) then 1' : ''}
  when exists (
    select 1 from opening o
    where not exists (select 1 from above a where a.origin = o.id and a.is_dead = 1)
  ) then 1
  else 0 end as granted`;
}

/** Locations that need no walk: behind a live, allowed route at the top, or open without one. */
function openAtOnce(rules: ReachRules, { isLive, isAllowed }: ReachFragments): string {
  const opens = `(l.is_reachable = 1 or (${isLive('r')} and ${isAllowed('r')} and r.id is not null))`;
  const routed = `(l.parent_page_id is null and l.parent_page_data_id is null and ${opens})`;
  const unrouted = rules.routable === 'refused' ? [] : ['l.route_id is null'];
  // Without routable security, page data is judged by the rules for its path alone (contract decision 26).
  const byPath =
    rules.routable === 'unset' ? [`(l.kind = 'data' and r.id is not null and ${isAllowed('r')})`] : [];
  return [routed, ...unrouted, ...byPath].join('\n    or ');
}

const COLUMNS = (alias: string, kind: 'page' | 'data'): string =>
  `${alias}.id, '${kind}', ${alias}.route_id, ${isReachableSql(kind, alias)}, ${alias}.parent_page_id, ${alias}.parent_page_data_id`;
const HEAD = 'location (id, kind, route_id, is_reachable, parent_page_id, parent_page_data_id)';

function locations({ subject, slots }: VerdictRequest, session: SqlSession): string {
  const page = session.table('page');
  const data = session.table('abstract_page_data');
  switch (subject) {
    case 'page_data':
      return `${HEAD} as (select ${COLUMNS('d', 'data')} from ${data} d where d.id = :id)`;
    case 'page':
      return `${HEAD} as (
  select ${COLUMNS('p', 'page')} from ${page} p where p.id = :id
  union all
  select ${COLUMNS('d', 'data')} from ${data} d where d.page_id = :id
)`;
    case 'component':
      return componentLocations(slots, session);
  }
}

/** A draft stands where its published version stands; what is nested in a component stands where that one stands. */
function componentLocations(slots: readonly SlotColumn[], session: SqlSession): string {
  const { table, dialect } = session;
  const { inner } = byKey(session);
  const component = table('abstract_component');
  const position = table('component_position');
  const page = table('page');
  const data = table('abstract_page_data');
  const held = slots.map(
    (slot) => `
  union all
  select ${COLUMNS('d', 'data')} from container k
  ${inner(table(slot.table), 't', `t.${dialect.quote(slot.column)} = k.id`)}
  ${inner(data, 'd', 'd.id = t.id')}`,
  );
  return `container (id) as (
  select coalesce(c.published_resource_id, c.id) from ${component} c where c.id = :id
  union
  select coalesce(o.published_resource_id, o.id)
  from container k
  ${inner(position, 'p', 'p.component_id = k.id')}
  ${inner(table('component_component_group'), 'g', 'g.component_group_id = p.component_group_id')}
  ${inner(component, 'o', 'o.id = g.component_id')}
),
placed_page (id) as (
  select g.page_id from container k
  ${inner(position, 'p', 'p.component_id = k.id')}
  ${inner(table('page_component_group'), 'g', 'g.component_group_id = p.component_group_id')}
  union all
  select x.id from container k
  ${inner(position, 'p', 'p.component_id = k.id')}
  ${inner(table('layout_component_group'), 'g', 'g.component_group_id = p.component_group_id')}
  ${inner(page, 'x', 'x.layout_id = g.layout_id')}
),
${HEAD} as (
  select ${COLUMNS('p', 'page')} from placed_page x ${inner(page, 'p', 'p.id = x.id')}
  union all
  select ${COLUMNS('d', 'data')} from placed_page x ${inner(data, 'd', 'd.page_id = x.id')}${held.join('')}
)`;
}
