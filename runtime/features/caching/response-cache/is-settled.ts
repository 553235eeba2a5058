import { ANONYMOUS } from '../../../kernel/contract/context.js';
import type { UseCaseGate } from '../../../kernel/contract/records/use-cases.js';
import type { Kernel } from '../../../kernel/kernel.js';
import type { Clock } from '../../../kernel/ports/clock.js';
import type { Logger } from '../../../kernel/ports/logger.js';
import { unaskedContext } from '../../../kernel/util/http/unasked-context.js';
import { within } from '../../../kernel/util/async/within.js';
import type { Invalidation } from '../invalidation/invalidation.js';

export interface IsSettledDeps {
  /** The service, which is asked for when the first answer is needed. */
  readonly service: Kernel['service'];
  readonly invalidation: Pick<Invalidation, 'isCurrent'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Whoever waits longer does so with the request itself, which says what it waits for. */
const PATIENCE_MS = 2_000;

/**
 * Whether what was computed before may be used where nothing of it was dropped: the gates are passed as by any use case, so
 * that what is due by now is stored, and what other processes have written is known. Never throws.
 */
export function createIsSettled(deps: IsSettledDeps): Invalidation['isCurrent'] {
  const { service, invalidation, clock } = deps;
  let gates: readonly UseCaseGate[] | undefined;

  async function pass(): Promise<boolean> {
    try {
      const passed = service().operations.enter(
        { name: 'settleAnswers', context: unaskedContext(ANONYMOUS, deps) },
        () => Promise.resolve(),
      );
      await within(PATIENCE_MS, passed, () => new Error('The database says nothing'));
    } catch {
      return false; // whoever asked meets it again, and is told
    }
    return invalidation.isCurrent();
  }

  return () => {
    const now = clock.now();
    gates ??= service().features.flatMap(({ gate }) => gate ?? []);
    return gates.every((gate) => gate.isClear?.(now) === true) ? invalidation.isCurrent() : pass();
  };
}
