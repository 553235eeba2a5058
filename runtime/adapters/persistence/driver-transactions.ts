import { ConnectionError, Transaction, type Sequelize } from 'sequelize';
import type { TransactionOptions } from '../../kernel/contract/database/database.js';
import { connectionOf, giveConnection, markFinished, takeMarkAway } from './driver-internals.js';

/** Starts and ends transactions that Sequelize models take part in. */
export interface DriverTransactions {
  /** Sends the start of a transaction without waiting, so that the first read can follow immediately. */
  begin(options: TransactionOptions): Promise<Transaction>;
  /** Begins a read-only snapshot transaction. */
  beginSnapshot(): Promise<Transaction>;
  /** Resolves when the transaction has begun. Earlier writes would run outside of it; models wait for it. */
  begun(transaction: Transaction): Promise<void>;
  commit(transaction: Transaction): Promise<void>;
  rollback(transaction: Transaction): Promise<void>;
}

/**
 * Creates transactions that the driver starts and ends on Sequelize's connections. Sequelize's query classes
 * cost more than the statement itself, twice per write, and its rollback prints to the console if the
 * connection is lost. Starts with an isolation level are rare and left to Sequelize.
 */
export function createDriverTransactions(
  sequelize: Sequelize,
  {
    send,
    start,
    snapshot,
  }: {
    readonly send: (connection: object, sql: string) => Promise<unknown>;
    /** Statement that begins a transaction. */
    readonly start: string;
    /** Statements that begin a snapshot transaction. */
    readonly snapshot: readonly string[];
  },
): DriverTransactions {
  const { connectionManager } = sequelize;
  const starts = new WeakMap<Transaction, Promise<unknown>>();
  async function begun(transaction: Transaction): Promise<void> {
    try {
      await starts.get(transaction);
    } catch (error) {
      // A new connection fails to begin for this reason only; models throw the error from their own
      // statements.
      throw error instanceof Error ? new ConnectionError(error) : error;
    }
  }

  async function beginWith(statements: readonly string[]): Promise<Transaction> {
    const transaction = new Transaction(sequelize, {});
    const connection = await connectionManager.getConnection({ type: 'write' });
    giveConnection(transaction, connection);
    const started = Promise.all(statements.map((sql) => send(connection, sql)));
    started.catch(() => undefined); // Reported by `begun`; the rollback closes the connection.
    starts.set(transaction, started);
    return transaction;
  }

  async function end(transaction: Transaction, how: 'commit' | 'rollback'): Promise<void> {
    const connection = connectionOf<object>(transaction);
    markFinished(transaction, how);
    try {
      await begun(transaction);
      await send(connection, how);
    } catch (error) {
      // The outcome of the transaction is unknown, so the connection is not reused.
      await connectionManager.destroyConnection(connection);
      throw error;
    } finally {
      takeMarkAway(transaction);
    }
    connectionManager.releaseConnection(connection);
  }

  sequelize.addHook('beforeQuery', ({ transaction }) => (transaction ? begun(transaction) : undefined));

  return {
    begun,

    async begin({ isolation }) {
      if (isolation !== undefined)
        return sequelize.transaction({ isolationLevel: Transaction.ISOLATION_LEVELS.SERIALIZABLE });
      return beginWith([start]);
    },

    beginSnapshot: () => beginWith(snapshot),

    commit: (transaction) => end(transaction, 'commit'),
    rollback: (transaction) => end(transaction, 'rollback'),
  };
}
