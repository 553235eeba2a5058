import { setTimeout as sleep } from 'node:timers/promises';
import type { DialectName, SqlRow, SqlValue } from '../../../kernel/contract/database/database.js';
import { describeLocation, IN_MEMORY, parseDatabaseUrl } from '../../../kernel/util/database/database-url.js';
import type { DatabaseLocation, ServerLocation } from '../../../kernel/util/database/database-url.js';
import { ConfigError } from '../../../kernel/errors/config-error.js';
import { driverErrorOf } from '../driver-error.js';
import { exactCollation } from '../mysql/exact-collation.js';
import { loadDriver } from '../load-driver.js';
import { isMariadbVersion } from '../server-version.js';
import { bindValue } from '../sqlite/bind-value.js';
import { retryWhileBusy } from '../sqlite/busy-retry.js';
import { prepareDatabaseFile } from '../sqlite/database-file.js';
import { DatabaseUnavailableError } from './errors.js';

/** The connection of a migration run; transactions are plain statements on it. */
export interface MigrationConnection {
  readonly dialect: DialectName;
  /** Collation of text keys; MySQL and MariaDB only. */
  readonly exactCollation?: string;
  /** Runs a statement with `?` placeholders. */
  query(sql: string, values?: readonly SqlValue[]): Promise<readonly SqlRow[]>;
  /**
   * Runs work with exclusive access to the journal. A failure rolls everything back, except on MySQL and
   * MariaDB.
   */
  exclusively<Result>(lockName: string, work: () => Promise<Result>): Promise<Result>;
  /** Applies all row changes of the work or none; use inside `exclusively`. */
  atomically(work: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

const TABLE_NAMES = {
  postgres: 'select tablename as name from pg_tables where schemaname = current_schema()',
  mysql: 'select table_name as name from information_schema.tables where table_schema = database()',
  mariadb: 'select table_name as name from information_schema.tables where table_schema = database()',
  sqlite: "select name from sqlite_schema where type = 'table'",
} as const;

/** Returns the full names of a database's tables. */
export async function readTableNames(connection: MigrationConnection): Promise<ReadonlySet<string>> {
  const rows = await connection.query(TABLE_NAMES[connection.dialect]);
  return new Set(rows.map(({ name }) => String(name)));
}

/** Connection timeout. Statements have no timeout. */
const CONNECTION_LIMIT_MS = 10_000;

/** Seconds to wait for another process that runs migrations. */
const LOCK_SECONDS = 300;
const POSTGRES_DEADLOCK = '40P01';
const DEADLOCK_ATTEMPTS = 10;
const DEADLOCK_PAUSE_MS = 100;

/**
 * Opens the connection of a migrator to a database URL.
 * @throws DatabaseUnavailableError, which never contains the password; ConfigError if its driver is not
 * installed
 *
 * @example
 * const connection = await openMigrationConnection('sqlite:var/cms.sqlite');
 */
export async function openMigrationConnection(url: string): Promise<MigrationConnection> {
  const location = parseDatabaseUrl(url);
  try {
    return await openLocation(location);
  } catch (cause) {
    if (cause instanceof ConfigError) throw cause;
    const place = describeLocation(location);
    const isFile = location.kind === 'sqlite';
    throw new DatabaseUnavailableError(isFile ? `database file ${place}` : place, { isFile, cause });
  }
}

/** Loads a driver on use, because a site needs only one. */
function openLocation(location: DatabaseLocation): Promise<MigrationConnection> {
  switch (location.kind) {
    case 'sqlite':
      return openSqlite(location.path);
    case 'postgres':
      return openPostgres(location);
    case 'mysql':
      return openMysql(location);
  }
}

async function openPostgres(location: ServerLocation): Promise<MigrationConnection> {
  const { default: pg } = await import('pg');
  const { host, port, user, password, database, tls } = location;
  const client = new pg.Client({
    host,
    port,
    user,
    password,
    database,
    ssl: tls,
    connectionTimeoutMillis: CONNECTION_LIMIT_MS,
  });
  await client.connect();
  const query = async (sql: string, values: readonly SqlValue[] = []): Promise<readonly SqlRow[]> => {
    let position = 0;
    const text = values.length === 0 ? sql : sql.replaceAll('?', () => `$${++position}`);
    return (await client.query<Record<string, unknown>>(text, [...values])).rows;
  };
  return {
    dialect: 'postgres',
    query,
    exclusively: (lockName, work) =>
      againAfterDeadlock(() =>
        inTransaction(query, 'begin', async () => {
          await query('select pg_advisory_xact_lock(hashtext(?))', [lockName]);
          return work();
        }),
      ),
    atomically: (work) => work(),
    close: () => client.end(),
  };
}

async function openMysql(location: ServerLocation): Promise<MigrationConnection> {
  const { createConnection } = await loadDriver('mysql2', () => import('mysql2/promise'));
  const { host, port, user, password, database, tls } = location;
  const address = host.startsWith('/') ? { socketPath: host } : { host, port };
  const client = await createConnection({
    ...address,
    user,
    password,
    database,
    charset: 'utf8mb4_unicode_ci',
    timezone: 'Z',
    connectTimeout: CONNECTION_LIMIT_MS,
    ...(tls === false ? {} : { ssl: tls }),
  });
  const query = async (sql: string, values: readonly SqlValue[] = []): Promise<readonly SqlRow[]> => {
    const [rows] = await client.query(sql, [...values]);
    // The driver returns a list of rows for a select and a header object otherwise.
    return Array.isArray(rows) ? (rows as SqlRow[]) : [];
  };
  await query("set time_zone = '+00:00', sql_mode = concat(@@sql_mode, ',STRICT_TRANS_TABLES')");
  const collations = await query(
    `select collation_name as name from information_schema.collations where character_set_name = 'utf8mb4'`,
  );
  const [server] = await query('select version() as version');
  return {
    dialect: isMariadbVersion(String(server?.version)) ? 'mariadb' : 'mysql',
    exactCollation: exactCollation(collations.map(({ name }) => String(name))),
    query,
    exclusively: (lockName, work) => withMysqlLock(query, `${database}.${lockName}`.slice(-64), work),
    atomically: (work) => inTransaction(query, 'start transaction', work),
    close: () => client.end(),
  };
}

async function openSqlite(path: string): Promise<MigrationConnection> {
  if (path === IN_MEMORY) throw new Error('An in-memory database has nothing that migrations could share.');
  const { openLibsqlConnection } = await loadDriver('libsql', () => import('../sqlite/libsql-connection.js'));
  await prepareDatabaseFile(path);
  const database = openLibsqlConnection(path);
  database.exec('pragma journal_mode = wal');
  // Rebuilding a table drops the old one, which enforced keys would prevent; they are checked before the
  // commit.
  database.exec('pragma foreign_keys = off');
  const query = async (sql: string, values: readonly SqlValue[] = []): Promise<readonly SqlRow[]> => {
    const bound = values.map(bindValue);
    if (/^\s*(select|pragma)\b/i.test(sql)) return database.all(sql, bound);
    database.run(sql, bound);
    return [];
  };
  const begin = (): Promise<void> => retryWhileBusy(() => database.exec('begin immediate'));
  return {
    dialect: 'sqlite',
    query,
    exclusively: (_lockName, work) =>
      inTransaction(query, begin, async () => {
        const result = await work();
        await assertKeysHold(query);
        return result;
      }),
    atomically: (work) => work(),
    close: async () => database.close(),
  };
}

type Query = MigrationConnection['query'];

/**
 * Retries after a deadlock. A running service may read a changed table while the migration waits for another
 * of its tables. If the database aborts the migration, nothing of it has been applied.
 */
async function againAfterDeadlock<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await work();
    } catch (error) {
      if (attempt === DEADLOCK_ATTEMPTS || !isDeadlock(error)) throw error;
      await sleep(attempt * DEADLOCK_PAUSE_MS);
    }
}

const isDeadlock = (error: unknown): boolean => driverErrorOf(error)?.code === POSTGRES_DEADLOCK;

async function inTransaction<Result>(
  query: Query,
  begin: string | (() => Promise<void>),
  work: () => Promise<Result>,
): Promise<Result> {
  await (typeof begin === 'string' ? query(begin) : begin());
  try {
    const result = await work();
    await query('commit');
    return result;
  } catch (error) {
    await query('rollback').catch(() => undefined);
    throw error;
  }
}

async function withMysqlLock<Result>(
  query: Query,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const [row] = await query('select get_lock(?, ?) as locked', [name, LOCK_SECONDS]);
  if (Number(row?.locked) !== 1)
    throw new Error('Another process has been migrating this database for too long.');
  try {
    return await work();
  } finally {
    await query('select release_lock(?)', [name]).catch(() => undefined);
  }
}

async function assertKeysHold(query: Query): Promise<void> {
  const [broken] = await query('pragma foreign_key_check');
  if (broken !== undefined) {
    throw new Error(`A row of ${String(broken.table)} refers to a missing row of ${String(broken.parent)}.`);
  }
}
