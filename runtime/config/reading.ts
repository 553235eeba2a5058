import type { ConfigProblem } from '../kernel/errors/config-error.js';
import type { Environment } from './env.js';

/** The environment on its way to a configuration. */
export interface Reading {
  readonly projectRoot: string;
  readonly env: Environment;
  readonly problems: ConfigProblem[];
  /** Contract decision 56. */
  readonly conveniences: boolean;
}

export function missing(key: string, advice: string): ConfigProblem {
  return { key, problem: 'must be configured', advice };
}
