import type { TransactionSession } from '../database/database.js';

/** Work that is done in the background of a serving process, or by a command. */
export interface Job {
  /** Unique among all features, kebab-case, at most 100 characters. */
  readonly name: string;
  /** Jobs of the same key run one at a time, in the order in which they were asked for; by default the name. */
  readonly concurrencyKey?: string;
  /**
   * When it is asked for by itself, once for all processes that serve. One run makes up for all times that were missed while
   * none did.
   */
  readonly schedule?: Times;
  /**
   * Run again from its start when it fails, and when the process that ran it has died; so whatever it stores is stored once.
   * Answers what it did, in numbers by name, which `cms jobs` shows of jobs with a schedule.
   * @param signal ends when the process shuts down, or another one has taken the job over: what is stored after that may be old
   */
  run(signal: AbortSignal): Promise<JobOutcome | void>;
}

/** Times of recurring work. */
export interface Times {
  /** A cron expression of five fields. */
  readonly cron: string;
  /** The time zone of the expression, such as `Europe/London`. */
  readonly timeZone: string;
}

/** What a run did: numbers by name. */
export type JobOutcome = Readonly<Record<string, number>>;

export interface Jobs {
  /**
   * Has the job run once more from its start, as soon as it may: one at a time of a concurrency key, whatever the number of processes.
   * Serving processes with `queue: inline` come back when that run is over, has failed or takes long; others at once.
   * @param session of a transaction that the request is part of: then nobody waits
   */
  request(name: string, session?: TransactionSession): Promise<void>;
}
