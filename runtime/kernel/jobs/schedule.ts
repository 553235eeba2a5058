import type { Database } from '../contract/database/database.js';
import type { Jobs } from '../contract/features/jobs.js';
import type { Clock } from '../ports/clock.js';
import type { Logger } from '../ports/logger.js';
import { createPoller } from '../util/async/poller.js';
import { dueAfter, type ScheduledJob } from './job-times.js';
import type { ScheduleStore } from './schedule-store.js';

/** Requests jobs on their schedules, once for all serving processes. */
export interface Schedule {
  start(): void;
  /** Requests the jobs that are due. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface ScheduleDeps {
  readonly jobs: readonly ScheduledJob[];
  readonly request: Jobs['request'];
  /** Notifies the outbox after requests are committed. */
  readonly wake: () => void;
  readonly store: ScheduleStore;
  readonly database: Pick<Database, 'transaction'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Interval of the checks. The first one is delayed by it to keep startup short. */
const CHECK_MS = 20_000;
/**
 * Larger than the clock difference between machines. A schedule processed further ahead is due to a wrong
 * clock and would not run for that long, so it is reset.
 */
const MOST_AHEAD_MS = 3_600_000;

export function createSchedule(deps: ScheduleDeps): Schedule {
  const { jobs, request, wake, store, database, clock, log } = deps;

  /**
   * Stores the request and the processed time in one transaction, so a killed process leaves no partial
   * state.
   */
  async function follow(job: ScheduledJob, last: Date, now: Date): Promise<void> {
    const due = dueAfter(job.schedule, last);
    const isDue = due !== null && due <= now;
    const isAhead = last.getTime() - now.getTime() > MOST_AHEAD_MS;
    if (!isDue && !isAhead) return;
    await database.transaction(async (session) => {
      if (!(await store.claim(job.name, { last, now }, session))) return;
      if (isDue) await request(job.name, session);
    });
    wake();
  }

  async function check(): Promise<void> {
    const known = await store.read();
    const now = clock.now();
    for (const job of jobs) {
      const last = known.get(job.name)?.followedUntil;
      if (last === undefined) await store.begin(job.name, now);
      else await follow(job, last, now);
    }
  }

  const poller = createPoller({
    intervalMs: CHECK_MS,
    run: check,
    onError: (err) => log.error({ msg: 'failed to check the job schedule', err }),
  });
  return {
    check,
    start() {
      if (jobs.length > 0) poller.start();
    },
    close: poller.close,
  };
}
