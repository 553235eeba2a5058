import pg, {
  Client,
  Pool,
  types,
  type ClientConfig,
  type PoolClient,
  type PoolConfig,
  type QueryResult,
} from 'pg';
import { ConnectionAcquireTimeoutError, Sequelize, type Transaction } from 'sequelize';
import type { PoolState, SqlRow, SqlValue } from '../../../kernel/contract/database/database.js';
import { checkScalar } from '../bind-scalar.js';
import { type Connector, type ConnectorOptions, MARGIN_MS, type StatementLimits } from '../connector.js';
import type { ServerLocation } from '../../../kernel/util/database/database-url.js';
import { POSTGRES_DIALECT } from '../dialect/postgres.js';
import type { DatabaseFailure } from '../../../kernel/errors/database-unavailable.js';
import { driverErrorOf } from '../driver-error.js';
import { createDriverTransactions } from '../driver-transactions.js';
import { isNetworkFailure } from '../outage.js';
import {
  connectionOf,
  isAnswerDue,
  NO_TIME_ZONE_QUERY,
  sequelizePoolState,
  wireOf,
} from '../driver-internals.js';
import { readOneByOne } from '../read-one-by-one.js';
import { createSilence, type Silence } from '../silence.js';
import { createStatementCompiler, type CompiledStatement } from '../statement-compiler.js';
import { createFirstFailures } from './first-failures.js';
import { findPooler } from './find-pooler.js';
import { parseMoment } from './parse-moment.js';
import { type PostgresStatement, sendByClient, sendByPool } from './pg-query.js';

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
/** Lock timeout. */
const LOCK_NOT_AVAILABLE = '55P03';
/** Statement timeout, or a canceled statement. */
const QUERY_CANCELED = '57014';
const TOO_MANY_CONNECTIONS = '53300';
/** Pool message if no connection is free. */
const NONE_FREE = /^timeout exceeded when trying to connect/;
/**
 * Connection errors, a starting, stopping or crashing server, no disk space or memory, a read-only server.
 */
const AWAY = /^(08|57P0|53|25006)/;
/** Driver messages for a lost or failed connection. */
const GONE =
  /^(Connection terminated|Client (has encountered a connection error|was closed) and is not queryable|timeout expired)|Query read timeout/;
/** The plan predates a migration. */
const STALE_PLAN = '0A000';
/** A pooler has sent a statement and its name to different server connections. */
const FOREIGN_NAME = new Set(['26000', '42P05']);

/**
 * The planner overestimates recursive queries and would spend seconds on compilation to save microseconds.
 * Servers before version 11 do not have the setting.
 */
const WITHOUT_JIT = "select set_config(name, 'off', false) from pg_settings where name = 'jit'";

const { INT8, DATE, TIME, TIMESTAMP, TIMESTAMPTZ, JSON, JSONB } = types.builtins;
const asText = (text: string): string => text;
const PARSERS = new Map<number, (text: string) => unknown>([
  [INT8, Number],
  [DATE, asText],
  [TIME, asText],
  [TIMESTAMP, asText],
  [TIMESTAMPTZ, parseMoment],
  // `Dialect.decode` parses JSON, because a parsed JSON string could not be distinguished from JSON text.
  [JSON, asText],
  [JSONB, asText],
]);
const ROW_TYPES = {
  // The driver's overloads differ by format only; all statements here return text.
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    PARSERS.get(oid) ?? types.getTypeParser(oid, format)) as typeof types.getTypeParser,
};

/**
 * Plans reads once per connection, because planning a list statement takes longer than running it. Statement
 * texts are written so that the best plan does not depend on values. Servers before version 12 do not have
 * the setting.
 */
const ONE_PLAN =
  "select set_config(name, 'force_generic_plan', false) from pg_settings where name = 'plan_cache_mode'";

/** Returns server-side timeouts, so that abandoned statements end. */
function limitStatements({ statementMs, lockMs }: StatementLimits, scope: 'session' | 'local'): string {
  return `set ${scope} statement_timeout = ${statementMs};\nset ${scope} lock_timeout = ${lockMs}`;
}

/** Returns the settings of reading connections. */
const sessionSettings = (limits: StatementLimits): string =>
  ["set time zone 'UTC'", WITHOUT_JIT, ONE_PLAN, limitStatements(limits, 'session')].join(';\n');

/** The driver for Sequelize, with clients that pipeline statements. */
const PIPELINING_DRIVER = {
  ...pg,
  Client: function connectPipelining(config: ClientConfig): Client {
    return new Client({ ...config, pipeline: true }).on('error', MET_BY_WHOEVER_NEEDS_IT);
  },
};

/** Ignores errors of unused connections, which would otherwise end the process. */
const MET_BY_WHOEVER_NEEDS_IT = (): void => undefined;

/**
 * Connects to PostgreSQL: one pool for prepared reads, another one of Sequelize for writes. Size both below
 * `max_connections`. Behind a pooler without sessions, nothing is prepared or set (ADR 60).
 */
export async function connectPostgres(
  location: ServerLocation,
  options: ConnectorOptions,
): Promise<Connector> {
  const { host, port, user, password, database, tls } = location;
  const { statementMs, lockMs } = options.limits;
  // The driver closes a connection with an overdue response, so that nothing waits for it and no transaction
  // stays open.
  const limits = { query_timeout: statementMs + MARGIN_MS, connectionTimeoutMillis: lockMs };
  const keepsSessions = (options.pooler ?? (await findPooler(location, limits))) === 'session';
  const names = createNames(keepsSessions, options.warn);
  const settings = keepsSessions ? sessionSettings(options.limits) : undefined;
  const pool = openPool(location, { ...limits, max: options.readPoolSize }, settings);
  const silence = createSilence(lockMs);
  pool.on('connect', (client) => follow(client, silence));
  const failures = createFirstFailures();
  const sequelize = new Sequelize(database, user, password, {
    dialect: 'postgres',
    dialectModule: PIPELINING_DRIVER,
    host,
    port,
    logging: options.logging,
    retry: { max: 1 },
    // A longer timeout than the connection's, so that its error is reported first.
    pool: { max: options.writePoolSize, min: 0, idle: 30_000, acquire: lockMs + MARGIN_MS },
    dialectOptions: { ssl: tls, ...limits, ...(!keepsSessions && { clientMinMessages: 'ignore' }) },
    ...(!keepsSessions && NO_TIME_ZONE_QUERY),
    hooks: {
      async afterConnect(connection) {
        const client = connection as PoolClient; // The dialect is postgres, so this is a pg client.
        follow(client, silence);
        if (keepsSessions)
          await client.query(`${WITHOUT_JIT};\n${limitStatements(options.limits, 'session')}`);
        failures.listen(client);
      },
    },
  });
  // Connections of the postgres dialect are clients of its driver.
  const transactions = createDriverTransactions(sequelize, {
    send: (connection, sql) => queryInPacket(connection as PoolClient, { text: sql }),
    // Session settings are lost if a pooler assigns a new connection to each transaction.
    start: keepsSessions
      ? 'start transaction'
      : `start transaction;\n${limitStatements(options.limits, 'local')}`,
    // The snapshot is taken by the first statement.
    snapshot: ['start transaction isolation level repeatable read, read only', 'select 1'],
  });
  /** Writes that nothing waits for, in response order. */
  const unanswered = new WeakMap<Transaction, Promise<unknown>[]>();
  const firstFailure = async (transaction: Transaction): Promise<unknown> => {
    await Promise.allSettled(unanswered.get(transaction) ?? []);
    return failures.of(transaction);
  };
  const write = (transaction: Transaction, statement: CompiledStatement): Promise<QueryResult<SqlRow>> =>
    // Statements without values are mostly DDL that runs once, so they are not prepared.
    queryInPacket(
      connectionOf(transaction),
      configOf(statement, names.areKept() && statement.values.length > 0),
    );
  return {
    dialect: POSTGRES_DIALECT,
    sequelize,
    compile: createStatementCompiler({ style: { kind: 'numbered', sigil: '$' }, bind }),
    keepsSessions,
    ...statementsAlone({ pool, names }),
    async readIn(transaction, statement) {
      const sent = queryInPacket(connectionOf(transaction), configOf(statement, names.areKept()));
      // A result read before the transaction has begun is discarded with it, so there is no need to wait for
      // the start.
      const [, result] = await Promise.all([transactions.begun(transaction), sent]);
      return result.rows;
    },
    async runIn(transaction, statement) {
      await transactions.begun(transaction);
      const { rowCount, command } = await write(transaction, statement);
      if (command === 'ROLLBACK') failures.forget(transaction); // Rollback to a savepoint; the transaction is not ended this way.
      return rowCount ?? 0;
    },
    async sendIn(transaction, statements) {
      await transactions.begun(transaction);
      // After a failure, the server rejects the rest until the rollback.
      const sent = statements.map((statement) => write(transaction, statement));
      for (const answer of sent) answer.catch(() => undefined); // Reported by `firstFailure`.
      const earlier = unanswered.get(transaction);
      if (earlier === undefined) unanswered.set(transaction, sent);
      else earlier.push(...sent);
    },
    firstFailure,
    ...transactions,
    async begin(transactionOptions) {
      const transaction = await transactions.begin(transactionOptions);
      failures.follow(transaction);
      return transaction;
    },
    async commit(transaction) {
      await transactions.commit(transaction);
      // The server treats a commit after a failed statement as a rollback. `bind` has already checked
      // everything the driver could reject.
      const failure = await firstFailure(transaction);
      if (failure !== undefined) throw failure;
    },
    turn: () => Promise.resolve(() => undefined),
    pools: () => [readPoolState(pool, options.readPoolSize), sequelizePoolState(sequelize)],
    isRetryable(error) {
      const code = driverErrorOf(error)?.code;
      return code === SERIALIZATION_FAILURE || code === DEADLOCK || names.areLost(code);
    },
    failureOf: (error) => (isNoneFree(error) && silence.lasts() ? 'away' : failureOf(error)),
    async close() {
      await Promise.all([pool.end(), sequelize.close()]);
    },
  };
}

/** Returns the kind of failure of a driver error; undefined if it is not an availability problem. */
export function failureOf(error: unknown): DatabaseFailure | undefined {
  const { code, message = '' } = driverErrorOf(error) ?? {};
  if (code === LOCK_NOT_AVAILABLE) return 'busy';
  if (code === QUERY_CANCELED) return 'timeout';
  if (code === TOO_MANY_CONNECTIONS || isNoneFree(error)) return 'exhausted';
  return isNetworkFailure(error) || AWAY.test(String(code)) || GONE.test(message) ? 'away' : undefined;
}

function follow(client: PoolClient, silence: Silence): void {
  silence.follow(wireOf(client).stream, () => isAnswerDue(client));
}

/** Returns whether an error is a timeout while waiting for a connection of a pool. */
const isNoneFree = (error: unknown): boolean =>
  error instanceof ConnectionAcquireTimeoutError || NONE_FREE.test(driverErrorOf(error)?.message ?? '');

function openPool(
  { host, port, user, password, database, tls }: ServerLocation,
  limits: PoolConfig,
  settings: string | undefined,
): Pool {
  const pool = new Pool({
    host,
    port,
    user,
    password,
    database,
    ssl: tls,
    idleTimeoutMillis: 30_000,
    // Sends several statements of a request without waiting for the first.
    pipeline: true,
    ...limits,
    ...(settings !== undefined && {
      verify(client: PoolClient, done: (error?: Error) => void) {
        client.query(settings).then(() => done(), done);
      },
    }),
  });
  pool.on('error', MET_BY_WHOEVER_NEEDS_IT);
  pool.on('connect', (client) => void client.on('error', MET_BY_WHOEVER_NEEDS_IT));
  return pool;
}

const readPoolState = (
  { totalCount, idleCount: idle, waitingCount: waiting }: Pool,
  limit: number,
): PoolState => ({ pool: 'read', limit, inUse: totalCount - idle, idle, waiting });

/** Whether server connections keep prepared statements. */
interface Names {
  areKept(): boolean;
  /** Returns whether an error shows that they do not; nothing is prepared from then on. */
  areLost(code: unknown): boolean;
}

/** Creates the state. A pooler may be added after the detection at startup. */
function createNames(areKept: boolean, warn: ConnectorOptions['warn']): Names {
  return {
    areKept: () => areKept,
    areLost(code) {
      if (!FOREIGN_NAME.has(String(code))) return false;
      if (areKept) warn(POOLED_SINCE);
      areKept = false;
      return true;
    },
  };
}

const POOLED_SINCE =
  'a connection pooler in transaction mode has come between the service and the database: statements are not prepared any more; ' +
  'restart the service, with DATABASE_POOLER=transaction where this is said again';

interface Readers {
  readonly pool: Pool;
  readonly names: Names;
}

/** Returns the functions for statements outside transactions. */
function statementsAlone(readers: Readers): Required<Pick<Connector, 'read' | 'readAll' | 'writeAlone'>> {
  const run = (statement: CompiledStatement): Promise<SqlRow[]> => runPrepared(statement, readers);
  return { read: run, readAll: (statements) => readTogether(statements, readers), writeAlone: run };
}

/**
 * Runs a prepared statement. Only statements rejected before execution are repeated, so a write runs once.
 */
async function runPrepared(statement: CompiledStatement, readers: Readers): Promise<SqlRow[]> {
  try {
    const { rows } = await sendByPool<SqlRow>(readers.pool, configOf(statement, readers.names.areKept()));
    return rows;
  } catch (error) {
    return readAgain(statement, error, readers);
  }
}

/** Repeats a read whose prepared statement is stale or lost. @throws any other error */
async function readAgain(
  statement: CompiledStatement,
  error: unknown,
  { pool, names }: Readers,
): Promise<SqlRow[]> {
  const code = driverErrorOf(error)?.code;
  if (code !== STALE_PLAN && !names.areLost(code)) throw error;
  return (await sendByPool<SqlRow>(pool, configOf(statement, false))).rows;
}

/**
 * Sends reads in one packet on one connection, which is discarded if one of them fails, like the pool does.
 */
async function readTogether(
  statements: readonly CompiledStatement[],
  readers: Readers,
): Promise<PromiseSettledResult<SqlRow[]>[]> {
  // A pooler may not accept a statement before the previous one has completed.
  if (!readers.names.areKept())
    return readOneByOne(statements, (statement) => runPrepared(statement, readers));
  let client: PoolClient;
  try {
    client = await readers.pool.connect();
  } catch (reason) {
    return statements.map(() => ({ status: 'rejected', reason }));
  }
  const sent = statements.map((statement) => queryInPacket(client, configOf(statement, true)));
  const answers = await Promise.allSettled(sent);
  client.release(answers.some(({ status }) => status === 'rejected'));
  return Promise.allSettled(
    statements.map(async (statement, index) => {
      const answer = answers[index];
      return answer?.status === 'fulfilled'
        ? answer.value.rows
        : readAgain(statement, answer?.reason, readers);
    }),
  );
}

/** Sends statements of one tick together, because a system call for each costs more than most statements. */
function queryInPacket(client: PoolClient, config: PostgresStatement): Promise<QueryResult<SqlRow>> {
  const { stream } = wireOf(client);
  stream.cork();
  process.nextTick(() => stream.uncork());
  return sendByClient<SqlRow>(client, config);
}

function configOf({ text, name, values }: CompiledStatement, named: boolean): PostgresStatement {
  return named ? { text, values, name, types: ROW_TYPES } : { text, values, types: ROW_TYPES };
}

function bind(value: SqlValue): unknown {
  if (Array.isArray(value)) return value.map(checkScalar);
  const checked = checkScalar(value);
  return checked instanceof Date ? checked.toISOString() : checked;
}
