import { createHash } from 'node:crypto';
import type { Database, Dialect, SqlParameters } from '../contract/database/database.js';
import type { AppError } from '../errors/app-error.js';
import { tooManyRequests } from '../errors/catalog.js';
import type { Clock } from '../ports/clock.js';
import { createTakenHits } from './taken-hits.js';
import { throttleTable } from './table.js';

export interface ThrottleOptions {
  /** Name of the limit. Throttles with the same name share their counters, in all processes. */
  readonly name: string;
  /** Hits per key and duration. */
  readonly points: number;
  /** Duration of a window, which starts with the first hit of a key. */
  readonly durationSeconds: number;
  /**
   * Number of hits that a process reserves at once and counts locally, for frequent keys. Unused ones are
   * lost when the window ends. Default: 1.
   */
  readonly block?: number;
  /** Creates the error from the seconds until hits are available again; default: 429 with `Retry-After`. */
  readonly refusal?: (seconds: number) => AppError;
}

export interface ThrottleDeps {
  readonly database: Database;
  readonly clock: Clock;
}

export interface Throttle {
  /**
   * Counts a hit for the key in a separate commit, so that it counts even if the request fails.
   * @throws AppError 429 with `Retry-After` if the key has no hits left; 503 while the database is
   * unavailable.
   */
  hit(key: string): Promise<void>;
  /** Returns one hit. */
  takeBack(key: string): Promise<void>;
  /** Returns all hits. */
  forget(key: string): Promise<void>;
}

/**
 * Creates a rate limit by arbitrary keys (contract decision 44). Processes that share a database share the
 * counters. A hit, or a block of them, costs one statement, or a transaction of two on MySQL and MariaDB. An
 * exhausted key costs none for a while.
 */
export function createThrottle(options: ThrottleOptions, { database, clock }: ThrottleDeps): Throttle {
  const { name, points, durationSeconds, block = 1, refusal = tooManyRequests } = options;
  const table = database.table(throttleTable.name);
  const statements = throttleStatements({ table, block }, database.dialect);
  const blocked = createBlockedKeys();
  const taken = createTakenHits();
  const idOf = (key: string): string => createHash('sha256').update(`${name}\n${key}`).digest('base64url');

  function refuse(until: Date, now: Date): never {
    throw refusal(Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000)));
  }

  async function count(id: string, now: Date): Promise<{ readonly hits: number; readonly until: Date }> {
    const { encode, decode } = database.dialect;
    const end = new Date(now.getTime() + durationSeconds * 1000);
    const times = { now: encode('datetime', now), end: encode('datetime', end) };
    const row = await countRow(database, statements, { id, ...times });
    // The row has just been written, and a datetime decodes to a date.
    return { hits: Number(row?.hits), until: decode('datetime', row?.expires_at) as Date };
  }

  async function change(sql: string, key: string): Promise<void> {
    const id = idOf(key);
    blocked.release(id);
    taken.forget(id);
    await database.transaction((session) => session.run(sql, { id }));
  }

  return {
    async hit(key) {
      const id = idOf(key);
      const now = clock.now();
      const known = blocked.until(id, now);
      if (known !== undefined) refuse(known, now);
      if (taken.use(id, now)) return;
      const { hits, until } = await count(id, now);
      const before = hits - block;
      if (before < points) return taken.add(id, { left: Math.min(block, points - before) - 1, until });
      blocked.block(id, until, now);
      refuse(until, now);
    },
    takeBack: (key) => change(statements.takeBack, key),
    forget: (key) => change(statements.forget, key),
  };
}

type CountedRow = Readonly<Record<'hits' | 'expires_at', unknown>>;

/** Counts a hit of the key and returns its row. */
async function countRow(
  database: Database,
  { count, countAndRead, read }: ReturnType<typeof throttleStatements>,
  parameters: SqlParameters & { readonly id: string },
): Promise<CountedRow | undefined> {
  if (countAndRead !== undefined) return database.writeOne<CountedRow>(countAndRead, parameters);
  return database.transaction(async (session) => {
    await session.run(count, parameters);
    return session.first<CountedRow>(read, { id: parameters.id });
  });
}

/**
 * Builds the statements, which touch only the row of the key. MySQL evaluates assignments in text order, so
 * `hits` must read the old end.
 */
function throttleStatements(
  { table, block }: { readonly table: string; readonly block: number },
  dialect: Dialect,
) {
  const isOver = `${table}.expires_at <= :now`;
  const count = `insert into ${table} (id, hits, expires_at)
values (:id, ${block}, :end)
${dialect.onDuplicate('id')}
  hits = case when ${isOver} then ${block} else ${table}.hits + ${block} end,
  expires_at = case when ${isOver} then :end else ${table}.expires_at end`;
  const returning = dialect.returning('hits, expires_at');
  return {
    count,
    countAndRead: returning === undefined ? undefined : `${count}\n${returning}`,
    read: `select hits, expires_at from ${table} where id = :id`,
    takeBack: `update ${table} set hits = hits - 1 where id = :id and hits > 0`,
    forget: `delete from ${table} where id = :id`,
  };
}

/** Exhausted keys known to this process, so that a flood of requests with them costs no statements. */
interface BlockedKeys {
  /** Returns the end of the key's window; undefined if the database must be queried. */
  until(id: string, now: Date): Date | undefined;
  block(id: string, until: Date, now: Date): void;
  release(id: string): void;
}

/** Another process may have returned hits, so the database is queried again after this time. */
const REMEMBERED_MS = 10_000;
/** Limits memory during a flood from many addresses; the oldest key is dropped first. */
const LIMIT = 10_000;

function createBlockedKeys(): BlockedKeys {
  const blocked = new Map<string, { readonly until: Date; readonly at: number }>();
  return {
    until(id, now) {
      const found = blocked.get(id);
      if (found === undefined) return undefined;
      const age = now.getTime() - found.at;
      if (found.until > now && age >= 0 && age < REMEMBERED_MS) return found.until;
      blocked.delete(id);
      return undefined;
    },
    block(id, until, now) {
      const [oldest] = blocked.keys();
      if (blocked.size >= LIMIT && oldest !== undefined) blocked.delete(oldest);
      blocked.set(id, { until, at: now.getTime() });
    },
    release: (id) => void blocked.delete(id),
  };
}
