import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../runtime/kernel/contract/database/database.js';
import { startPgbouncer, hasPgbouncer } from '../support/pgbouncer.js';
import { testDatabaseName } from '../support/database.js';
import { amountOf, countTitled, insertSample, openSample, startSample } from './database-fixture.js';
import type { SampleDatabase } from './database-fixture.js';

const name = testDatabaseName();
/** MariaDB measures lock timeouts in seconds. */
const LIMITS = { statementMs: 1500, lockMs: 1000 };

let sample: SampleDatabase;
let limited: Database;
beforeAll(async () => {
  sample = await startSample();
  limited = await openSample(sample.url, { limits: LIMITS, pool: 2 });
});
afterAll(async () => {
  await limited.close();
  await sample.close();
});

/** A read that takes seconds on any machine. */
const SLOW =
  name === 'postgres'
    ? 'select pg_sleep(3) as slept'
    : `with recursive step (n) as (select 1 union all select n + 1 from step where n < 250)
       select count(*) as n from step a join step b on a.n > 0 join step c on b.n + c.n > a.n`;

const settled = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: unknown) => Reflect.get(Object(error), 'code'),
  );

/** Holds a lock or connection until the work is over. */
async function during<Result>(
  take: (database: Database, held: () => Promise<void>) => Promise<unknown>,
  work: () => Promise<Result>,
  holder: Database = sample.database,
): Promise<Result> {
  let letGo: () => void = () => undefined;
  const over = new Promise<void>((resolve) => (letGo = resolve));
  let holding: Promise<unknown> = Promise.resolve();
  await new Promise<void>((resolve, reject) => {
    holding = take(holder, () => {
      resolve();
      return over;
    });
    holding.catch(reject);
  });
  try {
    return await work();
  } finally {
    letGo();
    await holding;
  }
}

describe.runIf(name !== 'sqlite')('a statement that takes too long', () => {
  test('is canceled by the database, outside and inside transactions', async () => {
    expect(await settled(limited.all(SLOW))).toBe('DATABASE.TIMEOUT');
    expect(await settled(limited.transaction((session) => session.all(SLOW)))).toBe('DATABASE.TIMEOUT');
  });

  test('rolls back its transaction, and keeps its connection usable', async () => {
    const work = limited.transaction(async (session) => {
      await session.insert('sample', [{ id: crypto.randomUUID(), title: 'half' }]);
      await session.all(SLOW);
    });
    expect(await settled(work)).toBe('DATABASE.TIMEOUT');
    expect(Number(await countTitled(limited, 'half'))).toBe(0);
    await insertSample(limited, { title: 'whole' });
    expect(Number(await countTitled(limited, 'whole'))).toBe(1);
  });

  test('is allowed if the work has a longer timeout', async () => {
    expect(await settled(limited.patiently((patient) => patient.all(SLOW)))).toBe('done');
  });

  test.runIf(name === 'postgres' && hasPgbouncer)(
    'is canceled behind a pooler in transaction mode, too',
    async () => {
      const pooler = await startPgbouncer(sample.url, 'transaction');
      const pooled = await openSample(pooler.urlOf(sample.url), { limits: LIMITS, pool: 2 });
      try {
        // Only the process can cancel a read outside transactions.
        expect(await settled(pooled.all(SLOW))).toBe('DATABASE.AWAY');
        expect(await settled(pooled.transaction((session) => session.all(SLOW)))).toBe('DATABASE.TIMEOUT');
        expect(await settled(pooled.all('select 1 as one'))).toBe('done');
        expect(await settled(pooled.patiently((patient) => patient.all(SLOW)))).toBe('done');
      } finally {
        await pooled.close();
        await pooler.stop();
      }
    },
  );
});

describe('a lock that is not available', () => {
  test('results in a 503 after the timeout, and nothing is stored', async () => {
    const id = await insertSample(sample.database, { title: 'locked', amount: 1 });
    const set = (database: Database, amount: number, held: () => Promise<void> = () => Promise.resolve()) =>
      database.transaction(async (session) => {
        await session.run(`update ${session.table('sample')} set amount = :amount where id = :id`, {
          id,
          amount,
        });
        await held();
      });
    const code = await during(
      (holder, held) => set(holder, 2, held),
      () => settled(set(limited, 3)),
    );
    expect(code).toBe('DATABASE.BUSY');
    expect(await amountOf(limited, id)).toEqual({ amount: 2 });
    await set(limited, 4);
    expect(await amountOf(sample.database, id)).toEqual({ amount: 4 });
  });
});

describe('connections that are all in use', () => {
  test('are awaited until the timeout', async () => {
    const code = await during(
      (holder, held) => holder.transaction(() => held()),
      () => settled(limited.transaction((session) => session.all('select 1 as one'))),
      limited,
    );
    expect(code).toBe(name === 'sqlite' ? 'DATABASE.BUSY' : 'DATABASE.EXHAUSTED');
    expect(await settled(limited.transaction((session) => session.all('select 1 as one')))).toBe('done');
  });

  test.runIf(name !== 'sqlite')('are awaited by reads, too', async () => {
    const slow =
      sample.database.dialect.name === 'postgres'
        ? 'select pg_sleep(0.8) as slept'
        : 'select sleep(0.8) as slept';
    const codes = await Promise.all(Array.from({ length: 6 }, () => settled(limited.all(slow))));
    expect(new Set(codes)).toEqual(new Set(['done', 'DATABASE.EXHAUSTED']));
    expect(await settled(limited.all('select 1 as one'))).toBe('done');
  });
});
