import type { Costs, Figures } from './figures.js';

/** A figure of a request that is not what was committed; undefined for what is not there on one side. */
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
/** How far from the committed number a figure may be, as a part of it (ADR 88 has what was measured). */
const TOLERANCES: Partial<Record<keyof Figures, number>> = { allocatedBytes: 0.05 };

/** Whether two numbers say the same of a figure. */
export function isSteady(figure: keyof Figures, was: number, is: number): boolean {
  return Math.abs(is - was) <= was * (TOLERANCES[figure] ?? 0);
}

/** All that is better or worse than it was. `ignored` figures are left out. */
export function compareCosts(was: Costs, is: Costs, ignored: readonly (keyof Figures)[] = []): Difference[] {
  const requests = new Set([...Object.keys(was), ...Object.keys(is)]);
  const figures = FIGURES.filter((figure) => !ignored.includes(figure));
  return [...requests].flatMap((request) =>
    figures
      .map((figure) => ({ request, figure, was: was[request]?.[figure], is: is[request]?.[figure] }))
      .filter((each) => !isSame(each)),
  );
}

/** A line for a person. */
export function describeDifference({ request, figure, was, is }: Difference): string {
  if (was === undefined) return `${request}: ${figure} is new, ${is}`;
  if (is === undefined) return `${request}: ${figure} was ${was}, and is not there any more`;
  return `${request}: ${figure} was ${was}, is ${is} (${is > was ? 'worse' : 'better'})`;
}

function isSame({ figure, was, is }: Difference): boolean {
  return was === undefined || is === undefined ? was === is : isSteady(figure, was, is);
}
