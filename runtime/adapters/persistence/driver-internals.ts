import type { Socket } from 'node:net';
import type { Connection as MysqlConnection, Pool as MysqlPool } from 'mysql2';
import type { Connection as PostgresConnection, PoolClient } from 'pg';
import type { Options, Sequelize, Transaction } from 'sequelize';
import type { PoolState } from '../../kernel/contract/database/database.js';
import { InternalError } from '../../kernel/errors/internal-error.js';

/*
 * Uses of Sequelize and driver internals beyond their public types (ADR 30), except for pg queries, which
 * require loading it (`postgres/pg-query.ts`). An upgrade may change any of them silently;
 * `test/persistence/driver-internals.test.ts` detects that.
 */

/** Sequelize's internal transaction members. */
interface TransactionState {
  connection?: { uuid?: string | undefined } | null;
  readonly id: string;
  finished?: string;
}

const stateOf = (transaction: Transaction): TransactionState => transaction as unknown as TransactionState; // Covered by the test.

/** Returns the driver connection of a Sequelize transaction; `Connection` is the dialect's type. */
export function connectionOf<Connection>(transaction: Transaction): Connection {
  const { connection } = stateOf(transaction);
  if (connection == null) throw new InternalError('The transaction has no connection.');
  return connection as Connection;
}

/** Assigns a connection to a transaction that Sequelize did not start. */
export function giveConnection(transaction: Transaction, connection: object): void {
  const state = stateOf(transaction);
  state.connection = connection;
  // A rollback releases only connections marked with its transaction.
  state.connection.uuid = state.id;
}

/** Marks a transaction as finished, so that models refuse to run in it. */
export function markFinished(transaction: Transaction, how: 'commit' | 'rollback'): void {
  stateOf(transaction).finished = how;
}

/** Removes the mark, so that the next transaction can use the connection. */
export function takeMarkAway(transaction: Transaction): void {
  const { connection } = stateOf(transaction);
  if (connection != null) connection.uuid = undefined;
}

/** Option missing in Sequelize's types: do not set the time zone of new MySQL connections. */
export const NO_TIME_ZONE_QUERY: Options & { readonly keepDefaultTimezone: true } = {
  keepDefaultTimezone: true,
};

/** mysql2's internal connection members. */
interface MysqlState {
  readonly stream: Socket;
  /** The command that waits for a response. */
  readonly _command?: object | null;
}

const mysqlState = (connection: MysqlConnection): MysqlState => connection as unknown as MysqlState; // Covered by the test.

export const streamOf = (connection: MysqlConnection): Socket => mysqlState(connection).stream;

/** Returns whether a command of the connection waits for a response. */
export function isWaiting(connection: MysqlConnection): boolean {
  return mysqlState(connection)._command != null;
}

/** mysql2's internal pool members with connection counts. */
interface MysqlPoolState {
  readonly config: { readonly connectionLimit: number };
  readonly _allConnections: { readonly length: number };
  readonly _freeConnections: { readonly length: number };
  readonly _connectionQueue: { readonly length: number };
}

/** Returns the usage of a mysql2 pool. */
export function mysqlPoolState(pool: MysqlPool): Omit<PoolState, 'pool'> {
  const state = pool as unknown as MysqlPoolState; // Covered by the test.
  const idle = state._freeConnections.length;
  return {
    limit: state.config.connectionLimit,
    idle,
    inUse: state._allConnections.length - idle,
    waiting: state._connectionQueue.length,
  };
}

/** Sequelize's internal connection pool. */
interface SequelizePool {
  readonly connectionManager: {
    readonly pool: {
      readonly maxSize: number;
      readonly using: number;
      readonly available: number;
      readonly waiting: number;
    };
  };
}

/** Returns the usage of Sequelize's pool. */
export function sequelizePoolState(sequelize: Sequelize): PoolState {
  const { maxSize, using, available, waiting } = (sequelize as unknown as SequelizePool).connectionManager
    .pool; // Covered by the test.
  return { pool: 'write', limit: maxSize, inUse: using, idle: available, waiting };
}

/** Returns the connection of a pg client, with its stream and message events. */
export function wireOf(client: PoolClient): PostgresConnection {
  return client.connection;
}

/** Returns whether a pg client waits for a response. */
export function isAnswerDue(client: PoolClient): boolean {
  return (client as unknown as { readonly readyForQuery: boolean }).readyForQuery !== true; // Covered by the test.
}
