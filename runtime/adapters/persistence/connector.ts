import type { Sequelize, Transaction } from 'sequelize';
import type {
  Dialect,
  PoolState,
  SqlRow,
  TransactionOptions,
} from '../../kernel/contract/database/database.js';
import type { DatabaseFailure } from '../../kernel/errors/database-unavailable.js';
import type { StatementTurns } from './sqlite/statement-turns.js';
import type { CompiledStatement, StatementCompiler } from './statement-compiler.js';

/** Driver, pools and retry rules of one kind of database. */
export interface Connector {
  readonly dialect: Dialect;
  /** Whether a connection keeps session state. Behind a pooler in transaction mode it does not. */
  readonly keepsSessions: boolean;
  /** Sequelize instance for writes by models, inside transactions only. */
  readonly sequelize: Sequelize;
  readonly compile: StatementCompiler;
  /** Runs a prepared read outside transactions. */
  read(statement: CompiledStatement): Promise<SqlRow[]>;
  /**
   * Runs independent reads: in one packet, or one after another where the database or a proxy requires it.
   * Each succeeds or fails separately. Never rejects.
   */
  readAll(statements: readonly CompiledStatement[]): Promise<PromiseSettledResult<SqlRow[]>[]>;
  /**
   * Runs one write without a transaction and returns the rows it names; absent where a write requires a
   * transaction.
   */
  writeAlone?(statement: CompiledStatement): Promise<SqlRow[]>;
  /** Runs a read on a transaction's connection, so that it sees the transaction's writes. */
  readIn(transaction: Transaction, statement: CompiledStatement): Promise<SqlRow[]>;
  /** Runs a write and returns the number of affected rows. */
  runIn(transaction: Transaction, statement: CompiledStatement): Promise<number>;
  /**
   * Runs writes in order, up to the first failure. Waits for them only where the database would continue
   * after a failure; elsewhere `firstFailure` and `commit` do.
   */
  sendIn(transaction: Transaction, statements: readonly CompiledStatement[]): Promise<void>;
  /**
   * Returns the error of the first failed statement, after all statements of `sendIn` have completed. Later
   * statements fail for another reason, and their promises may reject first. Undefined if none failed.
   */
  firstFailure(transaction: Transaction): Promise<unknown>;
  begin(options: TransactionOptions): Promise<Transaction>;
  /** Begins a transaction that reads a snapshot; end it with `rollback`. */
  beginSnapshot(): Promise<Transaction>;
  /** Commits a transaction. @throws the error of a failed `sendIn` write, in which case nothing is stored */
  commit(transaction: Transaction): Promise<void>;
  /**
   * Rolls back a transaction. If that fails, the connection is closed, so that nothing of the transaction
   * remains.
   */
  rollback(transaction: Transaction): Promise<void>;
  /**
   * Waits until a transaction may run: exclusively where the database allows one writer, immediately
   * elsewhere. Returns a function that ends the turn.
   */
  turn(): Promise<() => void>;
  /** Lets statements yield to each other; absent where a server runs them. */
  readonly turns?: StatementTurns;
  /** Returns whether a failed transaction may succeed on a retry. */
  isRetryable(error: unknown): boolean;
  /** Returns the kind of failure of a database error; undefined for any other error. */
  failureOf(error: unknown): DatabaseFailure | undefined;
  pools(): readonly PoolState[];
  close(): Promise<void>;
}

export interface ConnectorOptions {
  readonly readPoolSize: number;
  readonly writePoolSize: number;
  /** Mode of a connection pooler; if absent, PostgreSQL detects it. */
  readonly pooler?: 'transaction' | 'session';
  readonly sqliteSynchronous: 'normal' | 'full';
  readonly limits: StatementLimits;
  readonly logging: ((sql: string) => void) | false;
  readonly warn: (message: string, error?: unknown) => void;
}

/** Timeouts in milliseconds. */
export interface StatementLimits {
  /** Statement timeout of the server. A statement without a response for `MARGIN_MS` more is abandoned. */
  readonly statementMs: number;
  /** Maximum wait for a lock, and for a connection. */
  readonly lockMs: number;
}

/**
 * Allowance after the server's own timeout. A stopped server or a broken network ends nothing, so the
 * connection is then discarded.
 */
export const MARGIN_MS = 1000;
