/** Problem of one configuration key, with its remedy. */
export interface ConfigProblem {
  /** Dotted key of the file, or name of an environment variable. */
  readonly key: string;
  readonly problem: string;
  readonly advice: string;
}

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
