/** How a figure moved once the process was warm. */
export interface Trend {
  readonly first: number;
  readonly last: number;
  readonly highest: number;
  /** By the line through the samples that is nearest to them. */
  readonly growthPerHour: number;
  /** It grew by no more than it varies by chance. */
  readonly isFlat: boolean;
}

/** What a figure may differ by at the end of a run without growing: a part of it, and some more where it is small. */
const PART = 0.05;

/**
 * The lowest of each value and those before it: what is cleaned at intervals goes up with the pace of the load, and what stays
 * after a cleaning tells whether it grows.
 */
export function lowsOf(values: readonly number[], count: number): readonly number[] {
  const width = Math.min(count, values.length);
  return values.slice(width - 1).map((_, index) => Math.min(...values.slice(index, index + width)));
}

/**
 * @param values one a minute, without those of the warm-up
 * @param slack by how much the figure differs from minute to minute by itself
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
