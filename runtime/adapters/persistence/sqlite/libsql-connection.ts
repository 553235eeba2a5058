import Libsql from 'libsql';
import { InternalError } from '../../../kernel/errors/internal-error.js';
import type { BoundValue } from './bind-value.js';
import { isUnusable } from './busy-retry.js';

export interface SqliteRunResult {
  readonly changes: number;
  readonly lastInsertRowid: number | bigint;
}

/** A synchronous SQLite connection with cached statements. No other code uses the native driver. */
export interface SqliteConnection {
  readonly isOpen: boolean;
  readonly inTransaction: boolean;
  /**
   * Whether a statement found the file unusable. A connection opened while the file was read-only stays
   * read-only.
   */
  readonly isSpoilt: boolean;
  all(sql: string, values: readonly BoundValue[]): Record<string, unknown>[];
  run(sql: string, values: readonly BoundValue[]): SqliteRunResult;
  exec(sql: string): void;
  close(): void;
}

type Statement = ReturnType<InstanceType<typeof Libsql>['prepare']>;

const MAXIMUM_STATEMENTS = 500;
/**
 * Total characters of cached statements, and the maximum of one. A compiled statement takes about
 * thirty times the memory of its text. Bulk inserts, whose text depends on the number of rows, would use most
 * of the memory.
 */
const MAXIMUM_CHARACTERS = 250_000;
const LONGEST_KEPT = MAXIMUM_CHARACTERS / 4;

/**
 * Opens a database file. Values are passed as one array, because the driver aborts the process on other
 * argument forms.
 */
export function openLibsqlConnection(path: string): SqliteConnection {
  // Without a busy timeout, because the driver would block the only thread that could finish the other
  // transaction.
  const database = new Libsql(path, { timeout: 0 });
  const statements = new Map<string, Statement>();
  let characters = 0;
  let isOpen = true;
  let isSpoilt = false;

  function prepare(sql: string): Statement {
    if (!isOpen) throw new InternalError('The SQLite connection is closed.');
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const statement = database.prepare(sql);
    if (sql.length > LONGEST_KEPT) return statement;
    statements.set(sql, statement);
    characters += sql.length;
    for (const oldest of statements.keys()) {
      if (statements.size <= MAXIMUM_STATEMENTS && characters <= MAXIMUM_CHARACTERS) break;
      forget(oldest);
    }
    return statement;
  }

  function forget(sql: string): void {
    if (statements.delete(sql)) characters -= sql.length;
  }

  function noting<Result>(step: () => Result): Result {
    try {
      return step();
    } catch (error) {
      isSpoilt ||= isUnusable(error);
      throw error;
    }
  }

  /** Runs a statement; a failed one is removed from the cache. */
  function execute<Result>(sql: string, step: (statement: Statement) => Result): Result {
    return noting(() => {
      const statement = prepare(sql);
      try {
        return step(statement);
      } catch (error) {
        forget(sql);
        throw error;
      }
    });
  }

  return {
    get isOpen() {
      return isOpen;
    },
    get inTransaction() {
      return isOpen && database.inTransaction;
    },
    get isSpoilt() {
      return isSpoilt;
    },
    all: (sql, values) =>
      // The driver's types have no row shape: every row is an object keyed by column name.
      execute(sql, (statement) => statement.all(values) as Record<string, unknown>[]),
    run: (sql, values) => execute(sql, (statement) => statement.run(values)),
    exec(sql) {
      noting(() => database.exec(sql));
    },
    close() {
      if (!isOpen) return;
      isOpen = false;
      statements.clear();
      database.close();
    },
  };
}
