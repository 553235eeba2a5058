import type { PoolClient } from 'pg';
import type { Transaction } from 'sequelize';
import { connectionOf, wireOf } from '../driver-internals.js';

/**
 * Records the error of the first failed statement of each transaction. The server rejects later ones with
 * another error (25P02). Statements are sent without waiting, so their promises may reject first, but the
 * connection delivers responses in order.
 */
export interface FirstFailures {
  /** Observes a new connection; call it once for each. */
  listen(client: PoolClient): void;
  /** Attributes failures of a connection to the transaction from now on. */
  follow(transaction: Transaction): void;
  of(transaction: Transaction): unknown;
  /** Clears the failure of a part that was rolled back. */
  forget(transaction: Transaction): void;
}

export function createFirstFailures(): FirstFailures {
  const current = new WeakMap<PoolClient, Transaction>();
  const failures = new WeakMap<Transaction, unknown>();
  return {
    listen(client) {
      wireOf(client).on('errorMessage', (failure: unknown) => {
        const transaction = current.get(client);
        if (transaction !== undefined && !failures.has(transaction)) failures.set(transaction, failure);
      });
    },
    follow: (transaction) => void current.set(connectionOf(transaction), transaction),
    of: (transaction) => failures.get(transaction),
    forget: (transaction) => void failures.delete(transaction),
  };
}
