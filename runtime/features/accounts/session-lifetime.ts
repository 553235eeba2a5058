import type { Database } from '../../kernel/contract/database/database.js';
import type { RetentionWork } from '../../kernel/contract/features/retention.js';
import { refreshTokenTable, sessionTable } from './model/tables.js';

/**
 * Deletes replaced or expired refresh tokens, and sessions with their last token. Rows stay as long as a browser may
 * keep the session cookie, so that its user learns that the session has ended. Sessions in use have a live token and
 * stay.
 * @param ttl idle timeout of sessions in seconds, which is also the lifetime of their cookies
 */
export function createSessionLifetime(database: Database, ttl: number): RetentionWork {
  const { dialect } = database;
  const [session, token] = [database.table(sessionTable.name), database.table(refreshTokenTable.name)];
  const expired = `select t.id as id, t.session_id as session_id
from ${token} t
where t.expired_at < :before
order by t.expired_at`;
  const deleteTokens = `delete from ${token} where ${dialect.anyOf('id', 'ids', 'uuid')} and expired_at < :before`;
  const deleteSessions = `delete from ${session}
where ${dialect.anyOf('id', 'ids', 'uuid')}
  and not exists (select 1 from ${token} t where t.session_id = ${session}.id)`;
  const text = (id: unknown): string => String(dialect.decode('uuid', id));
  return {
    name: 'ended-sessions',
    what: 'Ended sessions with their tokens, and replaced tokens',
    where: '`session`, `refresh_token`',
    keeps: '`refresh_token.ttl`',
    async clean({ now, limit }) {
      const before = dialect.encode('datetime', new Date(now.getTime() - ttl * 1000));
      const rows = await database.all<{ id: unknown; session_id: unknown }>(`${expired} limit ${limit}`, {
        before,
      });
      if (rows.length === 0) return 0;
      return database.transaction(async (transaction) => {
        const tokens = await transaction.run(deleteTokens, { ids: rows.map(({ id }) => text(id)), before });
        const ids = [...new Set(rows.map((row) => text(row.session_id)))];
        await transaction.run(deleteSessions, { ids });
        return tokens;
      });
    },
  };
}
