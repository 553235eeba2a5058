/** Trend of a figure after the warm-up. */
export interface Trend {
  readonly first: number;
  readonly last: number;
  readonly highest: number;
  /** Slope of the linear regression of the samples. */
  readonly growthPerHour: number;
  /** It grew by no more than its random variation. */
  readonly isFlat: boolean;
}

/**
 * Growth within a run that counts as flat, as a share of the mean. Small figures have an additional absolute
 * tolerance.
 */
const PART = 0.05;

/**
 * Returns the minimum of each sliding window. Rows that are deleted at intervals vary with the load, so only the
 * minimum after each deletion shows whether they grow.
 */
export function lowsOf(values: readonly number[], count: number): readonly number[] {
  const width = Math.min(count, values.length);
  return values.slice(width - 1).map((_, index) => Math.min(...values.slice(index, index + width)));
}

/**
 * Returns the trend of a figure.
 * @param values one a minute, without those of the warm-up
 * @param slack normal variation of the figure between minutes
 */
export function trendOf(values: readonly number[], slack: number): Trend {
  const count = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  const middle = (count - 1) / 2;
  let [covariance, variance] = [0, 0];
  for (const [minute, value] of values.entries()) {
    covariance += (minute - middle) * (value - mean);
    variance += (minute - middle) ** 2;
  }
  const slope = variance === 0 ? 0 : covariance / variance;
  return {
    first: values[0] ?? Number.NaN,
    last: values.at(-1) ?? Number.NaN,
    highest: Math.max(...values),
    growthPerHour: slope * 60,
    isFlat: slope * count <= mean * PART + slack,
  };
}
