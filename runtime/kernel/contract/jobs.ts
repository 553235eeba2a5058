import type { TransactionSession } from './database.js';

/** Work that is done in the background of a serving process, or by a command. */
export interface Job {
  /** Unique among all features, kebab-case, at most 100 characters. */
  readonly name: string;
  /** Jobs of the same key run one at a time, in the order in which they were asked for; by default the name. */
  readonly concurrencyKey?: string;
  /**
   * Run again from its start when it fails, and when the process that ran it has died; so whatever it stores is stored once.
   * @param signal ends when the process shuts down, or another one has taken the job over: what is stored after that may be old
   */
  run(signal: AbortSignal): Promise<void>;
}

export interface Jobs {
  /**
   * Has the job run once more from its start, as soon as it may: one at a time of a concurrency key, whatever the number of processes.
   * Serving processes with `queue: inline` come back when that run is over, has failed or takes long; others at once.
   * @param session of a transaction that the request is part of: then nobody waits
   */
  request(name: string, session?: TransactionSession): Promise<void>;
}
