import type {
  Database,
  Outcome,
  SqlSession,
  TransactionSession,
} from '../../kernel/contract/database/database.js';
import { DatabaseUnavailable } from '../../kernel/errors/database-unavailable.js';
import { createState } from '../../kernel/util/async/state.js';

/**
 * Runs work in one transaction that all its reads and writes take part in, those included that open transactions of their own:
 * each of these is a part that is undone by itself when it fails. What follows their commits waits for the one at the end.
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
      if (joint !== undefined) await joint.end('undone'); // another attempt
      joint = join(database, session);
      const value = await work(joint.database);
      isDone = true;
      return value;
    });
  } catch (error) {
    // A connection lost at the end leaves open whether all of it is stored.
    const isUnknown = isDone && error instanceof DatabaseUnavailable && error.kind === 'away';
    await joint?.end(isUnknown ? 'unknown' : 'undone');
    throw error;
  }
  await joint?.end('committed');
  return result;
}

interface Joint {
  readonly database: Database;
  /** Ends the transaction: from now on the database is the one outside; what waited for this end is done. */
  end(outcome: Outcome): Promise<void>;
}

function join(outside: Database, session: TransactionSession): Joint {
  const waiting: ((outcome: Outcome) => Promise<void>)[] = [];
  let isOpen = true;
  let last: Promise<unknown> = Promise.resolve();
  const current = (): SqlSession => (isOpen ? session : outside);

  /** Runs one part at a time: parts that overlapped could not be undone by themselves. */
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
    // A replica lacks what the transaction has written.
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
    // Rows that the transaction has written are part of the moment.
    snapshot: (work) => (isOpen ? work(session) : outside.snapshot(work)),
    async whenDecided(work) {
      if (isOpen) waiting.push(work);
      else await outside.whenDecided(work);
    },
    patiently: (work) => (isOpen ? work(database) : outside.patiently(work)),
    close: () => Promise.resolve(), // whoever opened it closes it
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
    // After a failure of the database itself nothing more can be undone but all of it, and the first failure is reported.
    await session.run('rollback to savepoint part').catch(() => undefined);
    throw error;
  }
  await session.run('release savepoint part');
  return result;
}
