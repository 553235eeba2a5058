import { ConnectionError, Transaction, type Sequelize } from 'sequelize';
import type { TransactionOptions } from '../../kernel/contract/database/database.js';
import { connectionOf, giveConnection, markFinished, takeMarkAway } from './driver-internals.js';

/** Starts and ends the transactions that Sequelize's models take part in. */
export interface DriverTransactions {
  /** Sends the start on its way, so that the first read can follow it unawaited. */
  begin(options: TransactionOptions): Promise<Transaction>;
  /** Begins a transaction that sees a single moment and writes nothing. */
  beginSnapshot(): Promise<Transaction>;
  /**
   * Resolves once the transaction began. Nothing may be written before that, because it would be written outside any transaction; models wait
   * for it by themselves.
   */
  begun(transaction: Transaction): Promise<void>;
  commit(transaction: Transaction): Promise<void>;
  rollback(transaction: Transaction): Promise<void>;
}

/**
 * Transactions on Sequelize's connections, begun and ended by the driver: the way through its query classes costs more than
 * the statement itself, twice for each write, and its rollback writes to the console when the connection is gone. Starts
 * with an isolation of their own are rare and stay Sequelize's.
 */
export function createDriverTransactions(
  sequelize: Sequelize,
  {
    send,
    start,
    snapshot,
  }: {
    readonly send: (connection: object, sql: string) => Promise<unknown>;
    /** The statement that begins a transaction. */
    readonly start: string;
    /** The statements that begin one which sees a single moment. */
    readonly snapshot: readonly string[];
  },
): DriverTransactions {
  const { connectionManager } = sequelize;
  const starts = new WeakMap<Transaction, Promise<unknown>>();
  async function begun(transaction: Transaction): Promise<void> {
    try {
      await starts.get(transaction);
    } catch (error) {
      // A fresh connection refuses to begin for no other reason; models throw it from within their own statements.
      throw error instanceof Error ? new ConnectionError(error) : error;
    }
  }

  async function beginWith(statements: readonly string[]): Promise<Transaction> {
    const transaction = new Transaction(sequelize, {});
    const connection = await connectionManager.getConnection({ type: 'write' });
    giveConnection(transaction, connection);
    const started = Promise.all(statements.map((sql) => send(connection, sql)));
    started.catch(() => undefined); // reported by `begun`; the rollback that follows ends the connection
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
      // The end of the transaction is unknown, so the connection cannot be used again.
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
