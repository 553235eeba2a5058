import { randomUUID } from 'node:crypto';
import type { Database, SqlParameters, TransactionSession } from '../../../kernel/contract/database.js';
import type { Clock } from '../../../kernel/ports/clock.js';
import type { UserRow, UserRows } from './user-rows.js';

export interface LiveSession {
  readonly user: UserRow;
  /** The refresh-token row that keeps the session alive; null when the session has ended. */
  readonly refreshToken: { readonly id: string; readonly version: number } | null;
}

export interface Sessions {
  /** One read of session and user; undefined when either is gone (contract decision 45). */
  find(sessionId: string): Promise<LiveSession | undefined>;
  /** Opens a session and answers its id. */
  start(transaction: TransactionSession, userId: string): Promise<string>;
  /** Replaces the live row by a fresh one; of requests at the same time one does it and the others carry on. */
  rotate(
    sessionId: string,
    userId: string,
    refreshToken: NonNullable<LiveSession['refreshToken']>,
  ): Promise<void>;
  /** Ends the sessions of a user, but for the one that made the change. */
  endOfUser(transaction: TransactionSession, userId: string, exceptSessionId?: string | null): Promise<void>;
  /** Ends every session of a user: signing out. */
  end(userId: string): Promise<void>;
  endAll(transaction: TransactionSession): Promise<void>;
}

/**
 * Sessions and the refresh-token rows beneath them (accounts.md section 3, contract decisions 6 and 45). A session has an idle
 * timeout and no absolute one: it ends `ttl` seconds after it was last refreshed.
 */
export function createSessions(deps: {
  readonly database: Database;
  readonly users: UserRows;
  readonly ttl: number;
  readonly clock: Clock;
}): Sessions {
  const { database, users, clock } = deps;
  const { encode } = database.dialect;
  const uuid = (id: string) => encode('uuid', id);
  const date = (value: Date) => encode('datetime', value);
  const statements = buildStatements(database, users);

  async function insertToken(transaction: TransactionSession, sessionId: string, userId: string) {
    const now = clock.now();
    const row = {
      id: randomUUID(),
      session_id: sessionId,
      user_id: userId,
      created_at: now,
      expired_at: new Date(now.getTime() + deps.ttl * 1000),
      version: 1,
    };
    await transaction.insert('refresh_token', [row]);
  }

  const sessions: Sessions = {
    async find(sessionId) {
      const row = await database.first(statements.find, { sid: uuid(sessionId), now: date(clock.now()) });
      if (row === undefined) return undefined;
      const id = row.refresh_token_id;
      const refreshToken =
        id == null
          ? null
          : { id: String(database.dialect.decode('uuid', id)), version: Number(row.refresh_token_version) };
      return { user: users.decode(row), refreshToken };
    },
    async start(transaction, userId) {
      const sessionId = randomUUID();
      const row = { id: sessionId, user_id: userId, created_at: clock.now(), ended_at: null };
      await transaction.insert('session', [row]);
      await insertToken(transaction, sessionId, userId);
      return sessionId;
    },
    async rotate(sessionId, userId, { id, version }) {
      await database.transaction(async (transaction) => {
        const parameters = { id: uuid(id), version, now: date(clock.now()) };
        const replaced = await transaction.run(statements.replaceToken, parameters);
        if (replaced === 1) await insertToken(transaction, sessionId, userId);
      });
    },
    async endOfUser(transaction, userId, exceptSessionId = null) {
      const parameters: SqlParameters = { user: uuid(userId), now: date(clock.now()) };
      if (exceptSessionId === null) {
        await transaction.run(statements.endSessions, parameters);
        await transaction.run(statements.endTokens, parameters);
        return;
      }
      const others = { ...parameters, except: uuid(exceptSessionId) };
      await transaction.run(statements.endOtherSessions, others);
      await transaction.run(statements.endOtherTokens, others);
    },
    end: (userId) => database.transaction((transaction) => sessions.endOfUser(transaction, userId)),
    async endAll(transaction) {
      await transaction.run(statements.endAllSessions, { now: date(clock.now()) });
      await transaction.run(statements.endAllTokens, { now: date(clock.now()) });
    },
  };
  return sessions;
}

/** `ended_at` is the word: a row rotated in while its session was being ended keeps nothing alive. */
function buildStatements(database: Database, users: UserRows) {
  const session = database.table('session');
  const token = database.table('refresh_token');
  const endSessions = `update ${session} set ended_at = :now where ended_at is null`;
  const endTokens = `update ${token} set expired_at = :now where expired_at > :now`;
  return {
    find: `select ${users.columns}, rt.id as refresh_token_id, rt.version as refresh_token_version
from ${session} s
join ${database.table('user')} u on u.id = s.user_id
left join ${token} rt on rt.session_id = s.id and rt.expired_at > :now and s.ended_at is null
where s.id = :sid
order by rt.expired_at desc
limit 1`,
    replaceToken: `update ${token}
set expired_at = :now, version = version + 1
where id = :id and version = :version and expired_at > :now`,
    endAllSessions: endSessions,
    endAllTokens: endTokens,
    endSessions: `${endSessions} and user_id = :user`,
    endTokens: `${endTokens} and user_id = :user`,
    endOtherSessions: `${endSessions} and user_id = :user and id <> :except`,
    endOtherTokens: `${endTokens} and user_id = :user and session_id <> :except`,
  };
}
