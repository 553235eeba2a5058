/** Problem of one configuration key, with its remedy. */
export interface ConfigProblem {
  /** Dotted key of the file, or name of an environment variable. */
  readonly key: string;
  readonly problem: string;
  readonly advice: string;
}

/** Returns the problems of a value in a code file, which no schema can describe. */
export type Check = (value: unknown, key: string) => readonly ConfigProblem[];
