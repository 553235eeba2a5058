import { randomBytes } from 'node:crypto';
import type { Database } from '../../../kernel/contract/database/database.js';
import type { InvalidationFeed } from './feed.js';
import { within } from '../../../kernel/util/async/within.js';
import { invalidationTable } from '../tables.js';
import {
  appendInvalidation,
  createInvalidationReader,
  type InvalidationReader,
  type InvalidationRow,
  newestSql,
  rowsSql,
} from './invalidation-rows.js';

/** Timeout of a check. After that the response is computed, and the request reports any database problem. */
const PATIENCE_MS = 1_000;

/** Generates an identifier that is unique to the process. */
export const createOrigin = (): string => randomBytes(12).toString('base64url');

/**
 * Creates a feed for databases without notifications. It reads the newest number before a cached response is used.
 * Concurrent callers share one small statement.
 */
export function createPolledFeed(
  database: Database,
  {
    origin = createOrigin(),
    areAllStored = () => Promise.resolve(true),
  }: {
    readonly origin?: string;
    /** Returns whether the writes of all processes are stored as rows. Called until it returns true. */
    readonly areAllStored?: () => Promise<boolean>;
  } = {},
): InvalidationFeed {
  const table = database.table(invalidationTable.name);
  let reader: InvalidationReader | undefined;
  let isStarted = false;
  /** Whether a check has timed out and is still running. */
  let isLate = false;
  let running: Promise<boolean> | undefined;
  let next: Promise<boolean> | undefined;

  async function look(): Promise<boolean> {
    if (reader === undefined) return false;
    try {
      if (!isStarted && !(await areAllStored())) return false;
      const row = await database.first<{ newest: unknown }>(newestSql(table));
      const newest = Number(row?.newest ?? 0);
      if (!isStarted) reader.startAt(newest);
      else if (newest !== reader.last)
        reader.take(await database.all<InvalidationRow>(rowsSql(table), { last: reader.last }));
      isStarted = true;
      return true;
    } catch {
      return false; // outages are logged elsewhere; missed rows are read afterwards
    }
  }

  function begin(): Promise<boolean> {
    // A request must not share a check that started before it, however long that check takes.
    if (isLate) return Promise.resolve(false);
    const requested = look();
    running = within(PATIENCE_MS, requested, () => new Error('The database did not respond'))
      .catch(() => {
        isLate = true;
        void requested.finally(() => (isLate = false));
        return false;
      })
      .finally(() => (running = undefined));
    return running;
  }

  return {
    append: (session, dropped) => appendInvalidation(session, { origin, dropped }),
    follow(drop) {
      reader = createInvalidationReader(origin, drop);
    },
    isCurrent() {
      if (running === undefined) return begin();
      // The running check may already have read the number.
      next ??= running.then(() => {
        next = undefined;
        return begin();
      });
      return next;
    },
    asksDatabase: true,
    close: () => Promise.resolve(),
  };
}
