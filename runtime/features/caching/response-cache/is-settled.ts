import { ANONYMOUS } from '../../../kernel/contract/context.js';
import type { UseCaseGuard } from '../../../kernel/contract/records/use-cases.js';
import type { Kernel } from '../../../kernel/kernel.js';
import type { Clock } from '../../../kernel/ports/clock.js';
import type { Logger } from '../../../kernel/ports/logger.js';
import { contextWithoutRequest } from '../../../kernel/util/http/context-without-request.js';
import { within } from '../../../kernel/util/async/within.js';
import type { Invalidation } from '../invalidation/invalidation.js';

export interface IsSettledDeps {
  /** The service, accessed when the first response is requested. */
  readonly service: Kernel['service'];
  readonly invalidation: Pick<Invalidation, 'isCurrent'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Timeout for the guards. After that the request itself waits and reports the problem. */
const PATIENCE_MS = 2_000;

/**
 * Creates a check whether earlier results can be used if their tags are still valid. It runs the guards of a use case,
 * so that due changes are stored, and requires all writes of other processes to be known. Never throws.
 */
export function createIsSettled(deps: IsSettledDeps): Invalidation['isCurrent'] {
  const { service, invalidation, clock } = deps;
  let gates: readonly UseCaseGuard[] | undefined;

  async function pass(): Promise<boolean> {
    try {
      const passed = service().operations.enter(
        { name: 'settleAnswers', context: contextWithoutRequest(ANONYMOUS, deps) },
        () => Promise.resolve(),
      );
      await within(PATIENCE_MS, passed, () => new Error('The database did not respond'));
    } catch {
      return false; // the request itself fails again and reports the error
    }
    return invalidation.isCurrent();
  }

  return () => {
    const now = clock.now();
    gates ??= service().features.flatMap(({ guard }) => guard ?? []);
    return gates.every((guard) => guard.isClear?.(now) === true) ? invalidation.isCurrent() : pass();
  };
}
