import { median } from '../report/row.js';
import type { Row } from '../report/row.js';
import { forBuilds, type PerBuild } from './build.js';

/**
 * Measurements of each build in each round. The builds alternate, so that a slow moment of the machine affects all of
 * them.
 */
export type Rounds<Sample> = readonly PerBuild<Sample>[];

export interface RoundPlan<Value, Sample> {
  readonly rounds: number;
  readonly measure: (value: Value) => Promise<Sample>;
  readonly measureBare?: () => Promise<unknown>;
}

/** Measures every build once per round, followed by the references. */
export async function runRounds<Value, Sample>(
  builds: PerBuild<Value>,
  { rounds, measure, measureBare }: RoundPlan<Value, Sample>,
): Promise<Rounds<Sample>> {
  const taken: PerBuild<Sample>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    taken.push(await forBuilds(builds, measure));
    await measureBare?.();
  }
  return taken;
}

/** Medians of all rounds, as members of a row. */
export function mediansOf<Sample>(
  rounds: Rounds<Sample>,
  read: (sample: Sample) => number,
): Pick<Row, 'ours' | 'against'> {
  const ours = median(rounds.map(([sample]) => read(sample)));
  const others = rounds.flatMap(([, sample]) => (sample === undefined ? [] : [read(sample)]));
  return others.length === 0 ? { ours } : { ours, against: median(others) };
}
