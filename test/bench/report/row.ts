/** What a number has to reach; a missed target is printed, it never fails a run. */
export type Target =
  | { readonly kind: 'share-at-least'; readonly value: number }
  | { readonly kind: 'at-most'; readonly value: number }
  | { readonly kind: 'times-at-most'; readonly value: number };

/** One line of the result. */
export interface Row {
  readonly name: string;
  readonly unit: 'requests/s' | 'µs' | 'ms' | 'MB' | 'statements' | 'frames';
  readonly ours: number;
  /** The same of another build, measured in turn with this one. */
  readonly against?: number;
  /** The same work without the toolkit, measured in the same run. */
  readonly bare?: number;
  readonly target?: Target;
  /** What explains the number, printed below the table. */
  readonly details?: readonly string[];
}

/** `ours / bare`; below 1 is slower for requests per second and faster for times. */
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

/** The middle of several measurements, which one slow moment of the machine does not move. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle];
  if (upper === undefined) throw new Error('The median of no values');
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}
