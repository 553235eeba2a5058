import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Sequelize, Transaction } from 'sequelize';
import type { SqlValue } from '../../../kernel/contract/database/database.js';
import { InternalError } from '../../../kernel/errors/internal-error.js';
import type { Connector, ConnectorOptions } from '../connector.js';
import { IN_MEMORY } from '../../../kernel/util/database/database-url.js';
import { SQLITE_DIALECT } from '../dialect/sqlite.js';
import { connectionOf } from '../driver-internals.js';
import { readOneByOne } from '../read-one-by-one.js';
import { createStatementCompiler, type CompiledStatement } from '../statement-compiler.js';
import { bindValue, type BoundValue } from './bind-value.js';
import { isBusy, isUnusable, isWriteRefused, retryWhileBusy } from './busy-retry.js';
import { prepareDatabaseFile } from './database-file.js';
import { openLibsqlConnection, type SqliteConnection } from './libsql-connection.js';
import { createSqlite3Module, type FacadeConnection } from './sqlite3-facade.js';
import { createStatementTurns } from './statement-turns.js';
import { createWriteMutex } from './write-mutex.js';

/** Milliseconds of statements per tick of the event loop. */
const SLICE_MS = 10;

/**
 * Connects to SQLite: one connection for reads, one for writes that transactions use in turn. Statements run
 * on the event loop and yield after some milliseconds, so this database is for development and small sites.
 */
export async function connectSqlite(path: string, options: ConnectorOptions): Promise<Connector> {
  const { file, remove } = await placeFile(path, options);
  const { lockMs } = options.limits;
  let foreignKeys = true;
  let isClosed = false;
  let idleWriter: SqliteConnection | undefined;
  let reader = await openConnection(file, options, true);

  async function reopenReader(): Promise<void> {
    const fresh = await openConnection(file, options, true);
    if (isClosed) return fresh.close();
    reader.close();
    reader = fresh;
  }

  const turn = createWriteMutex(lockMs);
  const source = {
    patienceMs: lockMs,
    async acquire(): Promise<SqliteConnection> {
      const connection = idleWriter ?? (await openConnection(file, options, false));
      idleWriter = undefined;
      connection.exec(`pragma foreign_keys = ${foreignKeys ? 'on' : 'off'}`);
      return connection;
    },
    release(connection: SqliteConnection): void {
      // Closing alone would leave the lock with statements the driver has not released.
      if (connection.inTransaction) connection.exec('rollback');
      if (idleWriter === undefined && connection.isOpen && !connection.isSpoilt) idleWriter = connection;
      else connection.close();
    },
  };
  const sequelize = new Sequelize({
    dialect: 'sqlite',
    storage: file,
    dialectModule: createSqlite3Module(source),
    logging: options.logging,
    transactionType: Transaction.TYPES.IMMEDIATE,
    retry: { max: 1 },
  });

  const read: Connector['read'] = async (statement) => {
    try {
      return reader.all(statement.text, valuesOf(statement));
    } catch (error) {
      // A statement that failed halfway could keep this connection on an old snapshot.
      await reopenReader();
      // The file could be reopened, so the statement was at fault.
      if (isWriteRefused(error))
        throw new InternalError('A write was given to a read, whose connection is readonly.');
      if (!isBusy(error)) throw error;
    }
    return await retryWhileBusy(() => reader.all(statement.text, valuesOf(statement)), lockMs);
  };

  return {
    keepsSessions: true,
    dialect: SQLITE_DIALECT,
    sequelize,
    compile: createStatementCompiler({ style: { kind: 'numbered', sigil: '?' }, bind: bindParameter }),
    read,
    readAll: (statements) => readOneByOne(statements, read),
    readIn: async (transaction, statement) => nativeOf(transaction).all(statement.text, valuesOf(statement)),
    runIn: async (transaction, statement) => write(transaction, statement),
    async sendIn(transaction, statements) {
      for (const statement of statements) write(transaction, statement);
    },
    // Statements run one at a time, so the first failure is the one thrown.
    firstFailure: () => Promise.resolve(undefined),
    async begin(transactionOptions) {
      foreignKeys = transactionOptions.foreignKeys ?? true;
      return await sequelize.transaction({ type: Transaction.TYPES.IMMEDIATE });
    },
    async beginSnapshot() {
      const transaction = await sequelize.transaction({ type: Transaction.TYPES.DEFERRED });
      nativeOf(transaction).all('select 1 from sqlite_master limit 1', []); // The snapshot is taken by the first read.
      return transaction;
    },
    commit,
    rollback: (transaction) => transaction.rollback(),
    turn,
    turns: createStatementTurns({ sliceMs: SLICE_MS }),
    pools() {
      const { isTaken, waiting } = turn.state();
      const inUse = isTaken ? 1 : 0;
      return [
        // Its statements block the event loop.
        { pool: 'read', limit: 1, inUse: 0, idle: 1, waiting: 0 },
        { pool: 'write', limit: 1, inUse, idle: idleWriter === undefined ? 0 : 1, waiting },
      ];
    },
    isRetryable: isBusy,
    failureOf: (error) => (isUnusable(error) ? 'away' : undefined),
    async close() {
      isClosed = true;
      reader.close();
      await sequelize.close();
      idleWriter?.close();
      await remove();
    },
  };
}

/**
 * Returns the file of a database. `:memory:` is a private temporary file, because several connections must
 * share one database.
 */
async function placeFile(
  path: string,
  { warn }: Pick<ConnectorOptions, 'warn'>,
): Promise<{ file: string; remove: () => Promise<void> }> {
  if (path === IN_MEMORY) {
    const folder = await mkdtemp(join(tmpdir(), 'cms-database-'));
    return {
      file: join(folder, 'database.sqlite'),
      remove: () => rm(folder, { recursive: true, force: true }),
    };
  }
  const foreign = await prepareDatabaseFile(path);
  if (foreign.length > 0)
    warn(`Others may read ${foreign.join(', ')}: its owner can change that (chmod 600).`);
  return { file: path, remove: async () => {} };
}

async function openConnection(
  file: string,
  options: ConnectorOptions,
  readOnly: boolean,
): Promise<SqliteConnection> {
  const connection = await retryWhileBusy(() => openLibsqlConnection(file), options.limits.lockMs);
  try {
    await retryWhileBusy(() => connection.all('pragma journal_mode = wal', []), options.limits.lockMs);
    connection.exec('pragma busy_timeout = 0');
    connection.exec('pragma foreign_keys = on');
    connection.exec(`pragma synchronous = ${options.sqliteSynchronous}`);
    if (readOnly) connection.exec('pragma query_only = on');
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/**
 * Commits before Sequelize, which then finds the transaction ended when it releases the connection. Sequelize
 * prints failed commits to the console.
 */
async function commit(transaction: Transaction): Promise<void> {
  try {
    nativeOf(transaction).exec('commit');
  } catch (error) {
    await transaction.rollback();
    throw error;
  }
  await transaction.commit();
}

function write(transaction: Transaction, statement: CompiledStatement): number {
  return nativeOf(transaction).run(statement.text, valuesOf(statement)).changes;
}

function nativeOf(transaction: Transaction): SqliteConnection {
  return connectionOf<FacadeConnection>(transaction).native;
}

function valuesOf(statement: CompiledStatement): readonly BoundValue[] {
  // `bindParameter` converted them.
  return statement.values as readonly BoundValue[];
}

function bindParameter(value: SqlValue): BoundValue {
  return Array.isArray(value) ? bindValue(JSON.stringify(value)) : bindValue(value);
}
