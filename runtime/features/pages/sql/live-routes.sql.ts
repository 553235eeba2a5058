import type { SqlSession } from '../../../kernel/contract/database/database.js';

/** A live route as other features see it. */
export interface LiveRoute {
  readonly id: string;
  readonly path: string;
}

/** Finds all live routes. */
export interface LiveRoutes {
  /** Returns a query of the ids of routes that are live at `:now`. Cost: a scan of the date index. */
  idsSql(session: SqlSession): string;
  /**
   * Finds live routes that a table (a quoted name) does not contain, earliest first. Cost: one look-up by key for
   * each live route.
   */
  unlisted(
    table: string,
    requested: { readonly session: SqlSession; readonly now: Date; readonly limit: number },
  ): Promise<readonly LiveRoute[]>;
}

export const liveRoutes: LiveRoutes = {
  idsSql: ({ table }) => `select y.route_id from ${table('reach_route')} y where y.opens_at <= :now`,
  unlisted: (listed, { session, now, limit }) =>
    session.all<LiveRoute & Readonly<Record<string, unknown>>>(
      `select r.id as id, r.route as path
from ${session.table('reach_route')} y
join ${session.table('route')} r on r.id = y.route_id
where y.opens_at <= :now and not exists (select 1 from ${listed} l where l.id = y.route_id)
order by y.opens_at, y.route_id
limit ${limit}`,
      { now: session.dialect.encode('datetime', now) },
    ),
};
