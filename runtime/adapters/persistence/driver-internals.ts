import type { Socket } from 'node:net';
import type { Connection as MysqlConnection, Pool as MysqlPool } from 'mysql2';
import type { Connection as PostgresConnection, PoolClient } from 'pg';
import type { Options, Sequelize, Transaction } from 'sequelize';
import type { PoolState } from '../../kernel/contract/database/database.js';
import { InternalError } from '../../kernel/errors/internal-error.js';

/*
 * All that is used of Sequelize and of the drivers beyond what their types promise (ADR 30), but for queries of pg, which have to load it
 * (`postgres/pg-query.ts`). An upgrade may change any of it without a word: `test/persistence/driver-internals.test.ts` says so before a
 * site does.
 */

/** The members that Sequelize keeps on a transaction. */
interface TransactionState {
  connection?: { uuid?: string | undefined } | null;
  readonly id: string;
  finished?: string;
}

const stateOf = (transaction: Transaction): TransactionState => transaction as unknown as TransactionState; // see there

/** The driver's connection that a Sequelize transaction runs on; `Connection` is what the dialect puts there. */
export function connectionOf<Connection>(transaction: Transaction): Connection {
  const { connection } = stateOf(transaction);
  if (connection == null) throw new InternalError('The transaction has no connection.');
  return connection as Connection;
}

/** Gives a transaction that Sequelize did not start the connection on which its models run. */
export function giveConnection(transaction: Transaction, connection: object): void {
  const state = stateOf(transaction);
  state.connection = connection;
  // A rollback releases only connections with the mark of its transaction.
  state.connection.uuid = state.id;
}

/** Marks a transaction as finished, so that models refuse to run in it. */
export function markFinished(transaction: Transaction, how: 'commit' | 'rollback'): void {
  stateOf(transaction).finished = how;
}

/** The next transaction takes the connection as nobody's. */
export function takeMarkAway(transaction: Transaction): void {
  const { connection } = stateOf(transaction);
  if (connection != null) connection.uuid = undefined;
}

/** An option that Sequelize leaves out of its types: a new connection of MySQL is given no time zone. */
export const NO_TIME_ZONE_QUERY: Options & { readonly keepDefaultTimezone: true } = {
  keepDefaultTimezone: true,
};

/** The members that mysql2 keeps on a connection. */
interface MysqlState {
  readonly stream: Socket;
  /** The command that waits for its answer. */
  readonly _command?: object | null;
}

const mysqlState = (connection: MysqlConnection): MysqlState => connection as unknown as MysqlState; // see there

export const streamOf = (connection: MysqlConnection): Socket => mysqlState(connection).stream;

/** Whether a command of the connection waits for its answer. */
export function isWaiting(connection: MysqlConnection): boolean {
  return mysqlState(connection)._command != null;
}

/** The members of a pool of mysql2 that count its connections. */
interface MysqlPoolState {
  readonly config: { readonly connectionLimit: number };
  readonly _allConnections: { readonly length: number };
  readonly _freeConnections: { readonly length: number };
  readonly _connectionQueue: { readonly length: number };
}

/** How many connections of a pool of mysql2 are used. */
export function mysqlPoolState(pool: MysqlPool): Omit<PoolState, 'pool'> {
  const state = pool as unknown as MysqlPoolState; // see there
  const idle = state._freeConnections.length;
  return {
    limit: state.config.connectionLimit,
    idle,
    inUse: state._allConnections.length - idle,
    waiting: state._connectionQueue.length,
  };
}

/** The pool that Sequelize keeps for its connections. */
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

/** How many connections of Sequelize are used. */
export function sequelizePoolState(sequelize: Sequelize): PoolState {
  const { maxSize, using, available, waiting } = (sequelize as unknown as SequelizePool).connectionManager
    .pool; // see there
  return { pool: 'write', limit: maxSize, inUse: using, idle: available, waiting };
}

/** The wire of a client of pg: its stream, and the events of its messages. */
export function wireOf(client: PoolClient): PostgresConnection {
  return client.connection;
}

/** Whether a client of pg waits for an answer of the server. */
export function isAnswerDue(client: PoolClient): boolean {
  return (client as unknown as { readonly readyForQuery: boolean }).readyForQuery !== true; // see there
}
