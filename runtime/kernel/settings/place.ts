import type { ConfigProblem } from '../contract/config-problem.js';

/**
 * Use of a configuration. Commands that only read or change the database need no session keys, mail server,
 * hub or first administrator.
 */
export type ConfigUse = 'service' | 'database';

/** Environment of a configuration, available to settings while they are read. */
export interface Place {
  readonly projectRoot: string;
  readonly use: ConfigUse;
  /** Whether development conveniences are on: missing values are generated (contract decision 56). */
  readonly conveniences: boolean;
  /** Absolute path of the data folder. */
  readonly dataDir: string;
  /** Scheme, host and port, without a trailing slash. */
  readonly publicUrl: string;
  /** Returns the value of an environment variable; an empty one counts as unset. */
  variable(name: string): string | null;
  /** Reports a problem that stops startup. */
  refuse(problem: ConfigProblem): void;
  /** Logs a notice for the operator. */
  notice(text: string): void;
}

/** Returns a single problem of a check. */
export function problemAt(key: string, problem: string, advice: string): readonly ConfigProblem[] {
  return [{ key, problem, advice }];
}

export function missing(key: string, advice: string): ConfigProblem {
  return { key, problem: 'must be configured', advice };
}
