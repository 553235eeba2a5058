import type { Database } from '../../kernel/contract/database/database.js';
import { ConfigError } from '../../kernel/errors/config-error.js';
import type { Logger } from '../../kernel/ports/logger.js';
import { assertNever } from '../../kernel/util/assert-never.js';
import type { Connector, ConnectorOptions, StatementLimits } from './connector.js';
import { loadDriver } from './load-driver.js';
import { createNestingGuard } from './nesting-guard.js';
import {
  describeLocation,
  parseDatabaseUrl,
  type DatabaseLocation,
} from '../../kernel/util/database/database-url.js';
import type { ModelDefinition } from './model-definition.js';
import { defineModels } from './models.js';
import { createOutage, reasonOfFailure, watchConnector } from './outage.js';
import { createReadForRequest } from './reads-of-a-turn.js';
import { createReplicas, type ReplicaOptions, type Replicas } from './replicas/replicas.js';
import { createTellStatement } from './reported-statements.js';
import { createTransactionRunner, type TransactionRunner } from './transaction.js';
import { createSessions } from './sessions.js';
import type { StatementTurns } from './sqlite/statement-turns.js';

export { modelDefinition, type ModelDefinition } from './model-definition.js';

export interface OpenDatabaseOptions {
  /**
   * Database URL: `postgres://`, `mysql://`, `mariadb://` or `sqlite:PATH`. `sqlite::memory:` lives as long
   * as the object.
   */
  readonly url: string;
  readonly tablePrefix: string;
  /** All tables written by models. */
  readonly tables: readonly ModelDefinition[];
  readonly log: Logger;
  /** Called for every statement, in the runtime's form; transaction control is not counted. */
  readonly onStatement?: (sql: string) => void;
  /** Maximum number of connections, half for reads and half for transactions; default 20. */
  readonly pool?: number;
  /** Mode of a connection pooler; detected by PostgreSQL at startup if absent. */
  readonly pooler?: 'transaction' | 'session' | null;
  readonly sqliteSynchronous?: 'normal' | 'full';
  /** Timeouts; default: one hour. */
  readonly limits?: StatementLimits;
  /** Threshold in milliseconds for logging slow statements; 0, the default, logs none. */
  readonly slowStatementMs?: number;
  /** Whether to reject nested transactions. Costs a tenth of a request's time, so it is off in production. */
  readonly refusesNesting?: boolean;
  /** Replicas of this server, which `replica` returns after they are watched. */
  readonly replicas?: ReplicaOptions | undefined;
}

/** Servers run statements concurrently. */
const AT_ONCE: StatementTurns = { run: (_owner, work) => work() };

const POOL = 20;

/**
 * Timeouts for statements on all rows of a large site, and for waiting until another process has run them.
 */
export const PATIENT_LIMITS: StatementLimits = { statementMs: 3_600_000, lockMs: 3_600_000 };
/** Long-running work needs few connections. */
const PATIENT_POOL = 2;

/**
 * Opens the pools of a database and checks the connection.
 * @throws Error with host, port and database if it is unreachable, never with the password; ConfigError if
 * its driver is not installed
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  const location = parseDatabaseUrl(options.url);
  const opened = await reach(location, options);
  const outage = createOutage((error) => opened.failureOf(error), options.log);
  const connector = watchConnector(opened, outage);
  const modelOf = defineModels(connector.sequelize, options.tablePrefix, options.tables);
  const table = createTableNames(connector, options.tablePrefix);
  const { onStatement, log, slowStatementMs: slowMs = 0 } = options;
  const tell = createTellStatement({ dialect: connector.dialect.name, slowMs, log });

  const { createSession, openSession } = createSessions({
    ...{ connector, modelOf, table, tell, onStatement },
    turns: connector.turns ?? AT_ONCE,
  });
  const readForRequest = createReadForRequest(connector);
  const replicas =
    options.replicas === undefined
      ? undefined
      : createReplicas({
          ...options.replicas,
          location,
          database: connector,
          log,
          connect: (where, limits) => connect(where, replicaOptions(options, connector, limits)),
        });
  const nesting = createNestingGuard(options.refusesNesting === true);
  const runTransaction = createTransactionRunner({ connector, outage, openSession, tell, nesting });
  const transaction = replicas === undefined ? runTransaction : noting(runTransaction, replicas);
  const { writeAlone } = connector;
  const writing = writeAlone && createSession(writeAlone, undefined, 'write');
  const database: Database = {
    ...createSession((statement) => connector.read(statement)),
    keepsSessions: connector.keepsSessions,
    during: (origin) => {
      const { request } = origin;
      return createSession(
        request === undefined
          ? (statement) => connector.read(statement)
          : (statement) => readForRequest(statement, request),
        origin,
      );
    },
    pools: () => connector.pools(),
    replica: () => replicas?.choose()?.open(createSession),
    watchReplicas: () => replicas?.watch(),
    replicas: () => replicas?.states() ?? [],
    transaction,
    async writeOne(sql, parameters) {
      if (writing === undefined) return transaction((session) => session.first(sql, parameters));
      nesting.assertOutside();
      return writing.first(sql, parameters);
    },
    async snapshot(work) {
      const reading = await connector.beginSnapshot();
      try {
        return await work(createSession((statement) => connector.readIn(reading, statement)));
      } finally {
        // A failed rollback has closed the connection, and there was nothing to roll back.
        await connector.rollback(reading).catch(() => undefined);
      }
    },
    whenDecided: (work) => work('committed'),
    async patiently(work) {
      // Statements on a file have no timeout.
      if (location.kind === 'sqlite') return work(database);
      const pooler = connector.keepsSessions ? 'session' : 'transaction';
      const patient = await openDatabase({
        ...options,
        pooler,
        limits: PATIENT_LIMITS,
        pool: PATIENT_POOL,
        replicas: undefined,
      });
      try {
        return await work(patient);
      } finally {
        await patient.close();
      }
    },
    async close() {
      await replicas?.close();
      await connector.close();
    },
  };
  return database;
}

/**
 * Notifies the replicas of writes. Transactions without a use case (messages, sessions) do not affect
 * anonymous reads.
 */
function noting(run: TransactionRunner, replicas: Replicas): TransactionRunner {
  return async (work, options) => {
    try {
      return await run(work, options);
    } finally {
      if (options?.origin !== undefined) replicas.wrote();
    }
  };
}

async function reach(location: DatabaseLocation, options: OpenDatabaseOptions): Promise<Connector> {
  let connector: Connector | undefined;
  try {
    connector = await connect(location, connectorOptions(options));
    await connector.read(connector.compile('select 1 as one', {}));
    return connector;
  } catch (error) {
    await connector?.close();
    if (error instanceof ConfigError) throw error;
    throw new Error(`Could not open ${describeLocation(location)}: ${reasonOfFailure(error)}`, {
      cause: error,
    });
  }
}

/** Loads a driver on use, because a site needs only one and loading slows startup. */
async function connect(location: DatabaseLocation, options: ConnectorOptions): Promise<Connector> {
  switch (location.kind) {
    case 'sqlite': {
      const { connectSqlite } = await loadDriver('libsql', () => import('./sqlite/sqlite-connector.js'));
      return connectSqlite(location.path, options);
    }
    case 'postgres': {
      const { connectPostgres } = await import('./postgres/postgres-connector.js');
      return connectPostgres(location, options);
    }
    case 'mysql': {
      const { connectMysql } = await loadDriver('mysql2', () => import('./mysql/mysql-connector.js'));
      return connectMysql(location, options);
    }
    default:
      return assertNever(location);
  }
}

function connectorOptions(options: OpenDatabaseOptions): ConnectorOptions {
  const { onStatement, log, pool = POOL } = options;
  return {
    readPoolSize: Math.ceil(pool / 2),
    writePoolSize: Math.max(1, Math.floor(pool / 2)),
    ...(options.pooler ? { pooler: options.pooler } : {}),
    sqliteSynchronous: options.sqliteSynchronous ?? 'normal',
    limits: options.limits ?? PATIENT_LIMITS,
    logging: onStatement === undefined ? false : (line) => reportModelStatement(line, onStatement),
    warn: (msg, err) => log.warn(err === undefined ? { msg } : { msg, err }),
  };
}

/**
 * Returns the options of a replica. Probes use a single connection with short timeouts; reads use the normal
 * pool.
 */
function replicaOptions(
  options: OpenDatabaseOptions,
  { keepsSessions }: Connector,
  limits: StatementLimits | undefined,
): ConnectorOptions {
  const usual = connectorOptions(options);
  // Detecting a pooler takes connections; replicas use the same mode as the primary.
  const reached = { ...usual, pooler: keepsSessions ? 'session' : 'transaction', writePoolSize: 1 } as const;
  return limits === undefined ? reached : { ...reached, readPoolSize: 1, limits };
}

const LOG_PREFIX = /^Executing \([^)]*\): /;
const TRANSACTION_CONTROL = /^(BEGIN|START TRANSACTION|COMMIT|ROLLBACK|SET )/i;

/** Reports a statement run by Sequelize, except for transaction control. */
function reportModelStatement(line: string, onStatement: (sql: string) => void): void {
  const sql = line.replace(LOG_PREFIX, '');
  if (!TRANSACTION_CONTROL.test(sql)) onStatement(sql);
}

function createTableNames(connector: Connector, tablePrefix: string): (name: string) => string {
  const names = new Map<string, string>();
  return (name) => {
    const known = names.get(name);
    if (known !== undefined) return known;
    const quoted = connector.dialect.quote(`${tablePrefix}${name}`);
    names.set(name, quoted);
    return quoted;
  };
}
