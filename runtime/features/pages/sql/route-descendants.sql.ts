import type { SqlSession } from '../../../kernel/contract/database/database.js';
import { byKey, skewedKey } from '../../../kernel/records/by-key.js';

export interface DescendantRow extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly parent_id: string;
  readonly is_data: number | string;
  readonly created_at: unknown;
  readonly route_id: string | null;
  readonly path: string | null;
}

/**
 * Rows in: a page or page data record (`:id`). Rows out: everything below it with its route, unrouted records included.
 * Cost: the size of the subtree, by the indexes of the parent columns.
 */
export function descendantsSql(session: SqlSession): string {
  const { table } = session;
  const { inner, left } = byKey(session);
  const page = table('page');
  const data = table('abstract_page_data');
  const children = `(select id, parent_page_id as parent_id, route_id, 0 as is_data, created_at from ${page}
    union all select id, parent_page_data_id, route_id, 0, created_at from ${page}
    union all select id, parent_page_id, route_id, 1, created_at from ${data}
    union all select id, parent_page_data_id, route_id, 1, created_at from ${data})`;
  return `with recursive below (id, parent_id, route_id, is_data, created_at) as (
  select c.id, c.parent_id, c.route_id, c.is_data, c.created_at from ${children} c where c.parent_id = :id
  union
  select c.id, c.parent_id, c.route_id, c.is_data, c.created_at from below b ${inner(children, 'c', skewedKey(session)('c.parent_id', 'b.id'))}
)
select b.id as id, b.parent_id as parent_id, b.is_data as is_data, b.created_at as created_at, r.id as route_id, r.route as path
from below b ${left(table('route'), 'r', 'r.id = b.route_id')}`;
}

/** Rows in: a route (`:id`). Rows out: ids of the routes that redirect to it, directly or not. Cost: their number. */
export function incomingRedirectsSql(session: SqlSession): string {
  const route = session.table('route');
  return `with recursive incoming (id) as (
  select r.id from ${route} r where r.redirect_id = :id
  union
  select r.id from incoming i ${byKey(session).inner(route, 'r', 'r.redirect_id = i.id')}
)
select id from incoming where id <> :id`;
}
