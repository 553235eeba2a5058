import type { SqlSession } from '../../../kernel/contract/database/database.js';
import { byKey } from '../../../kernel/records/by-key.js';
import type { RowsSql } from './rows-sql.js';

/** Limit that ends redirect loops. Longer chains do not occur. */
const LONGEST_CHAIN = 100;

/**
 * Rows in: the routes among `:ids`, or all; the openings of their records are stored. Rows out: rows of
 * `reach_route`. A route is live from the latest of its own date and those above its record. A redirect also waits
 * for the route at its end (contract decision 81). Cost: the number of hops, by key.
 */
export function routeDatesSql(session: SqlSession, of: 'some' | 'all'): RowsSql {
  const { table, dialect } = session;
  const { inner, left } = byKey(session);
  const route = table('route');
  const requested = of === 'all' ? '' : ` where ${dialect.anyOf('r.id', 'ids', 'uuid')}`;
  return {
    columns: ['route_id', 'opens_at'],
    parameters: {},
    tables: `hop (origin, id, redirect_id, live_at, level) as (
  select r.id, r.id, r.redirect_id, r.live_at, 0 from ${route} r${requested}
  union
  select h.origin, r.id, r.redirect_id, r.live_at, h.level + 1
  from hop h ${inner(route, 'r', 'r.id = h.redirect_id')}
  where h.level < ${LONGEST_CHAIN}
),
moment (origin, live_at) as (
  select h.origin, case when e.place_id is null then h.live_at else e.opens_at end
  from hop h
  ${left(table('page'), 'p', 'p.route_id = h.id')}
  ${left(table('abstract_page_data'), 'd', 'd.route_id = h.id')}
  ${left(table('reach_opening'), 'e', "e.place_id = coalesce(p.id, d.id) and e.way = 'route' and e.opener_id = coalesce(p.id, d.id)")}
  where h.level = 0 or h.redirect_id is null
)`,
    select: `select origin as route_id, case when count(*) = count(live_at) then max(live_at) end as opens_at
from moment group by origin`,
  };
}

/** Rows in: routes (`:ids`). Rows out: these and the routes that redirect to them over any number of hops. */
export function redirectingSql({ table, dialect }: SqlSession): string {
  const route = table('route');
  return `with recursive towards (id) as (
  select r.id from ${route} r where ${dialect.anyOf('r.id', 'ids', 'uuid')}
  union
  select r.id from towards t join ${route} r on r.redirect_id = t.id
)
select id from towards`;
}
