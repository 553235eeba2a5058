import type { ConfigProblem } from '../errors/config-error.js';

/**
 * The purpose of a configuration. A command that only looks at the database or changes it is not asked for what the service
 * needs beside it: keys of sessions, a mail server, a hub, the first administrator.
 */
export type ConfigUse = 'service' | 'database';

/** Where a configuration is used, as far as the environment says; settings look at it while they are read. */
export interface Place {
  readonly projectRoot: string;
  readonly use: ConfigUse;
  /** Development conveniences: what is missing is made up (contract decision 56). */
  readonly conveniences: boolean;
  /** Absolute path of the data folder. */
  readonly dataDir: string;
  /** Scheme, host and port, without a trailing slash. */
  readonly publicUrl: string;
  /** Value of an environment variable; one that is set to nothing counts as not set. */
  variable(name: string): string | null;
  /** Stops the start. */
  refuse(problem: ConfigProblem): void;
  /** Is worth logging for the operator, and no reason to stop. */
  notice(text: string): void;
}

/** The one problem of a check. */
export function problemAt(key: string, problem: string, advice: string): readonly ConfigProblem[] {
  return [{ key, problem, advice }];
}

export function missing(key: string, advice: string): ConfigProblem {
  return { key, problem: 'must be configured', advice };
}
