/** One value of a measure. */
export interface Reading {
  readonly value: number;
  /** A value for each label of the measure. */
  readonly labels?: Readonly<Record<string, string>>;
}

/** A state of this process or of the site that is asked for when somebody measures, such as the length of a queue. */
export interface Measure {
  /** snake_case; ends in its unit (`_bytes`, `_seconds`), and in `_total` where it only grows. */
  readonly name: string;
  /** One sentence for operators. */
  readonly help: string;
  /** `counter`: it only grows while the process runs. */
  readonly kind: 'gauge' | 'counter';
  /** Names of labels. Their values are few: never addresses, ids or what callers write. */
  readonly labels?: readonly string[];
  /** It sends statements, so that it is asked every few seconds at most. */
  readonly asksDatabase?: true;
  read(): readonly Reading[] | Promise<readonly Reading[]>;
}
