import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../contract/database/database.js';
import type { Job, JobOutcome } from '../contract/features/jobs.js';
import type { RetentionRule, RetentionWork } from '../contract/features/retention.js';
import type { Clock } from '../ports/clock.js';
import type { Logger } from '../ports/logger.js';
import { createPoller } from '../util/async/poller.js';
import { cleanRows } from './row-lifetime.js';

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
  const shared = retention.filter((retentionRule) => !isOfMachine(retentionRule));
  const ofMachine = retention.filter(isOfMachine);
  const stop = new AbortController();

  /** Returns the number of deletions by name. A failure does not stop the others. */
  async function clean(those: readonly RetentionRule[], signal: AbortSignal): Promise<JobOutcome> {
    const removed: Record<string, number> = {};
    const failures: unknown[] = [];
    for (const retentionRule of those)
      try {
        removed[retentionRule.name] = await cleanAll(retentionRule, signal);
      } catch (error) {
        signal.throwIfAborted();
        failures.push(new Error(`Cleaning ${retentionRule.name} failed`, { cause: error }));
      }
    const notified = Object.entries(removed).filter(([, count]) => count > 0);
    if (notified.length > 0) log.info({ msg: 'deleted expired rows', ...Object.fromEntries(notified) });
    if (failures.length > 0) throw failures.length === 1 ? failures[0] : new AggregateError(failures);
    return removed;
  }

  async function cleanAll(retentionRule: RetentionRule, signal: AbortSignal): Promise<number> {
    const batch = { now: clock.now(), limit: BATCH };
    let removed = 0;
    for (;;) {
      signal.throwIfAborted();
      const count =
        'clean' in retentionRule
          ? await retentionRule.clean(batch)
          : await cleanRows(retentionRule, database, batch);
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

const isOfMachine = (retentionRule: RetentionRule): retentionRule is RetentionWork =>
  'isOfMachine' in retentionRule && retentionRule.isOfMachine === true;
