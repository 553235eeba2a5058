import type { SqlSession } from '../../../kernel/contract/database/database.js';
import { byKey, skewedKey } from '../../../kernel/records/by-key.js';
import { REACHABLE_COLUMN } from '../../../model/routable-fields.js';
import type { RowsSql } from './rows-sql.js';

/** Limit that ends stored cycles of parents. Longer chains do not occur. */
const LONGEST_CHAIN = 100;

/** Start of access paths without a date. */
export const ALWAYS = new Date(0);

/**
 * Kind of access that a record gives to a place (core.md section 9, contract decisions 26 and 77):
 * - `route`: a page or page data record at or below it has a route, live from `opens_at`
 * - `path`: page data with a route; without `routable_security`, the rules for its path alone decide
 * - `unrouted`: it has no route
 * - `unlisted`: it has no route, and only its address finds it, no list
 * - `flag`: a record at or below it is reachable without a route, from `opens_at`
 */
export type AccessPathKind = 'route' | 'path' | 'unrouted' | 'unlisted' | 'flag';

/**
 * Rows in: pages and page data, those among `:ids` or all. Rows out: the places to which they give access, as rows of
 * `reach_opening`. These are the records, their ancestors, their templates and layouts, and the sets that contain one
 * of these.
 *
 * Each step reads the previous step once; `cross join` keeps that order on SQLite. Steps join only by key: no server
 * can estimate the rows of a recursive step, and some evaluate a step for each reference to it. Cost: the number of
 * those records times their depth, by key.
 */
export function accessPathsSql(session: SqlSession, of: 'some' | 'all'): RowsSql {
  const { table, dialect } = session;
  const { left } = byKey(session);
  const [page, data, route] = [table('page'), table('abstract_page_data'), table('route')];
  const requested = (alias: string): string =>
    of === 'all' ? '' : ` where ${dialect.anyOf(`${alias}.id`, 'ids', 'uuid')}`;
  const isFlagged = (alias: string): string =>
    `case when ${alias}.${REACHABLE_COLUMN} = true then 1 else 0 end`;
  return {
    columns: ['place_id', 'opener_id', 'way', 'route_id', 'opens_at'],
    parameters: { always: dialect.encode('datetime', ALWAYS) },
    tables: `chain (opener_id, is_data, opener_route_id, is_flagged, is_draft, node_id, level, route_id, parent_page_id, parent_page_data_id) as (
  select p.id, 0, p.route_id, ${isFlagged('p')}, 0, p.id, 0, p.route_id, p.parent_page_id, p.parent_page_data_id
  from ${page} p${requested('p')}
  union
  select d.id, 1, d.route_id, ${isFlagged('d')}, case when d.published_resource_id is null then 0 else 1 end, d.id, 0, d.route_id,
    d.parent_page_id, d.parent_page_data_id
  from ${data} d${requested('d')}
  union
  select c.opener_id, c.is_data, c.opener_route_id, c.is_flagged, c.is_draft, coalesce(p.id, d.id), c.level + 1,
    coalesce(p.route_id, d.route_id), coalesce(p.parent_page_id, d.parent_page_id),
    coalesce(p.parent_page_data_id, d.parent_page_data_id)
  from chain c
  ${left(page, 'p', 'p.id = c.parent_page_id')}
  ${left(data, 'd', 'd.id = c.parent_page_data_id')}
  where (p.id is not null or d.id is not null) and c.level < ${LONGEST_CHAIN}
),
node (opener_id, is_data, opener_route_id, is_flagged, is_draft, node_id, level, route_id, layout_id, template_id, routes, dates, last_date) as (
  select c.opener_id, c.is_data, c.opener_route_id, c.is_flagged, c.is_draft, c.node_id, c.level, c.route_id,
    coalesce(p.layout_id, t.layout_id), d.page_id, count(r.id) over (partition by c.opener_id),
    count(r.live_at) over (partition by c.opener_id), max(r.live_at) over (partition by c.opener_id)
  from chain c
  ${left(page, 'p', 'p.id = c.node_id')}
  ${left(data, 'd', 'd.id = c.node_id')}
  ${left(page, 't', 't.id = d.page_id')}
  ${left(route, 'r', 'r.id = c.route_id')}
),
opening (place_id, opener_id, way, route_id, opens_at) as (
  select case s.spot when 'layout' then n.layout_id when 'template' then n.template_id else n.node_id end, n.opener_id,
    case when w.way = 'unrouted' and n.is_flagged = 1 then 'unlisted' else w.way end,
    case when w.way in ('route', 'path') then n.opener_route_id end,
    case when w.way = 'flag' and n.routes = 0 then :always when w.way in ('route', 'flag') and n.routes = n.dates then n.last_date end
  from node n
  cross join (select 'record' as spot union all select 'layout' union all select 'template') s
  cross join (select 'route' as way union all select 'path' union all select 'unrouted' union all select 'flag') w
  where (s.spot = 'record' or (s.spot = 'layout' and n.layout_id is not null) or (s.spot = 'template' and n.template_id is not null))
  and ((w.way = 'route' and n.opener_route_id is not null)
    or (w.way = 'path' and n.level = 0 and n.is_data = 1 and n.opener_route_id is not null)
    or (w.way = 'unrouted' and n.level = 0 and n.opener_route_id is null)
    or (w.way = 'flag' and n.opener_route_id is null and n.is_flagged = 1 and n.is_draft = 0 and n.route_id is null))
)`,
    select: `select distinct coalesce(m.set_id, o.place_id) as place_id, o.opener_id as opener_id, o.way as way, o.route_id as route_id,
  o.opens_at as opens_at
from opening o
cross join (select 0 as is_set union all select 1) k
${left(table('reach_place_set'), 'm', 'm.place_id = o.place_id and k.is_set = 1')}
where k.is_set = 0 or m.set_id is not null`,
  };
}

/**
 * Rows in: pages and page data (`:ids`), and pages whose layout changed (`:templates`). Rows out: all records that
 * may give access to the same places: those at and below them, and at and below the page data shown in one of the
 * pages.
 */
export function grantingRecordsSql(session: SqlSession): string {
  const { table, dialect } = session;
  const { left } = byKey(session);
  const isKey = skewedKey(session);
  const [page, data] = [table('page'), table('abstract_page_data')];
  // One column at a time: on MariaDB, a union of all children would be built from all pages.
  return `with recursive below (id) as (
  select p.id from ${page} p where ${dialect.anyOf('p.id', 'ids', 'uuid')}
  union
  select d.id from ${data} d where ${dialect.anyOf('d.id', 'ids', 'uuid')}
  union
  select d.id from ${data} d where ${dialect.anyOf('d.page_id', 'templates', 'uuid')}
  union
  select coalesce(p.id, q.id, d.id, e.id) from below b
  join (select 1 as way union all select 2 union all select 3 union all select 4) k on k.way > 0
  ${left(page, 'p', `${isKey('p.parent_page_id', 'b.id')} and k.way = 1`)}
  ${left(page, 'q', `${isKey('q.parent_page_data_id', 'b.id')} and k.way = 2`)}
  ${left(data, 'd', `${isKey('d.parent_page_id', 'b.id')} and k.way = 3`)}
  ${left(data, 'e', `${isKey('e.parent_page_data_id', 'b.id')} and k.way = 4`)}
  where coalesce(p.id, q.id, d.id, e.id) is not null
)
select id from below`;
}
