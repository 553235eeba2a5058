import type { SqlSession, TransactionSession } from '../../../kernel/contract/database/database.js';
import type { LiveRoutes } from '../../pages/public-api.js';
import { webhookLiveRouteTable } from '../tables.js';

/** Routes that are known to be live, across all processes. */
export interface KnownRoutes {
  /** Locks the known routes until the transaction ends. Returns whether there are any to compare with. */
  hold(session: SqlSession): Promise<boolean>;
  /** Registers the routes that are live now. */
  begin(session: TransactionSession, now: Date): Promise<void>;
  /** Returns live routes that were not known and registers them. Forgets routes that are no longer live. */
  compare(
    session: TransactionSession,
    now: Date,
  ): Promise<readonly { readonly id: string; readonly path: string }[]>;
  forget(session: TransactionSession): Promise<void>;
}

/** Maximum number of routes per comparison. */
export const MOST_AT_ONCE = 200;

/** Id of the row that a comparison locks. */
const BASELINE = '00000000-0000-0000-0000-000000000000';

export function createKnownRoutes(live: LiveRoutes): KnownRoutes {
  const { name } = webhookLiveRouteTable;
  const moment = ({ dialect }: SqlSession, now: Date) => dialect.encode('datetime', now);

  async function hold(session: SqlSession): Promise<boolean> {
    const { table, dialect } = session;
    const sql = `select t.id as id from ${table(name)} t where t.id = :id${dialect.forUpdate}`;
    return (await session.first(sql, { id: BASELINE })) !== undefined;
  }

  return {
    hold,
    async begin(session, now) {
      const table = session.table(name);
      await session.insert(name, [{ id: BASELINE }], { ignoreDuplicates: true });
      await hold(session);
      await session.run(`delete from ${table} where id <> :baseline`, { baseline: BASELINE });
      await session.run(`insert into ${table} (id) ${live.idsSql(session)}`, { now: moment(session, now) });
    },
    async compare(session, now) {
      const table = session.table(name);
      await session.run(
        `delete from ${table} where id <> :baseline and id not in (${live.idsSql(session)})`,
        { baseline: BASELINE, now: moment(session, now) },
      );
      const fresh = await live.unlisted(table, { session, now, limit: MOST_AT_ONCE });
      if (fresh.length > 0)
        await session.insert(
          name,
          fresh.map(({ id }) => ({ id })),
        );
      return fresh;
    },
    async forget(session) {
      await session.run(`delete from ${session.table(name)}`);
    },
  };
}
