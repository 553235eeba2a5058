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
/** A lock that did not come in time. */
const LOCK_NOT_AVAILABLE = '55P03';
/** A statement that took too long, or that somebody ended by hand. */
const QUERY_CANCELED = '57014';
const TOO_MANY_CONNECTIONS = '53300';
/** The words of the pool for a connection that did not come free. */
const NONE_FREE = /^timeout exceeded when trying to connect/;
/** Connection errors, a server that starts, stops or crashes, one without disk or memory left, a read-only one. */
const AWAY = /^(08|57P0|53|25006)/;
/** The driver's own words for a connection that is gone or did not come. */
const GONE =
  /^(Connection terminated|Client (has encountered a connection error|was closed) and is not queryable|timeout expired)|Query read timeout/;
/** A plan made before a migration. */
const STALE_PLAN = '0A000';
/** A connection pooler has put a statement and its name on two connections of the server. */
const FOREIGN_NAME = new Set(['26000', '42P05']);

/**
 * The planner takes walks of the site for far larger than they are, and would compile them for seconds to save microseconds.
 * Servers before version 11 do not know the setting.
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
  // Parsed by `Dialect.decode`: a parsed JSON string could not be told from JSON text.
  [JSON, asText],
  [JSONB, asText],
]);
const ROW_TYPES = {
  // The driver's overloads differ by format only; every statement here answers text.
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    PARSERS.get(oid) ?? types.getTypeParser(oid, format)) as typeof types.getTypeParser,
};

/**
 * Reads are planned once for each connection: planning the statement of a list takes longer than running it. Texts are written
 * so that no value decides which plan is best. Servers before version 12 do not know the setting.
 */
const ONE_PLAN =
  "select set_config(name, 'force_generic_plan', false) from pg_settings where name = 'plan_cache_mode'";

/** The server ends what takes longer, so that nothing goes on for which nobody waits. */
function limitStatements({ statementMs, lockMs }: StatementLimits, scope: 'session' | 'local'): string {
  return `set ${scope} statement_timeout = ${statementMs};\nset ${scope} lock_timeout = ${lockMs}`;
}

/** The settings that every reading connection starts with. */
const sessionSettings = (limits: StatementLimits): string =>
  ["set time zone 'UTC'", WITHOUT_JIT, ONE_PLAN, limitStatements(limits, 'session')].join(';\n');

/** The driver as Sequelize loads it, with clients that send a statement without waiting for the answer to the one before. */
const PIPELINING_DRIVER = {
  ...pg,
  Client: function connectPipelining(config: ClientConfig): Client {
    return new Client({ ...config, pipeline: true }).on('error', MET_BY_WHOEVER_NEEDS_IT);
  },
};

/** A connection that ends while nobody listens, between being made and being used, must not end the process. */
const MET_BY_WHOEVER_NEEDS_IT = (): void => undefined;

/**
 * PostgreSQL: prepared reads on an own pool, writes by Sequelize on another; size both under `max_connections`. Behind a pooler
 * that keeps no sessions nothing is named and nothing is set (ADR 60).
 */
export async function connectPostgres(
  location: ServerLocation,
  options: ConnectorOptions,
): Promise<Connector> {
  const { host, port, user, password, database, tls } = location;
  const { statementMs, lockMs } = options.limits;
  // The driver ends a connection whose answer is late, so that nothing waits behind it and no transaction stays open.
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
    // What a connection fails with is told before the wait for it is given up.
    pool: { max: options.writePoolSize, min: 0, idle: 30_000, acquire: lockMs + MARGIN_MS },
    dialectOptions: { ssl: tls, ...limits, ...(!keepsSessions && { clientMinMessages: 'ignore' }) },
    ...(!keepsSessions && NO_TIME_ZONE_QUERY),
    hooks: {
      async afterConnect(connection) {
        const client = connection as PoolClient; // the dialect is postgres, so it is a client of pg
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
    // What is set for the session does not stay where a pooler gives each transaction another one.
    start: keepsSessions
      ? 'start transaction'
      : `start transaction;\n${limitStatements(options.limits, 'local')}`,
    // The moment is that of the first statement.
    snapshot: ['start transaction isolation level repeatable read, read only', 'select 1'],
  });
  /** Writes that nobody waits for, in the order in which they are answered. */
  const unanswered = new WeakMap<Transaction, Promise<unknown>[]>();
  const firstFailure = async (transaction: Transaction): Promise<unknown> => {
    await Promise.allSettled(unanswered.get(transaction) ?? []);
    return failures.of(transaction);
  };
  const write = (transaction: Transaction, statement: CompiledStatement): Promise<QueryResult<SqlRow>> =>
    // Statements without values are mostly DDL, run once: not worth a name.
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
      // A result that was read before the transaction began is thrown away with it, so there is no need to wait for the start.
      const [, result] = await Promise.all([transactions.begun(transaction), sent]);
      return result.rows;
    },
    async runIn(transaction, statement) {
      await transactions.begun(transaction);
      const { rowCount, command } = await write(transaction, statement);
      if (command === 'ROLLBACK') failures.forget(transaction); // to a savepoint: this is no way to end the transaction
      return rowCount ?? 0;
    },
    async sendIn(transaction, statements) {
      await transactions.begun(transaction);
      // After a failure the server refuses the rest, until the rollback.
      const sent = statements.map((statement) => write(transaction, statement));
      for (const answer of sent) answer.catch(() => undefined); // reported by `firstFailure`
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
      // The server takes a commit behind a failed statement for a rollback. `bind` has passed all that the driver could refuse.
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

/** The reason for which an error of the driver says that the database cannot answer now. */
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

/** Whether a wait for a connection of one of the pools was given up. */
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
    // Several statements of one request are sent without waiting for the first.
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

/** Whether the server keeps what was named on a connection. */
interface Names {
  areKept(): boolean;
  /** Whether an error says that it does not; from then on nothing is named. */
  areLost(code: unknown): boolean;
}

/** A pooler may be put in between later than the start that looked for it. */
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

/** Statements that commit by themselves. */
function statementsAlone(readers: Readers): Required<Pick<Connector, 'read' | 'readAll' | 'writeAlone'>> {
  const run = (statement: CompiledStatement): Promise<SqlRow[]> => runPrepared(statement, readers);
  return { read: run, readAll: (statements) => readTogether(statements, readers), writeAlone: run };
}

/** What is run once more was refused before it ran, so that a write happens once. */
async function runPrepared(statement: CompiledStatement, readers: Readers): Promise<SqlRow[]> {
  try {
    const { rows } = await sendByPool<SqlRow>(readers.pool, configOf(statement, readers.names.areKept()));
    return rows;
  } catch (error) {
    return readAgain(statement, error, readers);
  }
}

/** Reads once more what was prepared too early, or is not kept. @throws any other error that it was refused for */
async function readAgain(
  statement: CompiledStatement,
  error: unknown,
  { pool, names }: Readers,
): Promise<SqlRow[]> {
  const code = driverErrorOf(error)?.code;
  if (code !== STALE_PLAN && !names.areLost(code)) throw error;
  return (await sendByPool<SqlRow>(pool, configOf(statement, false))).rows;
}

/** Sends reads in one packet on one connection, which is given up when one of them fails, as the pool does with its own. */
async function readTogether(
  statements: readonly CompiledStatement[],
  readers: Readers,
): Promise<PromiseSettledResult<SqlRow[]>[]> {
  // A pooler may not take statements before the one in front of them is answered.
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

/**
 * Statements of one turn of the event loop leave together: the system call for each would cost more than most of them do.
 */
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
