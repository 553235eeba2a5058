import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../contract/database/database.js';
import type { Job, JobOutcome } from '../contract/features/jobs.js';
import type {
  CleaningBatch,
  RetentionRule,
  RetentionWork,
  RowRetention,
} from '../contract/features/retention.js';
import { InternalError } from '../errors/internal-error.js';
import type { Clock } from '../ports/clock.js';
import type { Logger } from '../ports/logger.js';
import { createPoller } from '../util/async/poller.js';

/** The job that deletes expired data. */
export const CLEANING = 'cleaning';

/** Deletes expired data. All retention goes through it (ADR 83). */
export interface Cleaning {
  /** Scheduled job for data shared by all processes. */
  readonly job: Job;
  /** Starts the hourly cleaning of data on this machine. */
  start(): void;
  close(): Promise<void>;
}

export interface CleaningDeps {
  readonly retention: readonly RetentionRule[];
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Frequent, so that each run has little to do and a table exceeds its retention by no more than this. */
const SCHEDULE = { cron: '*/5 * * * *', timeZone: 'UTC' };
const HOUR_MS = 3_600_000;
/** Small enough that other writers wait only briefly for the locks, or for the write lock of SQLite. */
const BATCH = 500;
/** Lets waiting SQLite writers run between two batches. */
const PAUSE_MS = 50;

export function createCleaning({ retention, database, clock, log }: CleaningDeps): Cleaning {
  const shared = retention.filter((rule) => !isOfMachine(rule));
  const ofMachine = retention.filter(isOfMachine);
  const stop = new AbortController();

  /** Returns the number of deletions by name. A failure does not stop the others. */
  async function clean(those: readonly RetentionRule[], signal: AbortSignal): Promise<JobOutcome> {
    const removed: Record<string, number> = {};
    const failures: unknown[] = [];
    for (const rule of those)
      try {
        removed[rule.name] = await cleanAll(rule, signal);
      } catch (error) {
        signal.throwIfAborted();
        failures.push(new Error(`Cleaning ${rule.name} failed`, { cause: error }));
      }
    const notified = Object.entries(removed).filter(([, count]) => count > 0);
    if (notified.length > 0) log.info({ msg: 'deleted expired rows', ...Object.fromEntries(notified) });
    if (failures.length > 0) throw failures.length === 1 ? failures[0] : new AggregateError(failures);
    return removed;
  }

  async function cleanAll(rule: RetentionRule, signal: AbortSignal): Promise<number> {
    const batch = { now: clock.now(), limit: BATCH };
    let removed = 0;
    for (;;) {
      signal.throwIfAborted();
      const count = 'clean' in rule ? await rule.clean(batch) : await cleanRows(rule, database, batch);
      removed += count;
      if (count < BATCH) return removed;
      await sleep(PAUSE_MS, undefined, { signal });
    }
  }

  const machineCleaning = createPoller({
    intervalMs: HOUR_MS,
    isImmediate: true,
    run: async () => void (await clean(ofMachine, stop.signal)),
    onError(err) {
      if (!stop.signal.aborted)
        log.error({ msg: 'failed to delete leftover files of stopped processes', err });
    },
  });

  return {
    job: { name: CLEANING, schedule: SCHEDULE, run: (signal) => clean(shared, signal) },
    start() {
      if (ofMachine.length > 0) machineCleaning.start();
    },
    async close() {
      stop.abort();
      await machineCleaning.close();
    },
  };
}

const isOfMachine = (rule: RetentionRule): rule is RetentionWork =>
  'isOfMachine' in rule && rule.isOfMachine === true;

/**
 * Deletes a batch of expired rows and returns their number. Finds the rows before the transaction, so that
 * nothing is locked if there are none, and checks them again inside it.
 */
async function cleanRows(
  { name, table: { name: table, primaryKey, columns }, column, keepSeconds }: RowRetention,
  database: Database,
  { now, limit }: CleaningBatch,
): Promise<number> {
  const { dialect } = database;
  const [key = '', ...others] = primaryKey;
  const type = columns.find((one) => one.name === key)?.type;
  if (others.length > 0 || (type !== 'uuid' && type !== 'string'))
    throw new InternalError(`Lifetime ${name}: the key of ${table} is not one column, a uuid or a string`);
  const [id, moment] = [dialect.quote(key), dialect.quote(column)];
  const before = dialect.encode('datetime', new Date(now.getTime() - keepSeconds * 1000));
  const rows = await database.all<{ id: unknown }>(
    `select t.${id} as id from ${database.table(table)} t where t.${moment} < :before order by t.${moment} limit ${limit}`,
    { before },
  );
  if (rows.length === 0) return 0;
  const ids = rows.map((row) => String(dialect.decode(type, row.id)));
  return database.transaction((session) =>
    session.run(
      `delete from ${session.table(table)} where ${dialect.anyOf(id, 'ids', type)} and ${moment} < :before`,
      { ids, before },
    ),
  );
}
