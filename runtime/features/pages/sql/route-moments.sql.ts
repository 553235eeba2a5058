import type { SqlSession } from '../../../kernel/contract/database/database.js';
import { allForIds } from '../../../kernel/records/id-lists.js';

interface MomentRow extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly opens_at: unknown;
}

/**
 * Reads the time from which routes are live from the index, by id: the latest of their own dates, those above them
 * and those of their targets. Null if a write must come first. For reads only: the index is updated at the end of a
 * transaction, so writes use `loadRouteFacts`. Cost: one look-up by key for each route.
 */
export async function storedMoments(
  ids: readonly string[],
  session: SqlSession,
): Promise<ReadonlyMap<string, Date | null>> {
  const { table, dialect } = session;
  const sql = `select y.route_id as id, y.opens_at as opens_at from ${table('reach_route')} y
where ${dialect.anyOf('y.route_id', 'ids', 'uuid')}`;
  const rows = await allForIds<MomentRow>(session, sql, { ids });
  return new Map(
    rows.map(({ id, opens_at: raw }) => {
      const moment = dialect.decode('datetime', raw ?? null);
      return [id, moment instanceof Date ? moment : null];
    }),
  );
}

/** Returns the same as a condition on a route's id, with `:now`. */
export function isLiveSql(id: string, { table }: SqlSession): string {
  return `exists (select 1 from ${table('reach_route')} live where live.route_id = ${id} and live.opens_at <= :now)`;
}
