import { InternalError } from '../../../kernel/errors/internal-error.js';
import { assertSameNames, parseNamedParameters } from '../named-parameters.js';
import { bindValue, type BoundValue } from './bind-value.js';
import { retryWhileBusy } from './busy-retry.js';
import type { SqliteConnection } from './libsql-connection.js';

/** The source that the facade takes its connections from and gives them back to. */
export interface ConnectionSource {
  acquire(): Promise<SqliteConnection>;
  release(connection: SqliteConnection): void;
  /** How long a statement outside transactions waits for a busy file, in milliseconds. */
  readonly patienceMs?: number;
}

/** The object that Sequelize reads as `this` in the callback of `run`. */
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
  /** The connection beneath, for statements that do not go through Sequelize. */
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
 * The callback interface of the `sqlite3` package, which Sequelize expects as `dialectModule`, over a synchronous
 * driver. Every value is converted and every parameter list counted before the driver sees it.
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
    // A constructor may answer an object of its own; Sequelize only ever writes `new lib.Database(...)`.
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
    void carryOut(connection, step, source.patienceMs).then(
      (result) => {
        if ('changes' in result) callback?.call(result, null);
        else callback?.call(NOTHING, null, result);
      },
      (error: unknown) => {
        // Sequelize drops a connection whose commit failed without closing it: the lock would stay for ever.
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
      // The connection source decides about foreign keys; Sequelize would switch them on in a table rebuild too.
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
 * A prepared statement that met a busy file stays in progress in the driver and makes every later commit fail, so these
 * are executed without preparing. Sequelize rolls back after a failed `BEGIN` too, and would lose the connection if
 * that were refused.
 */
function controlTransaction(connection: SqliteConnection, sql: string): [] {
  if (connection.inTransaction || /^BEGIN/i.test(sql)) connection.exec(sql);
  return [];
}

/** Outside a transaction (`BEGIN` included) a busy file is waited for; inside one it is an error at once. */
async function carryOut<Result>(
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

/** SQLite numbers named parameters by first appearance, so the values can always go in as one list. */
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

/** Sequelize looks for `SQLITE_CONSTRAINT` and `SQLITE_BUSY` in code and message. */
function withCodeInMessage(error: unknown): Error {
  if (!(error instanceof Error)) return new InternalError(String(error));
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (code === undefined || !code.startsWith('SQLITE_')) return error;
  const family = code.startsWith('SQLITE_BUSY') ? 'SQLITE_BUSY' : code;
  return Object.assign(new Error(`${family}: ${error.message}`, { cause: error }), { code: family });
}
