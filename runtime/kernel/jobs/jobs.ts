import type { Database } from '../contract/database.js';
import type { Job, Jobs } from '../contract/jobs.js';
import type { Outbox, OutboxChannel } from '../contract/outbox.js';
import { InternalError } from '../errors/internal-error.js';
import type { Logger } from '../ports/logger.js';

/** The jobs of a service. */
export interface ServiceJobs extends Jobs {
  /** Jobs that this service could run; once. */
  connect(jobs: readonly Job[]): void;
  /** What a queue in the database needs of the outbox. */
  readonly channels: readonly OutboxChannel[];
  /** Ends what runs in this process; what is stored is run again by another one. */
  close(): Promise<void>;
}

export interface JobsDeps {
  /** Where requests wait: in the process that was asked, or in the database for any that serves. */
  readonly queue: 'inline' | 'database';
  readonly database: Pick<Database, 'transaction'>;
  readonly outbox: Pick<Outbox, 'append' | 'wake'>;
  readonly log: Logger;
}

/** Of messages in the outbox; `cms jobs` shows them. */
export const JOBS_CHANNEL = 'jobs';
/** A job that takes longer is ended and begun again; so is one whose process has died. */
const LONGEST_RUN_MS = 300_000;
/** What could not be done for so long is asked for again by whoever wants it. */
const EXPIRY_MS = 86_400_000;

/**
 * Runs what is asked for in the background, one run of a job at a time: what is asked for while it runs is one more run. The queue
 * in the database is the outbox (ADR 45), which hands the messages of one key to one process at a time, and to another one when
 * that has died.
 */
export function createJobs({ queue, database, outbox, log }: JobsDeps): ServiceJobs {
  let jobs: ReadonlyMap<string, Job> = new Map();
  const running = new Map<string, { work: Promise<void>; isAskedAgain: boolean }>();
  const stopping = new AbortController();

  function jobOf(name: string): Job {
    const job = jobs.get(name);
    if (job === undefined) throw new InternalError(`No job is named ${name}`);
    return job;
  }

  async function runUntilNobodyAsks(job: Job): Promise<void> {
    for (;;) {
      await job
        .run(stopping.signal)
        .catch((err: unknown) => log.error({ msg: 'a job failed', job: job.name, err }));
      const current = running.get(job.name);
      if (current?.isAskedAgain !== true || stopping.signal.aborted) break;
      current.isAskedAgain = false;
    }
    running.delete(job.name);
  }

  function runHere(job: Job): void {
    const current = running.get(job.name);
    if (current !== undefined) current.isAskedAgain = true;
    else
      running.set(job.name, {
        work: Promise.resolve().then(() => runUntilNobodyAsks(job)),
        isAskedAgain: false,
      });
  }

  const channel: OutboxChannel = {
    name: JOBS_CHANNEL,
    timeoutMs: LONGEST_RUN_MS,
    expiryMs: EXPIRY_MS,
    async deliver([message], signal) {
      await jobOf(message?.key ?? '').run(signal);
      return { kind: 'sent' };
    },
  };

  return {
    channels: queue === 'database' ? [channel] : [],
    connect(all) {
      jobs = new Map(all.map((job) => [job.name, job]));
    },
    async request(name) {
      const job = jobOf(name);
      if (queue === 'inline') return runHere(job);
      const message = { channel: JOBS_CHANNEL, key: name, body: null, collapses: true };
      await database.transaction((session) => outbox.append(session, [message]));
      outbox.wake();
    },
    async close() {
      stopping.abort();
      await Promise.all([...running.values()].map(({ work }) => work));
    },
  };
}
