import { ANONYMOUS } from '../contract/context.js';
import type { Feature } from '../feature.js';
import type { Clock } from '../ports/clock.js';
import type { Logger } from '../ports/logger.js';
import type { ResourceOperations } from '../resource-operations.js';
import { unaskedContext } from '../util/unasked-context.js';
import type { Invalidation } from './invalidation.js';

export interface IsSettledDeps {
  readonly features: readonly Feature[];
  readonly operations: Pick<ResourceOperations, 'enter'>;
  readonly invalidation: Pick<Invalidation, 'isCurrent'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * True when what was computed before may be used where nothing of it was dropped: the gates are passed as by any use case,
 * so that what is due by now is stored, and what other processes have written is known. Never throws.
 */
export function createIsSettled(deps: IsSettledDeps): Invalidation['isCurrent'] {
  const { operations, invalidation, clock } = deps;
  const gates = deps.features.flatMap(({ gate }) => gate ?? []);

  async function pass(): Promise<boolean> {
    try {
      await operations.enter({ context: unaskedContext(ANONYMOUS, deps) }, () => Promise.resolve());
    } catch {
      return false; // whoever asked meets it again, and is told
    }
    return invalidation.isCurrent();
  }

  return () => {
    const now = clock.now();
    return gates.every((gate) => gate.isClear?.(now) === true) ? invalidation.isCurrent() : pass();
  };
}
