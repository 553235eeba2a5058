import {
  createPool,
  type Connection,
  type Pool,
  type PoolConnection,
  type PoolOptions,
  type QueryOptions,
  type ResultSetHeader,
} from 'mysql2';
import { ConnectionAcquireTimeoutError, Sequelize, type Transaction } from 'sequelize';
import type { SqlRow, SqlValue } from '../../../kernel/contract/database/database.js';
import { InternalError } from '../../../kernel/errors/internal-error.js';
import { checkScalar } from '../bind-scalar.js';
import { type Connector, type ConnectorOptions, MARGIN_MS, type StatementLimits } from '../connector.js';
import type { ServerLocation } from '../../../kernel/util/database/database-url.js';
import { utcText } from '../dialect/codec.js';
import { createMysqlDialect } from '../dialect/mysql.js';
import type { DatabaseFailure } from '../../../kernel/errors/database-unavailable.js';
import { driverErrorOf } from '../driver-error.js';
import { createDriverTransactions } from '../driver-transactions.js';
import { isNetworkFailure } from '../outage.js';
import { within } from '../../../kernel/util/async/within.js';
import { isMariadbVersion } from '../server-version.js';
import { setIdleTimeout } from './idle-timeout.js';
import {
  connectionOf,
  isWaiting,
  mysqlPoolState,
  NO_TIME_ZONE_QUERY,
  sequelizePoolState,
  streamOf,
} from '../driver-internals.js';
import { readOneByOne } from '../read-one-by-one.js';
import { createSilence } from '../silence.js';
import { createStatementCompiler, type CompiledStatement } from '../statement-compiler.js';

const DEADLOCK = 1213;
const LOCK_WAIT_TIMEOUT = 1205;
/** Error codes of statement timeouts, of MariaDB and MySQL. */
const STATEMENT_TIMEOUTS: ReadonlySet<unknown> = new Set([1969, 3024]);
const TOO_MANY_CONNECTIONS = 1040;
/** Disk full, server shutdown, read-only server, interrupted statement, killed connection. */
const AWAY: ReadonlySet<unknown> = new Set([1021, 1053, 1290, 1317, 1836, 1927]);
/** Driver messages for a lost connection. */
const GONE = /in closed state|^Connection lost|^Pool is closed/;

/**
 * Returns session settings that match the other databases: UTC, strict values, `||` concatenates, read
 * committed.
 */
const sessionSettings = (limits: StatementLimits): readonly string[] => [
  "set session time_zone = '+00:00', group_concat_max_len = 16777216, " +
    "sql_mode = 'STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION,PIPES_AS_CONCAT'",
  'set session transaction isolation level read committed',
  limitStatements(limits),
];

/**
 * Returns the timeout settings. MariaDB uses seconds, with fractions for statements; MySQL uses milliseconds,
 * for reads only. Each reads its own conditional comment. Table locks are those of migrations.
 */
function limitStatements({ statementMs, lockMs }: StatementLimits): string {
  const lock = Math.max(1, Math.round(lockMs / 1000));
  return (
    `set session innodb_lock_wait_timeout = ${lock}, lock_wait_timeout = ${lock}` +
    ` /*M!100101 , max_statement_time = ${statementMs / 1000} */ /*!50708 , max_execution_time = ${statementMs} */`
  );
}

type Executor = Pick<Connection, 'execute' | 'query'>;

/** Connects to MySQL or MariaDB: one pool for prepared reads, another one of Sequelize for writes. */
export async function connectMysql(location: ServerLocation, options: ConnectorOptions): Promise<Connector> {
  const pool = createPool({ ...connectionOptions(location, options), connectionLimit: options.readPoolSize });
  const silence = createSilence(options.limits.lockMs);
  const follow = (connection: Connection): void =>
    silence.follow(streamOf(connection), () => isWaiting(connection));
  pool.on('connection', (connection) => {
    follow(connection);
    setIdleTimeout(connection, options.limits.statementMs + MARGIN_MS);
    for (const statement of sessionSettings(options.limits))
      connection.query(statement, (error) => {
        if (error !== null && failureOf(error) === undefined)
          options.warn('failed to configure a database session', error);
      });
  });
  const endPool = (): Promise<void> => new Promise((resolve) => pool.end(() => resolve()));
  let version: string;
  try {
    version = await readVersion(pool);
  } catch (error) {
    await endPool();
    throw error;
  }
  const sequelize = openSequelize(location, options, follow);
  // Connections of the mysql dialect are clients of its driver.
  const transactions = createDriverTransactions(sequelize, {
    send: (connection, sql) => query(connection as Connection, sql),
    start: 'start transaction',
    snapshot: [
      'set transaction isolation level repeatable read', // Applies to the next transaction.
      'start transaction with consistent snapshot, read only',
    ],
  });
  // A deadlock ends the transaction, so later statements would be committed immediately.
  const deadlocks = new WeakMap<Transaction, unknown>();
  const assertGoingOn = (transaction: Transaction): void => {
    if (deadlocks.has(transaction)) throw deadlocks.get(transaction);
  };
  sequelize.addHook('beforeQuery', ({ transaction }) => {
    if (transaction) assertGoingOn(transaction);
  });
  async function inside<Result>(
    transaction: Transaction,
    work: (connection: Connection) => Promise<Result>,
  ): Promise<Result> {
    await transactions.begun(transaction);
    assertGoingOn(transaction);
    try {
      return await work(connectionOf(transaction));
    } catch (error) {
      if (driverErrorOf(error)?.errno === DEADLOCK) deadlocks.set(transaction, error);
      throw error;
    }
  }
  const protocol = options.pooler === 'transaction' ? 'query' : 'execute';
  const read: Connector['read'] = async (statement) => {
    const connection = await acquire(pool, options.limits.lockMs);
    try {
      return rowsOf(await send(connection, statement, protocol));
    } finally {
      connection.release();
    }
  };

  return {
    keepsSessions: options.pooler !== 'transaction',
    dialect: createMysqlDialect(isMariadbVersion(version) ? 'mariadb' : 'mysql'),
    sequelize,
    compile: createStatementCompiler({ style: { kind: 'positional' }, bind }),
    read,
    readAll: (statements) => readOneByOne(statements, read),
    readIn: (transaction, statement) =>
      inside(transaction, async (connection) => rowsOf(await send(connection, statement, protocol))),
    runIn: (transaction, statement) =>
      inside(transaction, (connection) => write(connection, statement, protocol)),
    sendIn: (transaction, statements) =>
      inside(transaction, async (connection) => {
        for (const statement of statements) await write(connection, statement, protocol);
      }),
    firstFailure: (transaction) => Promise.resolve(deadlocks.get(transaction)),
    ...transactions,
    async commit(transaction) {
      await transactions.commit(transaction);
      assertGoingOn(transaction); // Nothing of an ended transaction is stored.
    },
    turn: () => Promise.resolve(() => undefined),
    pools: () => [{ pool: 'read', ...mysqlPoolState(pool) }, sequelizePoolState(sequelize)],
    isRetryable: (error) => driverErrorOf(error)?.errno === DEADLOCK,
    failureOf: (error) => (isNoneFree(error) && silence.lasts() ? 'away' : failureOf(error)),
    async close() {
      await Promise.all([endPool(), sequelize.close()]);
    },
  };
}

/** Returns the kind of failure of a driver error; undefined if it is not an availability problem. */
export function failureOf(error: unknown): DatabaseFailure | undefined {
  const { errno, code, message = '' } = driverErrorOf(error) ?? {};
  if (errno === LOCK_WAIT_TIMEOUT) return 'busy';
  if (STATEMENT_TIMEOUTS.has(errno)) return 'timeout';
  if (errno === TOO_MANY_CONNECTIONS || isNoneFree(error)) return 'exhausted';
  if (isNetworkFailure(error) || code === 'PROTOCOL_CONNECTION_LOST') return 'away';
  return AWAY.has(errno) || GONE.test(message) ? 'away' : undefined;
}

/** Returns whether an error is a timeout while waiting for a connection of a pool. */
const isNoneFree = (error: unknown): boolean =>
  error instanceof ConnectionAcquireTimeoutError || driverErrorOf(error)?.code === NONE_FREE;

/** Error code for a pool without a free connection. */
const NONE_FREE = 'POOL_EXHAUSTED';

/** Takes a connection from the pool with a timeout, which the pool does not have. */
async function acquire(pool: Pool, limitMs: number): Promise<PoolConnection> {
  const coming = new Promise<PoolConnection>((resolve, reject) => {
    pool.getConnection((error, connection) => {
      if (error === null) resolve(connection);
      else reject(error);
    });
  });
  let isLate = false;
  coming.then(
    (connection) => isLate && connection.release(),
    () => undefined, // Handled below, or no longer needed.
  );
  return within(limitMs, coming, () => {
    isLate = true;
    const message = `No connection came free for ${limitMs / 1000} seconds`;
    return Object.assign(new Error(message), { code: NONE_FREE });
  });
}

function openSequelize(
  location: ServerLocation,
  options: ConnectorOptions,
  made: (connection: Connection) => void,
): Sequelize {
  const { host, port, database, user, password } = location;
  const { socketPath, ssl, charset, jsonStrings, connectTimeout } = connectionOptions(location, options);
  return new Sequelize(database, user, password, {
    dialect: 'mysql',
    host,
    port,
    logging: options.logging,
    retry: { max: 1 },
    ...NO_TIME_ZONE_QUERY, // Set below, where an unresponsive server is detected.
    // A longer timeout than the connection's, so that its error is reported first.
    pool: {
      max: options.writePoolSize,
      min: 0,
      idle: 30_000,
      acquire: options.limits.lockMs + MARGIN_MS,
    },
    define: { charset: 'utf8mb4' },
    // Counts found rows, so that an update without changes still reports its row, as on the other databases.
    dialectOptions: {
      charset,
      jsonStrings,
      connectTimeout,
      flags: 'FOUND_ROWS',
      ...(socketPath ? { socketPath } : {}),
      ...(ssl ? { ssl } : {}),
    },
    hooks: {
      async afterConnect(connection) {
        const client = connection as Connection; // The dialect is mysql, so this is a mysql2 client.
        made(client);
        setIdleTimeout(client, options.limits.statementMs + MARGIN_MS);
        for (const statement of sessionSettings(options.limits)) await query(client, statement);
      },
    },
  });
}

function connectionOptions(
  { host, port, user, password, database, tls }: ServerLocation,
  { limits }: Pick<ConnectorOptions, 'limits'>,
): PoolOptions {
  return {
    ...(host.startsWith('/') ? { socketPath: host } : { host, port }),
    ...(tls === false ? {} : { ssl: tls }),
    user,
    password,
    database,
    charset: 'utf8mb4_unicode_ci',
    timezone: 'Z',
    jsonStrings: true,
    connectTimeout: limits.lockMs,
    maxPreparedStatements: 500,
  };
}

async function readVersion(pool: Executor): Promise<string> {
  const rows = rowsOf(
    await send(pool, { text: 'select version() as version', values: [], name: '' }, 'query'),
  );
  return String(rows[0]?.version ?? '');
}

function send(
  executor: Executor,
  statement: CompiledStatement,
  protocol: 'execute' | 'query',
): Promise<unknown> {
  const options: QueryOptions = {
    sql: statement.text,
    dateStrings: true,
    // Write connections use Sequelize's own casts; the dialect decodes these rows.
    typeCast: (_field, next) => next(),
  };
  // `bind` returns types that the driver accepts.
  const values = statement.values as (string | number | bigint | Buffer | null)[];
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, result: unknown): void => {
      if (error === null) resolve(result);
      else reject(error);
    };
    if (protocol === 'execute') executor.execute(options, values, done);
    else executor.query(options, values, done);
  });
}

/** Runs a write. Some DDL cannot be prepared. */
async function write(
  connection: Connection,
  statement: CompiledStatement,
  protocol: 'execute' | 'query',
): Promise<number> {
  const result = await send(connection, statement, statement.values.length > 0 ? protocol : 'query');
  // A write returns a header; otherwise a select was passed to `run`.
  return (result as Partial<ResultSetHeader>).affectedRows ?? 0;
}

function query(connection: Connection, sql: string): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.query(sql, (error) => {
      if (error === null) resolve();
      else reject(error);
    });
  });
}

/** Returns the rows of a result. @throws InternalError if the statement returns none */
function rowsOf(result: unknown): SqlRow[] {
  // A select returns a list of row objects.
  if (Array.isArray(result)) return result as SqlRow[];
  throw new InternalError('A statement without rows was given to a read.');
}

function bind(value: SqlValue): unknown {
  const checked = checkScalar(value);
  if (checked instanceof Date) return utcText(checked);
  return typeof checked === 'boolean' ? Number(checked) : checked;
}
