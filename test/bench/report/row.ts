/** Target of a result. A missed target is printed and never fails a run. */
export type Target =
  | { readonly kind: 'share-at-least'; readonly value: number }
  | { readonly kind: 'at-most'; readonly value: number }
  | { readonly kind: 'times-at-most'; readonly value: number };

/** One line of the results. */
export interface Row {
  readonly name: string;
  readonly unit: 'requests/s' | 'µs' | 'ms' | 'MB' | 'statements';
  readonly ours: number;
  /** Result of another build, measured alternately. */
  readonly against?: number;
  /** The same work without the toolkit, measured in the same run. */
  readonly bare?: number;
  readonly target?: Target;
  /** Explanation of the result, printed below the table. */
  readonly details?: readonly string[];
}

/** Ratio `ours / bare`. Below 1 is slower for requests per second and faster for times. */
export function ratioOf({ ours, bare }: Pick<Row, 'ours' | 'bare'>): number | undefined {
  return bare === undefined || bare === 0 ? undefined : ours / bare;
}

/** Undefined for rows without a target. */
export function isReached(row: Row): boolean | undefined {
  const { target } = row;
  if (target === undefined) return undefined;
  switch (target.kind) {
    case 'share-at-least':
      return (ratioOf(row) ?? 0) >= target.value;
    case 'at-most':
      return row.ours <= target.value;
    case 'times-at-most':
      return (ratioOf(row) ?? Infinity) <= target.value;
  }
}

/** Median of several measurements, which a single slow moment of the machine does not affect. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle];
  if (upper === undefined) throw new Error('The median of no values');
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}
