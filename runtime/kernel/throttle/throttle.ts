import { createHash } from 'node:crypto';
import type { Database, Dialect, SqlParameters } from '../contract/database/database.js';
import type { AppError } from '../errors/app-error.js';
import { tooManyRequests } from '../errors/catalog.js';
import type { Clock } from '../ports/clock.js';
import { createBlockedKeys } from './blocked-keys.js';
import { createTakenHits } from './taken-hits.js';
import { throttleTable } from './table.js';

export interface ThrottleOptions {
  /** What is limited; throttles of one name count together, in all processes. */
  readonly name: string;
  /** The number of hits that a key has within the duration. */
  readonly points: number;
  /** Starts with the first hit of a key. */
  readonly durationSeconds: number;
  /**
   * How many hits a process takes from the database at once and counts by itself, for what is hit often: what it has left when the
   * duration ends is lost. One by default.
   */
  readonly block?: number;
  /** The refusal, by the whole seconds until there are hits again; by default 429 with `Retry-After`. */
  readonly refusal?: (seconds: number) => AppError;
}

export interface ThrottleDeps {
  readonly database: Database;
  readonly clock: Clock;
}

export interface Throttle {
  /**
   * Counts a hit for the key, committed by itself: it counts whatever becomes of the request.
   * @throws AppError 429 with `Retry-After` when the key has no hits left; 503 while the database is away.
   */
  hit(key: string): Promise<void>;
  /** Takes one hit back. */
  takeBack(key: string): Promise<void>;
  /** Takes all hits back. */
  forget(key: string): Promise<void>;
}

/**
 * Makes a rate limit keyed by whatever the caller wants to limit (contract decision 44). Processes that share a database
 * count together. A hit, or a block of them, costs one statement, on MySQL and MariaDB a transaction of two; a refused key for a while
 * nothing.
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
    // It has just been written, and a datetime is decoded into a date.
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

/** Counts one hit of the key, and answers its row. */
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

/** Rows in: the key of one row. Cost: that row. MySQL assigns in the order of the text, so `hits` looks at the old end. */
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
