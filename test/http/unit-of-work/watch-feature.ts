import type { Change } from '../../../runtime/kernel/contract/records/change-set.js';
import type { Feature } from '../../../runtime/kernel/feature.js';

/** Receives changes as any feature does. */
export interface WatchFeature {
  readonly feature: Feature;
  /** Returns the changes of each unit of work since the last call, in commit order. */
  takeUnits(): (readonly Change[])[];
}

export function createWatchFeature(): WatchFeature {
  let units: (readonly Change[])[] = [];
  return {
    feature: {
      name: 'watch',
      unitOfWork: { afterCommit: ({ changes }) => void units.push(changes) },
    },
    takeUnits() {
      const taken = units;
      units = [];
      return taken;
    },
  };
}
