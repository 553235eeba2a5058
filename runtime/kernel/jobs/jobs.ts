import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, TransactionSession } from '../contract/database/database.js';
import type { Job, JobOutcome, Jobs } from '../contract/features/jobs.js';
import type { Outbox, OutboxChannel, PendingMessage } from '../contract/features/outbox.js';
import { isOutage } from '../errors/database-unavailable.js';
import { InternalError } from '../errors/internal-error.js';
import { JOB_CHANNEL, observed } from '../observation/channels.js';
import { attemptsOf } from '../outbox/waiting-messages.js';
import type { Clock } from '../ports/clock.js';
import type { Logger } from '../ports/logger.js';
import { JOBS_CHANNEL } from './requested-jobs.js';
import type { ScheduleStore } from './schedule-store.js';

/** The jobs of a service. */
export interface ServiceJobs extends Jobs {
  /** Registers the jobs of this service; call it once. */
  connect(jobs: readonly Job[]): void;
  /** Channel that delivers requests to the process that runs them. */
  readonly channel: OutboxChannel;
  /** Starts to run jobs in this process, so that callers can wait for them. */
  startWaiting(): void;
  /** Releases all waiting callers; their requests stay stored. */
  stopWaiting(): void;
}

export interface JobsDeps {
  /** Whether a request waits for the run (`inline`) or leaves it to a serving process (`database`). */
  readonly queue: 'inline' | 'database';
  readonly database: Database;
  readonly outbox: Pick<Outbox, 'append' | 'wake'>;
  /** Stores the last runs of scheduled jobs. */
  readonly store: Pick<ScheduleStore, 'finish'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Time limit of a run, sufficient for jobs that read every file of a large site. */
const LONGEST_RUN_MS = 6 * 3_600_000;
/** Short, so that callers who wait for a run of a dead process do not wait long. */
const LEASE_MS = 15_000;
/** Requests older than this are dropped; callers request the job again. */
const EXPIRY_MS = 86_400_000;
/** Maximum number of requests that one run fulfills. */
const MOST_REQUESTS = 1000;
/** Shorter than the response timeout of common proxies. */
const LONGEST_WAIT_MS = 20_000;
const FIRST_LOOK_MS = 20;
const LONGEST_PAUSE_MS = 500;

/**
 * Runs requested jobs in the background. Every request is an outbox message (ADR 45). The outbox delivers the
 * messages of one key to one process at a time, and to another if that one dies. A run fulfills all requests
 * made before it started.
 */
export function createJobs({ queue, database, outbox, store, clock, log }: JobsDeps): ServiceJobs {
  let jobs: ReadonlyMap<string, Job> = new Map();
  let isWaiting = false;

  function jobOf(name: string): Job {
    const job = jobs.get(name);
    if (job === undefined) throw new InternalError(`No job is named ${name}`);
    return job;
  }

  async function run(name: string, signal: AbortSignal): Promise<void> {
    const job = jobOf(name);
    try {
      const outcome: JobOutcome | void = await observed(
        JOB_CHANNEL,
        () => ({ job: name }),
        () => job.run(signal),
      );
      if (job.schedule !== undefined)
        await store.finish(name, { finishedAt: clock.now(), outcome: outcome ?? {} });
    } catch (err) {
      if (!signal.aborted && !isOutage(err)) log.error({ msg: 'job failed; retrying', job: name, err });
      throw err;
    }
  }

  async function append(name: string, session: TransactionSession): Promise<string> {
    const id = randomUUID();
    const { concurrencyKey: key = name } = jobOf(name);
    await outbox.append(session, [{ id, channel: JOBS_CHANNEL, key, body: { job: name } }]);
    return id;
  }

  /** Waits until the request is fulfilled or a run fails. Callers do not wait for the retry. */
  async function wait(id: string): Promise<void> {
    const until = performance.now() + LONGEST_WAIT_MS;
    let pause = FIRST_LOOK_MS;
    while (isWaiting && performance.now() < until) {
      if ((await attemptsOf(database, id)) !== 0) return;
      await sleep(pause);
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    }
  }

  return {
    channel: {
      name: JOBS_CHANNEL,
      batchSize: MOST_REQUESTS,
      timeoutMs: LONGEST_RUN_MS,
      leaseMs: LEASE_MS,
      expiryMs: EXPIRY_MS,
      async deliver(messages, signal) {
        for (const name of new Set(messages.map(jobNameOf))) await run(name, signal);
        return { kind: 'sent' };
      },
    },
    connect(all) {
      jobs = new Map(all.map((job) => [job.name, job]));
    },
    async request(name, session) {
      if (session !== undefined) return void (await append(name, session));
      const id = await database.transaction((own) => append(name, own));
      outbox.wake();
      if (queue === 'inline') await wait(id);
    },
    startWaiting: () => void (isWaiting = true),
    stopWaiting: () => void (isWaiting = false),
  };
}

/** `append` wrote the body. */
const jobNameOf = ({ body }: PendingMessage): string => (body as { readonly job: string }).job;
