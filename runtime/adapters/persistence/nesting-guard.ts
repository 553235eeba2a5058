import { AsyncLocalStorage } from 'node:async_hooks';
import { InternalError } from '../../kernel/errors/internal-error.js';

/** Detects independent transactions inside a transaction. */
export interface NestingGuard {
  /** @throws InternalError when called within an open transaction */
  assertOutside(): void;
  /** Runs the work of a transaction, which ends when the work does or when it calls `leave`. */
  inside<Result>(work: (leave: () => void) => Promise<Result>): Promise<Result>;
}

/**
 * Creates the guard. An independent transaction inside another one waits for a lock of the outer one: always
 * on SQLite, on other databases if both access a row or the pool is exhausted. Work that outlives the
 * transaction is not inside it.
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
