import { ConnectionError, Transaction, type Sequelize } from 'sequelize';
import type { TransactionOptions } from '../contract/database.js';
import { connectionOf } from './sequelize-connection.js';

/** Starts and ends the transactions that Sequelize's models take part in. */
export interface DriverTransactions {
  /** Sends the start on its way, so that the first read can follow it unawaited. */
  begin(options: TransactionOptions): Promise<Transaction>;
  /**
   * Whether it began. Nothing may be written before that, because it would be written outside any transaction; models wait
   * for it by themselves.
   */
  begun(transaction: Transaction): Promise<void>;
  commit(transaction: Transaction): Promise<void>;
  rollback(transaction: Transaction): Promise<void>;
}

/** What Sequelize keeps on a transaction, which its types do not say. */
interface TransactionState {
  connection: { uuid?: string | undefined };
  readonly id: string;
  finished?: string;
}

/**
 * Transactions on Sequelize's connections, begun and ended by the driver: the way through its query classes costs more than
 * the statement itself, twice for each write, and its rollback writes to the console when the connection is gone. Starts
 * with an isolation of their own are rare and stay Sequelize's.
 */
export function createDriverTransactions(
  sequelize: Sequelize,
  send: (connection: object, sql: string) => Promise<unknown>,
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

  async function end(transaction: Transaction, how: 'commit' | 'rollback'): Promise<void> {
    const connection = connectionOf<object>(transaction);
    const state = stateOf(transaction);
    state.finished = how;
    try {
      await begun(transaction);
      await send(connection, how);
    } catch (error) {
      // How the transaction ended is unknown, so the connection is worth nothing.
      await connectionManager.destroyConnection(connection);
      throw error;
    } finally {
      state.connection.uuid = undefined;
    }
    connectionManager.releaseConnection(connection);
  }

  sequelize.addHook('beforeQuery', ({ transaction }) => (transaction ? begun(transaction) : undefined));

  return {
    begun,

    async begin({ isolation }) {
      if (isolation !== undefined)
        return sequelize.transaction({ isolationLevel: Transaction.ISOLATION_LEVELS.SERIALIZABLE });
      const transaction = new Transaction(sequelize, {});
      const connection = await connectionManager.getConnection({ type: 'write' });
      const state = stateOf(transaction);
      state.connection = connection;
      // By this mark a rollback knows the connection as its own to release.
      state.connection.uuid = state.id;
      const start = send(connection, 'start transaction');
      start.catch(() => undefined); // told by `begun`; the rollback that follows ends the connection
      starts.set(transaction, start);
      return transaction;
    },

    commit: (transaction) => end(transaction, 'commit'),
    rollback: (transaction) => end(transaction, 'rollback'),
  };
}

function stateOf(transaction: Transaction): TransactionState {
  return transaction as unknown as TransactionState; // see `TransactionState`
}
