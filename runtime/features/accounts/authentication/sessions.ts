import { randomUUID } from 'node:crypto';
import type {
  Database,
  SqlParameters,
  TransactionSession,
} from '../../../kernel/contract/database/database.js';
import type { WriteScope } from '../../../kernel/contract/records/writes.js';
import type { Kernel } from '../../../kernel/kernel.js';
import type { UserRow, UserRows } from './user-rows.js';

export interface LiveSession {
  readonly user: UserRow;
  /** The refresh token that keeps the session alive; null if the session has ended. */
  readonly refreshToken: { readonly id: string; readonly version: number; readonly until: Date } | null;
}

export interface Sessions {
  /** Reads session and user in one query; undefined if either is missing (contract decision 45). */
  find(sessionId: string): Promise<LiveSession | undefined>;
  /** Returns when the session was opened; undefined for an unknown session. */
  startedAt(sessionId: string): Promise<Date | undefined>;
  /** Opens a session and returns its id. */
  start(transaction: TransactionSession, userId: string): Promise<string>;
  /** Replaces the live refresh token. With parallel requests, one replaces it and the others continue. */
  rotate(
    sessionId: string,
    userId: string,
    refreshToken: NonNullable<LiveSession['refreshToken']>,
  ): Promise<void>;
  /** Ends the sessions of a user within a unit of work, except the session that made the change. */
  endWith(unit: UnitOfSessions, userId: string, exceptSessionId: string | null): Promise<void>;
  /** Ends every session of a user, for a sign-out. `ended` runs in the same transaction if a session was ended. */
  end(userId: string, ended?: (transaction: TransactionSession) => Promise<void>): Promise<void>;
  /** Ends every session of the returned users, or of all users if `find` returns `everyone`. */
  endFound(find: (transaction: TransactionSession) => Promise<readonly string[] | 'everyone'>): Promise<void>;
  /** Returns the cache tags that every relevant write to the user's sessions invalidates. */
  tagsOf(userId: string): readonly string[];
}

type UnitOfSessions = Pick<WriteScope, 'session' | 'afterCommit'>;

/** Cache tags for ended sessions, of all users or of one user. */
const ENDED = 'sessions';
const endedOf = (userId: string): string => `${ENDED}:${userId}`;

export interface SessionsDeps extends Pick<Kernel, 'database' | 'clock' | 'writeOutOfBand' | 'dropTags'> {
  readonly users: UserRows;
  readonly ttl: number;
  /** Returns the cache tag that every change of a user invalidates. */
  readonly tagOf: (userId: string) => string;
}

/**
 * Creates the store of sessions and their refresh tokens (accounts.md section 3, contract decisions 6 and 45). Sessions
 * have an idle timeout but no absolute one: they end `ttl` seconds after the last refresh.
 */
export function createSessions(deps: SessionsDeps): Sessions {
  const { database, users, clock, writeOutOfBand, dropTags } = deps;
  const { encode, decode } = database.dialect;
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

  /** Returns the number of ended sessions. */
  async function endOfUser(
    transaction: TransactionSession,
    userId: string,
    exceptSessionId: string | null = null,
  ): Promise<number> {
    const parameters: SqlParameters = { user: uuid(userId), now: date(clock.now()) };
    if (exceptSessionId === null) {
      const count = await transaction.run(statements.endSessions, parameters);
      await transaction.run(statements.endTokens, parameters);
      return count;
    }
    const others = { ...parameters, except: uuid(exceptSessionId) };
    const count = await transaction.run(statements.endOtherSessions, others);
    await transaction.run(statements.endOtherTokens, others);
    return count;
  }

  async function endAll(transaction: TransactionSession): Promise<void> {
    await transaction.run(statements.endAllSessions, { now: date(clock.now()) });
    await transaction.run(statements.endAllTokens, { now: date(clock.now()) });
  }

  return {
    async find(sessionId) {
      const row = await database.first(statements.find, { sid: uuid(sessionId), now: date(clock.now()) });
      if (row === undefined) return undefined;
      const id = row.refresh_token_id;
      const refreshToken =
        id == null
          ? null
          : {
              id: String(decode('uuid', id)),
              version: Number(row.refresh_token_version),
              until: decode('datetime', row.refresh_token_until) as Date, // a datetime column
            };
      return { user: users.decode(row), refreshToken };
    },
    async startedAt(sessionId) {
      const row = await database.first(statements.startedAt, { sid: uuid(sessionId) });
      return row && (decode('datetime', row.created_at) as Date); // a datetime column
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
    async endWith({ session, afterCommit }, userId, exceptSessionId) {
      await endOfUser(session, userId, exceptSessionId);
      const tags = [endedOf(userId)];
      dropTags.withCommit(session, tags);
      afterCommit(() => dropTags.afterCommit(tags));
    },
    end: (userId, ended) =>
      writeOutOfBand(
        database,
        async (transaction) => {
          if ((await endOfUser(transaction, userId)) > 0) await ended?.(transaction);
        },
        [endedOf(userId)],
      ),
    endFound: (find) =>
      writeOutOfBand(
        database,
        async (transaction) => {
          const found = await find(transaction);
          if (found === 'everyone') return endAll(transaction);
          for (const userId of found) await endOfUser(transaction, userId);
        },
        [ENDED],
      ),
    tagsOf: (userId) => [ENDED, endedOf(userId), deps.tagOf(userId)],
  };
}

/**
 * Builds the SQL statements. `ended_at` is authoritative: a refresh token inserted while the session ended does not
 * keep it alive.
 */
function buildStatements(database: Database, users: UserRows) {
  const session = database.table('session');
  const token = database.table('refresh_token');
  const endSessions = `update ${session} set ended_at = :now where ended_at is null`;
  const endTokens = `update ${token} set expired_at = :now where expired_at > :now`;
  return {
    find: `select ${users.columns}, rt.id as refresh_token_id, rt.version as refresh_token_version, rt.expired_at as refresh_token_until
from ${session} s
join ${database.table('user')} u on u.id = s.user_id
left join ${token} rt on rt.session_id = s.id and rt.expired_at > :now and s.ended_at is null
where s.id = :sid
order by rt.expired_at desc
limit 1`,
    startedAt: `select s.created_at as created_at from ${session} s where s.id = :sid`,
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
