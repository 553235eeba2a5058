import type { Costs, Figures } from './figures.js';

/** A figure of a request that differs from the committed one. It is undefined on the side where it does not exist. */
export interface Difference {
  readonly request: string;
  readonly figure: keyof Figures;
  readonly was: number | undefined;
  readonly is: number | undefined;
}

const FIGURES: readonly (keyof Figures)[] = [
  ...(['statements', 'control', 'trips', 'writes'] as const),
  ...(['headBytes', 'bodyBytes', 'allocatedBytes'] as const),
];
/** Relative tolerance of a figure (ADR 88 contains the measurements). */
const TOLERANCES: Partial<Record<keyof Figures, number>> = { allocatedBytes: 0.05 };

/** Returns whether two values of a figure are equal within its tolerance. */
export function isSteady(figure: keyof Figures, was: number, is: number): boolean {
  return Math.abs(is - was) <= was * (TOLERANCES[figure] ?? 0);
}

/** Returns all improvements and regressions. `ignored` figures are omitted. */
export function compareCosts(was: Costs, is: Costs, ignored: readonly (keyof Figures)[] = []): Difference[] {
  const requests = new Set([...Object.keys(was), ...Object.keys(is)]);
  const figures = FIGURES.filter((figure) => !ignored.includes(figure));
  return [...requests].flatMap((request) =>
    figures
      .map((figure) => ({ request, figure, was: was[request]?.[figure], is: is[request]?.[figure] }))
      .filter((each) => !isSame(each)),
  );
}

/** Formats a difference. */
export function describeDifference({ request, figure, was, is }: Difference): string {
  if (was === undefined) return `${request}: ${figure} is new, ${is}`;
  if (is === undefined) return `${request}: ${figure} was ${was}, and is not there any more`;
  return `${request}: ${figure} was ${was}, is ${is} (${is > was ? 'worse' : 'better'})`;
}

function isSame({ figure, was, is }: Difference): boolean {
  return was === undefined || is === undefined ? was === is : isSteady(figure, was, is);
}
