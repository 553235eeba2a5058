import type { Logger } from '../../ports/logger.js';
import type { State } from '../state.js';
import type { ColumnType } from '../schema/resource.js';

/** Arrays are for `Dialect.anyOf` only. */
export type SqlValue =
  string | number | bigint | boolean | Date | Buffer | null | readonly string[] | readonly number[];
export type SqlParameters = Readonly<Record<string, SqlValue>>;
export type SqlRow = Readonly<Record<string, unknown>>;

/**
 * Runs SQL text with named parameters (`:name`). The text is compiled once per dialect and prepared on the
 * connection, so keep it constant and pass every value as a parameter. Counts each statement for the request
 * log.
 *
 * @example
 * const countPages = async (session: SqlSession): Promise<number> => {
 *   const row = await session.first<{ readonly total: number }>(
 *     `SELECT COUNT(*) AS total FROM ${session.table('page')}`,
 *   );
 *   return Number(row?.total);
 * };
 */
export interface SqlSession {
  readonly dialect: Dialect;
  all<Row extends SqlRow = SqlRow>(sql: string, parameters?: SqlParameters): Promise<Row[]>;
  first<Row extends SqlRow = SqlRow>(sql: string, parameters?: SqlParameters): Promise<Row | undefined>;
  /** Returns the quoted, prefixed name of a table. */
  table(name: string): string;
}

export interface SqlWrite {
  readonly sql: string;
  readonly parameters: SqlParameters;
}

/**
 * A session inside a transaction. It sees its own writes, and all writes go through one.
 *
 * @example
 * const forget = (work: TransactionSession, id: string): Promise<number> =>
 *   work.run(`DELETE FROM ${work.table('booking')} WHERE id = :id`, { id });
 */
export interface TransactionSession extends SqlSession {
  /** State of this transaction attempt. A retry starts with an empty one. */
  readonly state: State;
  /** State of the transaction that is committed: this one, or the larger one it is part of. */
  readonly whole: State;
  /**
   * Runs `work` at the end of the transaction that is committed. Work that a rolled-back part registered runs
   * too.
   */
  beforeEnd(work: (session: TransactionSession) => Promise<void>): void;
  /**
   * Reports the outcome of the transaction that is committed, this one or the larger one. `work` must not
   * throw.
   */
  whenDecided(work: (outcome: Outcome) => void): void;
  /** Runs an insert, update or delete and returns the number of affected rows. */
  run(sql: string, parameters?: SqlParameters): Promise<number>;
  /**
   * Runs several writes in order. Where the database rejects everything after a failed statement, nothing
   * waits for the rest, and the transaction throws the first failure.
   */
  sendAll(writes: readonly SqlWrite[]): Promise<void>;
  /** Inserts rows into a table (unprefixed name), keyed by column. Omitted columns get their default. */
  insert(table: string, rows: readonly SqlRow[], options?: InsertOptions): Promise<void>;
}

export interface InsertOptions {
  /** Skips rows whose key already exists, without changing the existing row. */
  readonly ignoreDuplicates?: boolean;
}

/** The use case that statements are sent for, so that operators can trace a slow one. */
export interface Origin {
  readonly useCase: string;
  /** The resource type it concerns. */
  readonly resource?: string;
  /** Logger that carries the request id. */
  readonly log?: Logger;
  /** State of the request, whose reads in one tick of the event loop are sent together. */
  readonly request?: State;
  /** Throws if the request has been abandoned; called before each of its statements. */
  readonly assertWanted?: (() => void) | undefined;
}

export interface TransactionOptions {
  readonly origin?: Origin | undefined;
  /** Isolation level; default: read committed. SQLite is always serializable. */
  readonly isolation?: 'serializable';
  /**
   * Whether foreign keys are enforced in the transaction. `false` is for SQLite migrations that rebuild
   * tables.
   */
  readonly foreignKeys?: boolean;
  /** Throws if the work is no longer wanted; called before each statement and before the commit. */
  readonly assertWanted?: (() => void) | undefined;
}

/**
 * Connection pools of one database.
 *
 * @example
 * const rename = (database: Database, id: string, name: string): Promise<number> =>
 *   database.transaction((work) =>
 *     work.run(`UPDATE ${work.table('booking')} SET name = :name WHERE id = :id`, { id, name }),
 *   );
 */
export interface Database extends SqlSession {
  /**
   * Whether a connection stays with one client. Behind a connection pooler it does not, so notifications are
   * unavailable.
   */
  readonly keepsSessions: boolean;
  /**
   * Runs `work` in one transaction, committed when it resolves and rolled back when it throws. Serialization
   * failures, deadlocks and a busy file are retried a bounded number of times, so `work` must be repeatable.
   */
  transaction<Result>(
    work: (session: TransactionSession) => Promise<Result>,
    options?: TransactionOptions,
  ): Promise<Result>;
  /**
   * Runs a single write that commits with its response and returns the first row of its `Dialect.returning`.
   * Takes one round trip on servers that support it.
   */
  writeOne<Row extends SqlRow = SqlRow>(sql: string, parameters: SqlParameters): Promise<Row | undefined>;
  /**
   * Runs `work` on a snapshot taken when it begins; later writes are not visible. Holds a writer connection
   * and delays vacuuming for as long as it runs.
   */
  snapshot<Result>(work: (session: SqlSession) => Promise<Result>): Promise<Result>;
  /**
   * Reports the outcome of a finished transaction: immediately that it is committed, or, inside a larger
   * transaction, when that one ends.
   */
  whenDecided(work: (outcome: Outcome) => Promise<void>): Promise<void>;
  /** Returns a session for the same reads that is observed and logged under an origin. */
  during(origin: Origin): SqlSession;
  /** Returns the current usage of the connection pools. */
  pools(): readonly PoolState[];
  /**
   * Returns a replica for the reads of one request (ADR 85). It has everything committed before the
   * configured lag, and everything that use cases of this process have committed. Undefined if none is
   * available, and inside a larger transaction.
   */
  replica(): Replica | undefined;
  /** Starts to measure the lag of the replicas; none is used before. For serving processes. */
  watchReplicas(): void;
  replicas(): readonly ReplicaState[];
  /**
   * Runs `work` on separate connections without a statement timeout, for work that scans all rows. Inside a
   * larger transaction it uses that transaction.
   */
  patiently<Result>(work: (database: Database) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** The reads of one request on one replica. */
export interface Replica extends SqlSession {
  during(origin: Origin): SqlSession;
  /**
   * Returns whether a read failed, or was abandoned because the replica left the rotation. All reads are then
   * repeated on the primary.
   */
  hasFailed(): boolean;
}

/** State of a replica as seen by this process. */
export interface ReplicaState {
  /** Position in `DATABASE_REPLICA_URLS`, from 1. */
  readonly number: number;
  readonly isInUse: boolean;
  /** Upper bound of the lag in milliseconds; undefined if it is unknown. */
  readonly behindMs: number | undefined;
  /**
   * Requests served by this replica since the process started, and how many of them were repeated on the
   * primary.
   */
  readonly chosen: number;
  readonly failed: number;
}

/** Usage of one connection pool of this process. */
export interface PoolState {
  /** `read` for statements outside transactions, `write` for transactions. */
  readonly pool: 'read' | 'write';
  /** Maximum number of connections. */
  readonly limit: number;
  readonly inUse: number;
  /** Open and unused connections. */
  readonly idle: number;
  /** Statements or transactions waiting for a connection. */
  readonly waiting: number;
}

/** Outcome of a transaction. `unknown`: the connection was lost during the commit. */
export type Outcome = 'committed' | 'undone' | 'unknown';

export type DialectName = 'postgres' | 'mysql' | 'mariadb' | 'sqlite';

/**
 * SQL that differs between databases; all other SQL is shared.
 *
 * @example
 * const byIds = (dialect: Dialect): string => `SELECT id FROM booking WHERE ${dialect.anyOf('id', 'ids', 'uuid')}`;
 */
export interface Dialect {
  readonly name: DialectName;
  quote(identifier: string): string;
  /**
   * Returns a condition: `expression` equals one of the strings in list parameter `:parameter`. `type` is the
   * column's type.
   */
  anyOf(expression: string, parameter: string, type?: 'uuid' | 'string'): string;
  /**
   * Returns a condition: the text `expression` equals, byte for byte, one of the strings in list parameter
   * `:parameter`.
   */
  sameText(expression: string, parameter: string): string;
  /** Returns `:parameter` cast for comparison with a column of `type`, without loss of digits. */
  typed(parameter: string, type: ColumnType): string;
  /**
   * Returns a condition that matches the whole text `expression` against `:parameter`, a value of
   * `wildcardPattern` with the same letter case.
   */
  wildcard(expression: string, parameter: string, letters?: LetterCase): string;
  /** Builds a pattern. User text is literal: `%`, `_` and other pattern characters are escaped. */
  wildcardPattern(parts: readonly WildcardPart[], letters?: LetterCase): string;
  /** Maximum pattern length in bytes. */
  readonly longestPattern: number;
  /** Returns the comma-joined text of `expression` over a group, ordered. */
  joinText(expression: string, orderBy: string): string;
  /**
   * Returns the clause after the direction of a nullable order term: nulls first ascending, last descending.
   */
  nullOrder(direction: 'asc' | 'desc'): string;
  /**
   * Returns `column` wrapped so that no index on it is used, because the rows are read in the order of
   * another index.
   */
  unindexed(column: string): string;
  /** Returns `expression` (a uuid column) as text. */
  uuidText(expression: string): string;
  /** Returns the integer stored under `key` in the JSON object of parameter `:parameter` (a text). */
  numberAt(parameter: string, key: string): string;
  /** Returns `expression` (a json column) as text. */
  jsonText(expression: string): string;
  /**
   * Suffix of a select that locks the rows of table `t` until the transaction ends; empty if the whole
   * database is locked.
   */
  readonly forUpdate: string;
  /**
   * Returns a statement that locks `number` (SQL) in `table` until the transaction ends, whether or not the
   * row exists. `table` is a quoted name with one column, `id`. Undefined if the whole database is locked.
   */
  holdNumber(table: string, number: string): string | undefined;
  /**
   * Returns the number that the database assigned to the last row this transaction inserted into `table` (a
   * quoted name), in its `numbered` column.
   */
  lastNumber(table: string, column: string): string;
  /**
   * Returns the clause after the values of an insert that turns it into an upsert: the assignments that
   * follow apply to the existing row with that `key`.
   */
  onDuplicate(key: string): string;
  /**
   * Returns the clause after the values of an insert that skips rows whose `key` exists, including duplicates
   * within the statement.
   */
  ignoreDuplicates(key: string): string;
  /**
   * Returns the clause at the end of a write that returns columns of the written rows; undefined unless every
   * supported server version has it.
   */
  returning(columns: string): string | undefined;
  /**
   * Returns a statement that deletes the rows of `first` and the rows of `second` that belong to them. It
   * returns the number of rows of `first` as `deleted`. `second` reads their `columns` from the table
   * `found`. Undefined if that takes a transaction.
   */
  deleteBoth(deletion: {
    readonly first: string;
    readonly columns: string;
    readonly second: (found: string) => string;
  }): string | undefined;
  /** Converts a value to the driver's type for a column of `type`. */
  encode(type: ColumnType, value: unknown): SqlValue;
  /** Converts a raw driver value to the runtime's type: `Date`, boolean, number, parsed JSON or string. */
  decode(type: ColumnType, raw: unknown): unknown;
  /**
   * Returns the violated unique key of a driver error: the name of its index or constraint, or on SQLite the
   * column list `table.column, table.column`. Undefined for any other error.
   */
  uniqueViolation(error: unknown): string | undefined;
  /**
   * Returns whether a driver error is a foreign key violation: the referenced row is missing, or the row is
   * still referenced.
   */
  isForeignKeyViolation(error: unknown): boolean;
}

/** Letter case in pattern comparisons. `same case`, the default, is case-sensitive. */
export type LetterCase = 'same case' | 'any case';

/** A literal text, any text, or any one character. */
export type WildcardPart = { readonly text: string } | 'any' | 'one';
