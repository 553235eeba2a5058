import type { ConfigProblem } from '../contract/config-problem.js';

/** All problems of a configuration; stops startup. */
export class ConfigError extends Error {
  readonly problems: readonly ConfigProblem[];

  constructor(problems: readonly ConfigProblem[]) {
    const lines = problems.map(({ key, problem, advice }) => `  ${key}: ${problem}; ${advice}`);
    super(`The configuration is invalid:\n${lines.join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}
