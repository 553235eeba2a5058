import type { SqlSession } from '../../../kernel/contract/database.js';
import { REACHABLE_COLUMN } from '../../../model/routable-fields.js';
import { byKey } from '../../../kernel/records/by-key.js';
import type { SlotColumn } from './reachability.sql.js';
import type { ReachFragments, ReachRules } from './reach-rules.js';
import { childRows } from './reach-rules.js';

const IS_NOT_LIVE = '(r.live_at is null or r.live_at > :now)';

/** Pages and page data at or below a route that is not live: `blocked (id, route_id)`. Cost: the size of those subtrees. */
function blocked(session: SqlSession): string {
  const { inner } = byKey(session);
  const route = session.table('route');
  const seed = (table: string): string =>
    `select x.id, x.route_id from ${route} r ${inner(session.table(table), 'x', 'x.route_id = r.id')} where ${IS_NOT_LIVE}`;
  return `blocked (id, route_id) as (
  ${seed('page')}
  union
  ${seed('abstract_page_data')}
  union
  select c.id, c.route_id from blocked b ${inner(childRows(session), 'c', 'c.parent_id = b.id')}
)`;
}

/**
 * Rows out: ids of routes that an ancestor's date keeps from being live, and of those whose redirects end at one that is
 * not live (contract decision 81); the own date of a route is left to the caller. Uses `:now`. Cost: the size of the subtrees, and the number of redirects to them.
 */
export function hiddenRoutesSql(session: SqlSession): string {
  const { inner } = byKey(session);
  const route = session.table('route');
  return `with recursive ${blocked(session)},
ended (id) as (
  select r.id from ${route} r where ${IS_NOT_LIVE} and r.redirect_id is null
  union
  select r.id from blocked b ${inner(route, 'r', 'r.id = b.route_id')} where r.redirect_id is null
  union
  select r.id from ended e ${inner(route, 'r', 'r.redirect_id = e.id')}
)
select route_id from blocked where route_id is not null
union all
select id from ended`;
}

/** Rows out: ids of pages and page data that a route which is not live hides, their own or one above. Uses `:now`. */
export function blockedRecordsSql(session: SqlSession): string {
  return `with recursive ${blocked(session)}
select id from blocked`;
}

/** A condition on a page or page data record: it has a route that is live and allowed. */
export function isRoutedSql(
  alias: string,
  { rules, fragments }: { readonly rules: ReachRules; readonly fragments: ReachFragments },
  session: SqlSession,
): string {
  const own = `exists (
  select 1 from ${session.table('route')} r
  where r.id = ${alias}.route_id and ${fragments.isLive('r')} and ${fragments.isAllowed('r')}
)`;
  return rules.seesNotLive ? own : `${own}\nand ${alias}.id not in (${blockedRecordsSql(session)})`;
}

interface ListRequest {
  readonly rules: ReachRules;
  readonly fragments: ReachFragments;
  readonly slots: readonly SlotColumn[];
}

/** A component and its draft; `s` is the component. */
const VERSIONS = '(o.id = s.id and o.published_resource_id is null) or o.published_resource_id = s.id';

/**
 * Rows out: ids of components (published versions) that stand somewhere, but nowhere within the caller's reach. The
 * same rules as `reachVerdictSql`, from what is hidden: closed pages and records, what they hold, and of that what
 * stands nowhere else. Cost: the size of what is hidden; an open site costs next to nothing.
 */
export function closedComponentsSql(request: ListRequest, session: SqlSession): string {
  const { table } = session;
  const { inner } = byKey(session);
  const page = table('page');
  return `with recursive ${request.rules.seesNotLive ? '' : `${blocked(session)},`}
${closedPlaces(request, session)},
candidate (id) as (
${heldBy(request.slots, session)}
  union
  select p.component_id from candidate s
  ${inner(table('abstract_component'), 'o', VERSIONS)}
  ${inner(table('component_component_group'), 'g', 'g.component_id = o.id')}
  ${inner(table('component_position'), 'p', 'p.component_group_id = g.component_group_id')}
  where p.component_id is not null
),
holder (origin, id) as (
  select s.id, s.id from candidate s
  union
  select h.origin, coalesce(o.published_resource_id, o.id) from holder h
  ${inner(table('component_position'), 'p', 'p.component_id = h.id')}
  ${inner(table('component_component_group'), 'g', 'g.component_group_id = p.component_group_id')}
  ${inner(table('abstract_component'), 'o', 'o.id = g.component_id')}
),
open_layout (id) as (
  select l.id from ${table('layout')} l
  where exists (select 1 from ${page} y where y.layout_id = l.id and y.id not in (select id from closed_page))
),
open_component (id) as (
${openHolders(request.slots, session)}
)
select id from candidate where id not in (select id from open_component)`;
}

/** Rows out: ids of pages or of page data that the caller could not read one by one. Cost: the size of what is hidden. */
export function closedRecordsSql(
  kind: 'page' | 'page_data',
  request: ListRequest,
  session: SqlSession,
): string {
  return `with recursive ${request.rules.seesNotLive ? '' : `${blocked(session)},`}
${closedPlaces(request, session)}
select id from ${kind === 'page' ? 'closed_page' : 'closed_data'}`;
}

/** `closed_data` and `closed_page`: records that are not open by themselves and have nothing open below them. */
function closedPlaces({ rules, fragments }: ListRequest, session: SqlSession): string {
  const { inner } = byKey(session);
  const data = session.table('abstract_page_data');
  const route = session.table('route');
  const opens = `${fragments.isLive('r')} and ${fragments.isAllowed('r')}`;
  const free = rules.seesNotLive ? '' : ' and b.id not in (select id from blocked)';
  return `suspect (id, route_id, kind) as (
  ${[...suspects('page', { rules, access: fragments }, session), ...suspects('data', { rules, access: fragments }, session)].join('\n  union\n  ')}
),
below (origin, id, route_id) as (
  select s.id, s.id, s.route_id from suspect s
  union
  select b.origin, c.id, c.route_id from below b ${inner(childRows(session), 'c', 'c.parent_id = b.id')}
),
saved (id) as (
  select b.origin from below b ${inner(route, 'r', 'r.id = b.route_id')} where ${opens}${free}
),
closed_data (id) as (
  select s.id from suspect s where s.kind = 'data' and s.id not in (select id from saved)
),
closed_page (id) as (
  select s.id from suspect s where s.kind = 'page' and s.id not in (select id from saved)
    and not exists (select 1 from ${data} d where d.page_id = s.id and d.id not in (select id from closed_data))
)`;
}

/** A condition on a page or page data record: it is reachable without a route, which no list shows (contract decision 77). */
export function isUnlistedSql(alias: string): string {
  return `${alias}.route_id is null and ${alias}.${REACHABLE_COLUMN} = true`;
}

/**
 * Records that are not open at once: behind a refused path, hidden by a date, without a route where that is refused, or
 * reachable without one, which opens no list.
 */
function suspects(
  kind: 'page' | 'data',
  { rules, access: { isAllowed } }: { readonly rules: ReachRules; readonly access: ReachFragments },
  session: SqlSession,
): string[] {
  const { inner } = byKey(session);
  const rows = session.table(kind === 'page' ? 'page' : 'abstract_page_data');
  const from = `select x.id, x.route_id, '${kind}' from`;
  const route = session.table('route');
  const refused = `${from} ${route} r ${inner(rows, 'x', 'x.route_id = r.id')} where not ${isAllowed('r')}`;
  const notLive = `${from} blocked b ${inner(rows, 'x', 'x.id = b.id')} where x.route_id is not null`;
  const unrouted = `${from} ${rows} x where x.route_id is null`;
  const unlisted = `${from} ${rows} x where ${isUnlistedSql('x')}`;
  // Without routable security, page data is judged by the rules for its path alone (contract decision 26).
  const byPath = kind === 'data' && rules.routable === 'unset';
  return [
    ...(rules.refusals.length === 0 ? [] : [refused]),
    ...(rules.seesNotLive || byPath ? [] : [notLive]),
    ...(rules.routable === 'refused' ? [unrouted] : rules.seesNotLive ? [] : [unlisted]),
  ];
}

/** Components in the groups of closed pages and of their layouts, and in the properties of closed page data. */
function heldBy(slots: readonly SlotColumn[], session: SqlSession): string {
  const { table, dialect } = session;
  const { inner } = byKey(session);
  const held = inner(table('component_position'), 'p', 'p.component_group_id = g.component_group_id');
  const properties = slots.map((slot) => {
    const column = `t.${dialect.quote(slot.column)}`;
    return `
  union
  select ${column} from closed_data x ${inner(table(slot.table), 't', 't.id = x.id')} where ${column} is not null`;
  });
  return `  select p.component_id from closed_page x
  ${inner(table('page_component_group'), 'g', 'g.page_id = x.id')}
  ${held} where p.component_id is not null
  union
  select p.component_id from (
    select distinct q.layout_id from closed_page x ${inner(table('page'), 'q', 'q.id = x.id')}
  ) x
  ${inner(table('layout_component_group'), 'g', 'g.layout_id = x.layout_id')}
  ${held} where p.component_id is not null${properties.join('')}`;
}

/** Candidates that stand, or whose holders stand, in an open place. */
function openHolders(slots: readonly SlotColumn[], session: SqlSession): string {
  const { table, dialect } = session;
  const { inner } = byKey(session);
  const position = inner(table('component_position'), 'p', 'p.component_id = h.id');
  const groups = (name: string): string =>
    inner(table(name), 'g', 'g.component_group_id = p.component_group_id');
  const properties = slots.map(
    (slot) => `
  union
  select h.origin from holder h ${inner(table(slot.table), 't', `t.${dialect.quote(slot.column)} = h.id`)}
  where t.id not in (select id from closed_data)`,
  );
  return `  select h.origin from holder h ${position} ${groups('page_component_group')}
  where g.page_id not in (select id from closed_page)
  union
  select h.origin from holder h ${position} ${groups('layout_component_group')}
  where g.layout_id in (select id from open_layout)${properties.join('')}`;
}
