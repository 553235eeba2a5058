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

/** One kind of database behind the facade: its driver, its pools and its retry rules. */
export interface Connector {
  readonly dialect: Dialect;
  /** Whether a connection keeps what is set or named on it. Behind a pooler in transaction mode it does not. */
  readonly keepsSessions: boolean;
  /** The instance of Sequelize that writes by models, inside transactions only. */
  readonly sequelize: Sequelize;
  readonly compile: StatementCompiler;
  /** Runs a prepared read outside transactions. */
  read(statement: CompiledStatement): Promise<SqlRow[]>;
  /**
   * The same for several that do not depend on each other: in one packet, or one after the other where the database, or what stands
   * before it, takes one at a time. Each of them succeeds or fails by itself. Never rejects.
   */
  readAll(statements: readonly CompiledStatement[]): Promise<PromiseSettledResult<SqlRow[]>[]>;
  /** Runs one write by itself, and answers the rows it names; absent where a write takes a transaction. */
  writeAlone?(statement: CompiledStatement): Promise<SqlRow[]>;
  /** Runs a read on the connection of a transaction, so that it sees the transaction's writes. */
  readIn(transaction: Transaction, statement: CompiledStatement): Promise<SqlRow[]>;
  /** Runs a write and answers the number of rows it touched. */
  runIn(transaction: Transaction, statement: CompiledStatement): Promise<number>;
  /**
   * Runs writes in their order, up to the first that fails. Waits for them only where the database would go on behind a
   * failure; elsewhere `firstFailure` and `commit` do.
   */
  sendIn(transaction: Transaction, statements: readonly CompiledStatement[]): Promise<void>;
  /**
   * The reason for which the first failed statement was refused, once all that `sendIn` sent is answered: statements behind it
   * fail for another reason, and their promises may reject before its own does. Undefined when none failed.
   */
  firstFailure(transaction: Transaction): Promise<unknown>;
  begin(options: TransactionOptions): Promise<Transaction>;
  /** A transaction that reads the moment at which it began; it is ended by `rollback`. */
  beginSnapshot(): Promise<Transaction>;
  /** @throws what a write of `sendIn` was refused for: then nothing of the transaction is stored */
  commit(transaction: Transaction): Promise<void>;
  /** Ends the connection when it fails, so that nothing of the transaction can stay. */
  rollback(transaction: Transaction): Promise<void>;
  /** Waits until a transaction may run: alone where the database allows one writer, at once elsewhere. Answers what ends its turn. */
  turn(): Promise<() => void>;
  /** In which statements give way to each other; absent where a server runs them. */
  readonly turns?: StatementTurns;
  /** The failed transaction may succeed when it is run again. */
  isRetryable(error: unknown): boolean;
  /** The reason for which the database cannot answer now, said of its own errors only; undefined for any other error. */
  failureOf(error: unknown): DatabaseFailure | undefined;
  pools(): readonly PoolState[];
  close(): Promise<void>;
}

export interface ConnectorOptions {
  readonly readPoolSize: number;
  readonly writePoolSize: number;
  /** The mode of a connection pooler in between; where it is absent, PostgreSQL finds it out. */
  readonly pooler?: 'transaction' | 'session';
  readonly sqliteSynchronous: 'normal' | 'full';
  readonly limits: StatementLimits;
  readonly logging: ((sql: string) => void) | false;
  readonly warn: (message: string, error?: unknown) => void;
}

/** How long a database may take, in milliseconds. */
export interface StatementLimits {
  /** The server ends a statement that runs for longer. One that stays without an answer for `MARGIN_MS` more is given up. */
  readonly statementMs: number;
  /** The longest wait of a statement for a lock, and of whoever needs one for a connection. */
  readonly lockMs: number;
}

/**
 * A server that is stopped, and a network that swallows packets, end nothing by themselves: so much later than the server
 * should have answered its connection is thrown away.
 */
export const MARGIN_MS = 1000;
