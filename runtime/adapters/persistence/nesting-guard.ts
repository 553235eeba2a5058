import { AsyncLocalStorage } from 'node:async_hooks';
import { InternalError } from '../../kernel/errors/internal-error.js';

/** Refuses independent transactions inside of a transaction. */
export interface NestingGuard {
  /** @throws InternalError when called by the work of an open transaction */
  assertOutside(): void;
  /** Runs the work of a transaction; it is outside again once it has called `leave` or has ended. */
  inside<Result>(work: (leave: () => void) => Promise<Result>): Promise<Result>;
}

/**
 * A transaction that is committed by itself inside of another one waits for a lock that the outer one holds: on SQLite always, on the
 * other databases when both touch a row or the pool is used up. Work that was started and outlives the transaction is not inside of it.
 */
export function createNestingGuard(isActive: boolean): NestingGuard {
  if (!isActive) return { assertOutside: () => undefined, inside: (work) => work(() => undefined) };
  const around = new AsyncLocalStorage<{ isOpen: boolean }>();
  return {
    assertOutside() {
      if (around.getStore()?.isOpen === true) throw new InternalError(NESTED);
    },
    async inside(work) {
      const transaction = { isOpen: true };
      const leave = (): void => void (transaction.isOpen = false);
      try {
        return await around.run(transaction, () => work(leave));
      } finally {
        leave();
      }
    },
  };
}

const NESTED =
  'A transaction was opened inside another one and would wait for it. Use the session of the outer one, or do this work before it or after its commit.';
