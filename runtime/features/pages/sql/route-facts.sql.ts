import type { SqlSession } from '../../../kernel/contract/database/database.js';
import { byKey } from '../../../kernel/records/by-key.js';

/** Limit that ends stored cycles of redirects or parents. Longer chains do not occur. */
const LONGEST_CHAIN = 100;

/** A row of the statement: a hop of a redirect chain, or a record that a hop leads to, or an ancestor of it. */
export interface RouteFactRow extends Readonly<Record<string, unknown>> {
  readonly row_kind: 'hop' | 'routable' | 'slot' | 'group' | 'draft';
  /**
   * The origin of the row, by its kind:
   * - hop: the requested route
   * - routable: the hop that leads to the record or its descendant
   * - slot: the page data record that holds the component
   * - draft: the published record
   */
  readonly origin: string;
  readonly id: string;
  readonly level: number | string;
  readonly path: string | null;
  readonly redirect_id: string | null;
  readonly live_at: unknown;
  readonly dtype: string | null;
  readonly label: string | null;
  readonly template_id: string | null;
  readonly published_at: unknown;
}

/**
 * Rows in: routes by id (`:ids`) or by path (`:paths`). Rows out: every hop of their redirect chains, and for each
 * hop its record with all ancestors, each with its route's date. `more` adds rows to the union. Cost: the number of
 * hops times the depth, all by key.
 */
export function routeFactsSql(session: SqlSession, by: 'ids' | 'paths', more = ''): string {
  const { table, dialect } = session;
  const { inner, left } = byKey(session);
  const route = table('route');
  const page = table('page');
  const data = table('abstract_page_data');
  const wanted =
    by === 'ids' ? dialect.anyOf('r.id', 'ids', 'uuid') : dialect.anyOf('r.route', 'paths', 'string');
  return `with recursive hop (origin, id, redirect_id, level) as (
  select r.id, r.id, r.redirect_id, 0 from ${route} r where ${wanted}
  union
  select h.origin, r.id, r.redirect_id, h.level + 1
  from hop h ${inner(route, 'r', 'r.id = h.redirect_id')}
  where h.level < ${LONGEST_CHAIN}
),
routable (origin, id, route_id, parent_page_id, parent_page_data_id, level) as (
  select h.id, p.id, p.route_id, p.parent_page_id, p.parent_page_data_id, 0 from hop h ${inner(page, 'p', 'p.route_id = h.id')}
  union
  select h.id, d.id, d.route_id, d.parent_page_id, d.parent_page_data_id, 0 from hop h ${inner(data, 'd', 'd.route_id = h.id')}
  union
  select a.origin, coalesce(p.id, d.id), coalesce(p.route_id, d.route_id), coalesce(p.parent_page_id, d.parent_page_id),
    coalesce(p.parent_page_data_id, d.parent_page_data_id), a.level + 1
  from routable a
  ${left(page, 'p', 'p.id = a.parent_page_id')}
  ${left(data, 'd', 'd.id = a.parent_page_data_id')}
  where (p.id is not null or d.id is not null) and a.level < ${LONGEST_CHAIN}
)
select 'hop' as row_kind, h.origin as origin, h.id as id, h.level as level, r.route as path, r.redirect_id as redirect_id,
  r.live_at as live_at, null as dtype, null as label, null as template_id, null as published_at
from hop h ${inner(route, 'r', 'r.id = h.id')}
union all
select distinct 'routable', a.origin, a.id, a.level, r.route, r.redirect_id, r.live_at, coalesce(d.dtype, 'Page'),
  coalesce(d.title, p.reference), d.page_id, d.published_at
from routable a
${left(route, 'r', 'r.id = a.route_id')}
${left(page, 'p', 'p.id = a.id')}
${left(data, 'd', 'd.id = a.id')}${more}`;
}

/**
 * Rows in: one page or page data record (`:id`). Rows out: the record and its ancestors, nearest first. `more` adds
 * rows to the union. Cost: the depth.
 */
export function ancestrySql(session: SqlSession, more = ''): string {
  const { table } = session;
  const { left } = byKey(session);
  const route = table('route');
  const page = table('page');
  const data = table('abstract_page_data');
  return `with recursive routable (id, route_id, parent_page_id, parent_page_data_id, level) as (
  select p.id, p.route_id, p.parent_page_id, p.parent_page_data_id, 0 from ${page} p where p.id = :id
  union
  select d.id, d.route_id, d.parent_page_id, d.parent_page_data_id, 0 from ${data} d where d.id = :id
  union
  select coalesce(p.id, d.id), coalesce(p.route_id, d.route_id), coalesce(p.parent_page_id, d.parent_page_id),
    coalesce(p.parent_page_data_id, d.parent_page_data_id), a.level + 1
  from routable a
  ${left(page, 'p', 'p.id = a.parent_page_id')}
  ${left(data, 'd', 'd.id = a.parent_page_data_id')}
  where (p.id is not null or d.id is not null) and a.level < ${LONGEST_CHAIN}
)
select 'routable' as row_kind, a.id as origin, a.id as id, a.level as level, r.route as path, r.redirect_id as redirect_id,
  r.live_at as live_at, coalesce(d.dtype, 'Page') as dtype, coalesce(d.title, p.reference) as label,
  d.page_id as template_id, d.published_at as published_at
from routable a
${left(route, 'r', 'r.id = a.route_id')}
${left(page, 'p', 'p.id = a.id')}
${left(data, 'd', 'd.id = a.id')}${more}`;
}
