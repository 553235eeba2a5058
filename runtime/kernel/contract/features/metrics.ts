/** One sample of a metric. */
export interface Reading {
  readonly value: number;
  /** Value of each label of the metric. */
  readonly labels?: Readonly<Record<string, string>>;
}

/** A metric read when metrics are collected, such as the length of a queue. */
export interface Metric {
  /** snake_case name that ends in its unit (`_bytes`, `_seconds`), or in `_total` for counters. */
  readonly name: string;
  /** One-sentence description for operators. */
  readonly help: string;
  /** `counter`: only grows while the process runs. */
  readonly kind: 'gauge' | 'counter';
  /** Label names. Labels have few values: never addresses, ids or client input. */
  readonly labels?: readonly string[];
  /** Set if reading runs statements; the result is then cached for a few seconds. */
  readonly asksDatabase?: true;
  read(): readonly Reading[] | Promise<readonly Reading[]>;
}
