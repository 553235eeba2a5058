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

/** What is asked for is computed where it takes longer, and says by itself what is wrong. */
const PATIENCE_MS = 1_000;

/** A name that no other process has. */
export const createOrigin = (): string => randomBytes(12).toString('base64url');

/**
 * A feed for databases without notifications. It reads the newest number before a kept answer is used; all callers at a
 * time share one small statement.
 */
export function createPolledFeed(
  database: Database,
  {
    origin = createOrigin(),
    areAllStored = () => Promise.resolve(true),
  }: {
    readonly origin?: string;
    /** Whether the writes of all processes are among the rows; asked until they are. */
    readonly areAllStored?: () => Promise<boolean>;
  } = {},
): InvalidationFeed {
  const table = database.table(invalidationTable.name);
  let reader: InvalidationReader | undefined;
  let isStarted = false;
  /** A look has been waited for in vain, and is still under way. */
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
      return false; // an outage is logged where it is met; what was missed is read behind it
    }
  }

  function begin(): Promise<boolean> {
    // Nobody may share a look that began before his request, however late it is.
    if (isLate) return Promise.resolve(false);
    const asked = look();
    running = within(PATIENCE_MS, asked, () => new Error('The database says nothing'))
      .catch(() => {
        isLate = true;
        void asked.finally(() => (isLate = false));
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
      // The one that is under way may have been answered already.
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
