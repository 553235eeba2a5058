import type {
  Database,
  Outcome,
  SqlSession,
  TransactionSession,
} from '../../kernel/contract/database/database.js';
import { DatabaseUnavailable } from '../../kernel/errors/database-unavailable.js';
import { createState } from '../../kernel/util/async/state.js';

/**
 * Runs work in one transaction that includes all its reads, writes and nested transactions. Each nested one
 * is a part that rolls back separately if it fails. Work after their commits waits for the end of the whole.
 */
export async function inOneTransaction<Result>(
  database: Database,
  work: (joined: Database) => Promise<Result>,
): Promise<Result> {
  let joint: Joint | undefined;
  let isDone = false;
  let result: Result;
  try {
    result = await database.transaction(async (session) => {
      isDone = false;
      if (joint !== undefined) await joint.end('undone'); // A retry.
      joint = join(database, session);
      const value = await work(joint.database);
      isDone = true;
      return value;
    });
  } catch (error) {
    // If the connection is lost at the end, the outcome is unknown.
    const isUnknown = isDone && error instanceof DatabaseUnavailable && error.kind === 'away';
    await joint?.end(isUnknown ? 'unknown' : 'undone');
    throw error;
  }
  await joint?.end('committed');
  return result;
}

interface Joint {
  readonly database: Database;
  /** Ends the transaction: runs waiting work and switches the database to the outer one. */
  end(outcome: Outcome): Promise<void>;
}

function join(outside: Database, session: TransactionSession): Joint {
  const waiting: ((outcome: Outcome) => Promise<void>)[] = [];
  let isOpen = true;
  let last: Promise<unknown> = Promise.resolve();
  const current = (): SqlSession => (isOpen ? session : outside);

  /** Runs one part at a time, because overlapping parts could not be rolled back separately. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  }

  const database: Database = {
    dialect: outside.dialect,
    keepsSessions: outside.keepsSessions,
    during: (origin) => ({
      dialect: outside.dialect,
      table: outside.table,
      all: (sql, parameters) => (isOpen ? session : outside.during(origin)).all(sql, parameters),
      first: (sql, parameters) => (isOpen ? session : outside.during(origin)).first(sql, parameters),
    }),
    pools: () => outside.pools(),
    // A replica does not have the transaction's writes.
    replica: () => (isOpen ? undefined : outside.replica()),
    watchReplicas: () => undefined,
    replicas: () => outside.replicas(),
    table: outside.table,
    all: (sql, parameters) => current().all(sql, parameters),
    first: (sql, parameters) => current().first(sql, parameters),
    transaction: (work, options) =>
      isOpen ? inTurn(() => runPart(session, work)) : outside.transaction(work, options),
    writeOne: (sql, parameters) =>
      isOpen
        ? inTurn(() => runPart(session, (part) => part.first(sql, parameters)))
        : outside.writeOne(sql, parameters),
    // The snapshot includes rows written by the transaction.
    snapshot: (work) => (isOpen ? work(session) : outside.snapshot(work)),
    async whenDecided(work) {
      if (isOpen) waiting.push(work);
      else await outside.whenDecided(work);
    },
    patiently: (work) => (isOpen ? work(database) : outside.patiently(work)),
    close: () => Promise.resolve(), // Its owner closes it.
  };
  return {
    database,
    async end(outcome) {
      isOpen = false;
      for (const work of waiting.splice(0)) await work(outcome);
    },
  };
}

async function runPart<Result>(
  session: TransactionSession,
  work: (session: TransactionSession) => Promise<Result>,
): Promise<Result> {
  await session.run('savepoint part');
  let result: Result;
  try {
    result = await work({ ...session, state: createState() });
  } catch (error) {
    // If the database itself failed, the whole transaction is lost, and the first error is reported.
    await session.run('rollback to savepoint part').catch(() => undefined);
    throw error;
  }
  await session.run('release savepoint part');
  return result;
}
