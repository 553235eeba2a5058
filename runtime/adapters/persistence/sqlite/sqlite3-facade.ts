import { InternalError } from '../../../kernel/errors/internal-error.js';
import { assertSameNames, parseNamedParameters } from '../named-parameters.js';
import { bindValue, type BoundValue } from './bind-value.js';
import { retryWhileBusy } from './busy-retry.js';
import type { SqliteConnection } from './libsql-connection.js';

/** Source of connections for the facade. */
export interface ConnectionSource {
  acquire(): Promise<SqliteConnection>;
  release(connection: SqliteConnection): void;
  /** Wait for a busy file outside transactions, in milliseconds. */
  readonly patienceMs?: number;
}

/** Value of `this` in the callback of `run`, which Sequelize reads. */
export interface RunContext {
  readonly lastID: number;
  readonly changes: number;
}

type Callback = (this: RunContext, error: Error | null, rows?: readonly Record<string, unknown>[]) => void;
type Parameters = Readonly<Record<string, unknown>> | readonly unknown[];

/** The part of the `sqlite3` package's `Database` that Sequelize 6 uses. */
export interface FacadeConnection {
  readonly filename: string;
  uuid: string | undefined;
  /** The underlying connection, for statements that bypass Sequelize. */
  readonly native: SqliteConnection;
  serialize(work: () => void): void;
  run(sql: string, parameters?: Parameters, callback?: Callback): void;
  all(sql: string, parameters?: Parameters | Callback, callback?: Callback): void;
  close(callback?: (error: Error | null) => void): void;
}

export interface Sqlite3Module {
  readonly OPEN_READONLY: number;
  readonly OPEN_READWRITE: number;
  readonly OPEN_CREATE: number;
  verbose(): Sqlite3Module;
  readonly Database: new (
    path: string,
    mode: number,
    callback: (error: Error | null) => void,
  ) => FacadeConnection;
}

const NOTHING: RunContext = { lastID: 0, changes: 0 };

/**
 * Creates the callback interface of the `sqlite3` package, which Sequelize expects as `dialectModule`, on a
 * synchronous driver. Values are converted and parameter lists checked before they reach the driver.
 */
export function createSqlite3Module(source: ConnectionSource): Sqlite3Module {
  function Database(path: string, _mode: number, callback: (error: Error | null) => void): FacadeConnection {
    return openFacade(source, path, callback);
  }
  const module: Sqlite3Module = {
    OPEN_READONLY: 1,
    OPEN_READWRITE: 2,
    OPEN_CREATE: 4,
    verbose: () => module,
    // A constructor may return another object; Sequelize only calls `new lib.Database(...)`.
    Database: Database as unknown as Sqlite3Module['Database'],
  };
  return module;
}

function openFacade(
  source: ConnectionSource,
  filename: string,
  opened: (error: Error | null) => void,
): FacadeConnection {
  let native: SqliteConnection | undefined;
  const connection = (): SqliteConnection => {
    if (native === undefined) throw new InternalError('The SQLite connection is not open.');
    return native;
  };
  const giveBack = (): void => {
    if (native !== undefined) source.release(native);
    native = undefined;
  };
  const answer = (
    callback: Callback | undefined,
    step: () => readonly Record<string, unknown>[] | RunContext,
    isCommit = false,
  ): void => {
    void apply(connection, step, source.patienceMs).then(
      (result) => {
        if ('changes' in result) callback?.call(result, null);
        else callback?.call(NOTHING, null, result);
      },
      (error: unknown) => {
        // Sequelize drops a connection with a failed commit without closing it, which would leave the lock.
        if (isCommit) giveBack();
        callback?.call(NOTHING, withCodeInMessage(error));
      },
    );
  };
  source.acquire().then(
    (acquired) => {
      native = acquired;
      opened(null);
    },
    (error: unknown) => opened(withCodeInMessage(error)),
  );
  return {
    filename,
    uuid: undefined,
    get native() {
      return connection();
    },
    serialize: (work) => work(),
    run(sql, parameters, callback) {
      // The connection source controls foreign keys; Sequelize would enable them during a table rebuild too.
      if (sql === 'PRAGMA FOREIGN_KEYS=ON') return;
      answer(callback, () => runStatement(connection(), sql, parameters ?? []));
    },
    all(sql, parameters, callback) {
      const done = typeof parameters === 'function' ? parameters : callback;
      const values = typeof parameters === 'function' ? [] : (parameters ?? []);
      if (TRANSACTION_CONTROL.test(sql))
        answer(done, () => controlTransaction(connection(), sql), /^COMMIT/i.test(sql));
      else answer(done, () => connection().all(sql, bindParameters(sql, values)));
    },
    close(callback) {
      giveBack();
      callback?.(null);
    },
  };
}

const TRANSACTION_CONTROL = /^(BEGIN|COMMIT|ROLLBACK)\b/i;

/**
 * Runs transaction control without preparing. A prepared statement that met a busy file stays active and
 * makes later commits fail. Sequelize also rolls back after a failed `BEGIN`, and would lose the connection
 * if that failed.
 */
function controlTransaction(connection: SqliteConnection, sql: string): [] {
  if (connection.inTransaction || /^BEGIN/i.test(sql)) connection.exec(sql);
  return [];
}

/** Waits for a busy file outside a transaction (including `BEGIN`); fails immediately inside one. */
async function apply<Result>(
  connection: () => SqliteConnection,
  step: () => Result,
  patienceMs: number | undefined,
): Promise<Result> {
  return connection().inTransaction ? step() : await retryWhileBusy(step, patienceMs);
}

function runStatement(connection: SqliteConnection, sql: string, parameters: Parameters): RunContext {
  const { changes, lastInsertRowid } = connection.run(sql, bindParameters(sql, parameters));
  return { changes, lastID: Number(lastInsertRowid) };
}

/** Returns the values as a list, because SQLite numbers named parameters by first appearance. */
function bindParameters(sql: string, parameters: Parameters): BoundValue[] {
  const names = [...new Set(parseNamedParameters(sql, '$').names)];
  const given = Object.fromEntries(
    isList(parameters)
      ? parameters.map((value, index) => [String(index + 1), value])
      : Object.entries(parameters).map(([name, value]) => [name.replace(/^[$:@]/, ''), value]),
  );
  assertSameNames(sql, new Set(names), given);
  return names.map((name) => bindValue(given[name]));
}

function isList(parameters: Parameters): parameters is readonly unknown[] {
  return Array.isArray(parameters);
}

/**
 * Adds the code to the message, because Sequelize searches both for `SQLITE_CONSTRAINT` and `SQLITE_BUSY`.
 */
function withCodeInMessage(error: unknown): Error {
  if (!(error instanceof Error)) return new InternalError(String(error));
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (code === undefined || !code.startsWith('SQLITE_')) return error;
  const family = code.startsWith('SQLITE_BUSY') ? 'SQLITE_BUSY' : code;
  return Object.assign(new Error(`${family}: ${error.message}`, { cause: error }), { code: family });
}
