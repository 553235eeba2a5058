import type { TransactionSession } from '../database/database.js';

/** Background work, run by a serving process or a command. */
export interface Job {
  /** Unique kebab-case name of at most 100 characters. */
  readonly name: string;
  /** Jobs with the same key run one at a time, in request order; default: the name. */
  readonly concurrencyKey?: string;
  /**
   * Schedule on which the job is requested, once for all serving processes. A single run
   * replaces all missed ones.
   */
  readonly schedule?: Times;
  /**
   * Runs the job. It is restarted from the beginning when it fails or its process dies, so its writes must be
   * idempotent. Returns counts by name, which `cms jobs` shows for scheduled jobs.
   * @param signal aborted when the process shuts down or another one takes the job over; later writes may be
   * stale
   */
  run(signal: AbortSignal): Promise<JobOutcome | void>;
}

/** A recurring schedule. */
export interface Times {
  /** Cron expression of five fields. */
  readonly cron: string;
  /** Time zone of the expression, such as `Europe/London`. */
  readonly timeZone: string;
}

/** Result of a run: counts by name. */
export type JobOutcome = Readonly<Record<string, number>>;

export interface Jobs {
  /**
   * Requests a run of the job from its start as soon as possible. One job of a concurrency key runs at a
   * time, whatever the number of processes. Serving processes with `queue: inline` wait until the run ends,
   * fails or takes long; others return immediately.
   * @param session session of the transaction that the request belongs to; the call then does not wait
   */
  request(name: string, session?: TransactionSession): Promise<void>;
}
