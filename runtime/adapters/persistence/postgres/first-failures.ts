import type { PoolClient } from 'pg';
import type { Transaction } from 'sequelize';
import { connectionOf, wireOf } from '../driver-internals.js';

/**
 * Remembers what the first failed statement of each transaction was refused for. The server refuses everything behind it for
 * another reason (25P02), and as statements are sent without waiting for one another, promises of those may reject before
 * its own does; on the connection the answers come in their order, whoever sent the statements.
 */
export interface FirstFailures {
  /** Listens to a new connection; called once for each. */
  listen(client: PoolClient): void;
  /** Counts failures of its connection as those of the transaction from now on. */
  follow(transaction: Transaction): void;
  of(transaction: Transaction): unknown;
  /** A part of the transaction was undone, and its failure with it. */
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
