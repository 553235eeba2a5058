import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Database, TransactionSession } from '../../runtime/kernel/contract/database.js';
import { InternalError } from '../../runtime/kernel/errors/internal-error.js';
import { assertSupportedServer } from '../../runtime/adapters/persistence/server-version.js';
import { createTestDatabase, testDatabaseName, type TestDatabase } from '../support/database.js';
import { createSampleTable, insertSample, openSample } from './database-fixture.js';

let place: TestDatabase;
let database: Database;

beforeAll(async () => {
  place = await createTestDatabase();
  database = await openSample(place.url);
  await createSampleTable(database);
});

afterAll(async () => {
  await database.close();
  await place.drop();
});

const countTitled = async (title: string): Promise<unknown> =>
  (
    await database.first(`select count(*) as n from ${database.table('sample')} where title = :title`, {
      title,
    })
  )?.n;

const amountOf = (session: Pick<TransactionSession, 'first' | 'table' | 'dialect'>, id: string, lock = '') =>
  session.first<{ amount: number }>(`select amount from ${session.table('sample')} t where id = :id${lock}`, {
    id,
  });

describe('Database', () => {
  test('speaks the dialect of the server it finds', () => {
    expect(database.dialect.name).toBe(testDatabaseName());
  });

  test('passes the version check', async () => {
    await expect(assertSupportedServer(database)).resolves.toBeUndefined();
  });

  test('binds named parameters by name, repeated ones too', async () => {
    const row = await database.first(
      'select cast(:b as char(1)) as b, cast(:a as char(1)) as a, cast(:b as char(1)) as c',
      {
        a: 'x',
        b: 'y',
      },
    );
    expect(row).toEqual({ a: 'x', b: 'y', c: 'y' });
  });

  test('takes a limit as a parameter', async () => {
    await insertSample(database, { title: 'limit 1' });
    await insertSample(database, { title: 'limit 2' });
    const rows = await database.all(`select title from ${database.table('sample')} order by title limit :n`, {
      n: 1,
    });
    expect(rows).toHaveLength(1);
  });

  test('refuses missing and extra parameters', async () => {
    await expect(database.all('select :a as a')).rejects.toThrow(InternalError);
    await expect(database.all('select 1 as a', { b: 1 })).rejects.toThrow(/no parameter for b/);
  });

  test('refuses text that no database stores as it is', async () => {
    const select = `select id from ${database.table('sample')} where title = :title`;
    await expect(database.all(select, { title: 'a\0b' })).rejects.toMatchObject({ status: 422 });
    await expect(database.all(select, { title: '\ud800' })).rejects.toMatchObject({ status: 422 });
    await expect(database.all(select, { title: Number.NaN })).rejects.toThrow(InternalError);
  });

  test('answers nothing for first without rows', async () => {
    expect(await amountOf(database, '00000000-0000-4000-8000-000000000000')).toBeUndefined();
  });

  test('reads without prepared statements too', async () => {
    const plain = await openSample(place.url, { prepared: false });
    await insertSample(plain, { title: 'unprepared', amount: 4 });
    const row = await plain.first(`select amount from ${plain.table('sample')} where title = :t`, {
      t: 'unprepared',
    });
    expect(row).toEqual({ amount: 4 });
    await plain.close();
  });

  test('reports every statement but no transaction control', async () => {
    const statements: string[] = [];
    const counted = await openSample(place.url, { onStatement: (sql) => statements.push(sql) });
    await insertSample(counted, { title: 'counted' });
    await counted.first('select 1 as one');
    expect(statements).toHaveLength(2);
    await counted.close();
  });

  test('keeps prepared reads alive over a change of the table', async () => {
    const read = () =>
      database.all(`select * from ${database.table('sample')} where title = :title`, { title: 'no' });
    await read();
    await database.transaction((session) =>
      session.run(`alter table ${session.table('sample')} add extra integer`),
    );
    expect(await read()).toEqual([]);
  });
});

/**
 * Lets two transactions that have each written a row wait for one another, once: they lock one another out, however slow
 * the machine is. On SQLite the second one begins when the first has ended.
 */
function meeting(): () => Promise<void> {
  let missing = testDatabaseName() === 'sqlite' ? 1 : 2;
  let open = (): void => undefined;
  const met = new Promise<void>((resolve) => (open = resolve));
  return async () => {
    missing -= 1;
    if (missing <= 0) open();
    await met;
  };
}

describe('Database.transaction', () => {
  test('commits when the work resolves', async () => {
    await insertSample(database, { title: 'committed' });
    expect(await countTitled('committed')).toBe(1);
  });

  test('rolls back when the work throws, and throws the same error', async () => {
    const failure = new Error('work failed');
    const work = database.transaction(async (session) => {
      await session
        .model('sample')
        .create({ id: crypto.randomUUID(), title: 'undone' }, { transaction: session.transaction });
      expect(
        await session.all(`select id from ${session.table('sample')} where title = :t`, { t: 'undone' }),
      ).toHaveLength(1);
      throw failure;
    });
    await expect(work).rejects.toBe(failure);
    expect(await countTitled('undone')).toBe(0);
  });

  test('lets reads outside see only committed rows', async () => {
    await database.transaction(async (session) => {
      await session
        .model('sample')
        .create({ id: crypto.randomUUID(), title: 'hidden' }, { transaction: session.transaction });
      expect(await countTitled('hidden')).toBe(0);
    });
    expect(await countTitled('hidden')).toBe(1);
  });

  test('answers the number of rows that run touched, unchanged ones included', async () => {
    const id = await insertSample(database, { title: 'touched', amount: 1 });
    const touch = (where: string) =>
      database.transaction((session) =>
        session.run(`update ${session.table('sample')} set amount = 1 where id = :id`, { id: where }),
      );
    expect(await touch(id)).toBe(1);
    expect(await touch('00000000-0000-4000-8000-000000000000')).toBe(0);
  });

  test('loses none of 100 concurrent read-modify-write transactions', async () => {
    const id = await insertSample(database, { title: 'counter', amount: 0 });
    const increment = () =>
      database.transaction(async (session) => {
        const row = await amountOf(session, id, session.dialect.forUpdate);
        await sleep(1);
        await session
          .model('sample')
          .update({ amount: (row?.amount ?? 0) + 1 }, { where: { id }, transaction: session.transaction });
      });
    await Promise.all(Array.from({ length: 100 }, increment));
    expect((await amountOf(database, id))?.amount).toBe(100);
  });

  test('runs a serializable transaction again when another one came first', async () => {
    const id = await insertSample(database, { title: 'serializable', amount: 0 });
    const increment = () =>
      database.transaction(
        async (session) => {
          const row = await amountOf(session, id, session.dialect.forUpdate);
          await session.run(`update ${session.table('sample')} set amount = :amount where id = :id`, {
            amount: (row?.amount ?? 0) + 1,
            id,
          });
        },
        { isolation: 'serializable' },
      );
    await Promise.all(Array.from({ length: 4 }, increment));
    expect((await amountOf(database, id))?.amount).toBe(4);
  });

  test('runs again after a deadlock', async () => {
    const ids = [
      await insertSample(database, { title: 'deadlock a', amount: 0 }),
      await insertSample(database, { title: 'deadlock b', amount: 0 }),
    ] as const;
    let attempts = 0;
    const haveBothBegun = meeting();
    const incrementBoth = (first: string, second: string) =>
      database.transaction(async (session) => {
        attempts += 1;
        const sql = `update ${session.table('sample')} set amount = amount + 1 where id = :id`;
        await session.run(sql, { id: first });
        await haveBothBegun();
        await session.run(sql, { id: second });
      });
    await Promise.all([incrementBoth(ids[0], ids[1]), incrementBoth(ids[1], ids[0])]);
    expect((await amountOf(database, ids[0]))?.amount).toBe(2);
    expect((await amountOf(database, ids[1]))?.amount).toBe(2);
    if (testDatabaseName() !== 'sqlite') expect(attempts).toBeGreaterThan(2);
  });

  test('runs again after a deadlock of a locking read, whatever was sent behind it', async () => {
    const ids = [
      await insertSample(database, { title: 'read deadlock a', amount: 0 }),
      await insertSample(database, { title: 'read deadlock b', amount: 0 }),
    ] as const;
    const haveBothBegun = meeting();
    const lock = (session: TransactionSession, id: string) =>
      amountOf(session, id, session.dialect.forUpdate);
    // Its failure takes longer to arrive than that of the read behind it.
    const lockSlowly = (session: TransactionSession, id: string) =>
      lock(session, id).catch(async (error: unknown) => {
        await sleep(20);
        throw error;
      });
    const lockBoth = (first: string, second: string) =>
      database.transaction(async (session) => {
        await lock(session, first);
        await haveBothBegun();
        await Promise.all([lockSlowly(session, second), amountOf(session, first)]);
        const sql = `update ${session.table('sample')} set amount = amount + 1`;
        await session.run(`${sql} where id = :first or id = :second`, { first, second });
      });
    await Promise.all([lockBoth(ids[0], ids[1]), lockBoth(ids[1], ids[0])]);
    expect((await amountOf(database, ids[0]))?.amount).toBe(2);
  });

  test('runs several writes in their order, all or none of them', async () => {
    const [kept, other] = [crypto.randomUUID(), crypto.randomUUID()];
    const insert = (id: string, title: string) => ({
      sql: `insert into ${database.table('sample')} (id, title) values (:id, :title)`,
      parameters: { id, title },
    });
    const rename = (title: string) => ({
      sql: `update ${database.table('sample')} set title = :title where id = :id`,
      parameters: { id: kept, title },
    });
    await database.transaction((session) =>
      session.sendAll([insert(kept, 'several 1'), rename('several 2'), rename('several 3')]),
    );
    expect(await countTitled('several 3')).toBe(1);
    const clash = await database
      .transaction((session) =>
        session.sendAll([rename('several 4'), insert(kept, 'several 5'), insert(other, 'several 6')]),
      )
      .catch((error: unknown) => error);
    expect(database.dialect.uniqueViolation(clash)).toBeDefined();
    expect(await countTitled('several 3')).toBe(1);
    expect(await countTitled('several 6')).toBe(0);
  });

  test('reports the write that failed, whatever was done behind it', async () => {
    const id = await insertSample(database, { title: 'refused' });
    const again = {
      sql: `insert into ${database.table('sample')} (id, title) values (:id, :title)`,
      parameters: { id, title: 'refused again' },
    };
    const behind: ((session: TransactionSession) => Promise<unknown>)[] = [
      () => Promise.resolve(),
      () => Promise.reject(new Error('thrown without waiting')),
      (session) => session.first('select 1 as one'),
      (session) => session.run(`delete from ${session.table('sample')} where id = :id`, { id }),
      (session) =>
        session.sendAll([{ ...again, parameters: { ...again.parameters, id: crypto.randomUUID() } }]),
      ({ model, transaction }) => model('sample').destroy({ where: { id }, transaction }),
      (session) => session.first('select 1 as one').catch(() => undefined),
    ];
    for (const work of behind) {
      const failure = await database
        .transaction(async (session) => {
          await session.sendAll([again]);
          await work(session);
        })
        .catch((error: unknown) => error);
      expect(database.dialect.uniqueViolation(failure)).toBeDefined();
    }
    expect(await countTitled('refused')).toBe(1);
    expect(await countTitled('refused again')).toBe(0);
  });

  test('reads what was written just before', async () => {
    const id = await insertSample(database, { title: 'seen', amount: 0 });
    const sql = `update ${database.table('sample')} set amount = amount + 1 where id = :id`;
    const amounts = await database.transaction(async (session) => {
      const seen: unknown[] = [];
      for (let round = 0; round < 3; round += 1) {
        await session.sendAll([{ sql, parameters: { id } }]);
        seen.push((await amountOf(session, id))?.amount);
      }
      return seen;
    });
    expect(amounts).toEqual([1, 2, 3]);
  });

  test('writes nothing behind a deadlock among several writes', async () => {
    const titles = ['behind a', 'behind b', 'behind c'];
    const ids = await Promise.all(titles.map((title) => insertSample(database, { title, amount: 0 })));
    const increment = (index: number) => ({
      sql: `update ${database.table('sample')} set amount = amount + 1 where id = :id`,
      parameters: { id: ids[index] ?? '' },
    });
    let attempts = 0;
    const haveBothBegun = meeting();
    const incrementAll = (first: number, second: number) =>
      database.transaction(async (session) => {
        attempts += 1;
        await session.sendAll([increment(first)]);
        await amountOf(session, ids[first] ?? ''); // comes back when the row is written, and so locked
        await haveBothBegun();
        await session.sendAll([increment(second), increment(2)]);
      });
    await Promise.all([incrementAll(0, 1), incrementAll(1, 0)]);
    const amounts = await Promise.all(ids.map(async (id) => (await amountOf(database, id))?.amount));
    expect(amounts).toEqual([2, 2, 2]);
    if (testDatabaseName() !== 'sqlite') expect(attempts).toBeGreaterThan(2);
  });

  // Only PostgreSQL takes the start of a transaction and its first statement in one packet, and lets SQL end connections.
  test.runIf(testDatabaseName() === 'postgres')(
    'works on after its connections were lost while it began',
    async () => {
      const table = database.table('sample');
      await insertSample(database, {});
      for (let round = 0; round < 10; round += 1) {
        const title = `lost ${round}`;
        // The connection that waits for the next transaction ends as it begins.
        const ended = database.all(
          'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
        );
        const outcome = await database
          .transaction(async (session) => {
            await session.run(`insert into ${table} (id, title) values (:id, :title)`, {
              id: crypto.randomUUID(),
              title,
            });
          })
          .then(
            () => 'committed',
            () => 'lost',
          );
        await ended;
        // Whether a commit without an answer went through is unknown.
        if (outcome === 'committed') expect(await countTitled(title)).toBe(1);
        // The pools learn of lost connections when these end, a while after the server was told to end them.
        await expect.poll(() => insertSample(database, {})).toBeTypeOf('string');
      }
      await insertSample(database, { title: 'lost and found' });
      expect(await countTitled('lost and found')).toBe(1);
    },
  );

  // The embedded database has no connection that could be lost.
  test.runIf(testDatabaseName() !== 'sqlite')(
    'reports a connection lost in a transaction by the error of the work alone',
    async () => {
      const warn = vi.spyOn(console, 'warn');
      onTestFinished(() => warn.mockRestore());
      const end =
        testDatabaseName() === 'postgres'
          ? 'select pg_terminate_backend(pg_backend_pid())'
          : 'kill connection_id()';
      await expect(database.transaction((session) => session.run(end))).rejects.toThrow();
      expect(warn).not.toHaveBeenCalled();
      await insertSample(database, { title: 'after the end' });
      expect(await countTitled('after the end')).toBe(1);
    },
  );

  test('gives up after five attempts', async () => {
    let attempts = 0;
    const error = Object.assign(new Error('deadlock'), {
      code: testDatabaseName() === 'sqlite' ? 'SQLITE_BUSY' : '40P01',
      errno: 1213,
    });
    await expect(
      database.transaction(async () => {
        attempts += 1;
        throw error;
      }),
    ).rejects.toMatchObject({ status: 503, headers: { 'Retry-After': '1' }, cause: error });
    expect(attempts).toBe(5);
  });

  test('refuses a session whose transaction has ended', async () => {
    const escaped = await database.transaction(async (session) => session);
    await expect(escaped.all('select 1 as one')).rejects.toThrow(/has ended/);
    expect(() => escaped.model('sample')).toThrow(/has ended/);
  });

  test('works on after an error in the transaction', async () => {
    await expect(
      database.transaction((session) => session.run('update nowhere set a = 1')),
    ).rejects.toThrow();
    await insertSample(database, { title: 'after the error' });
    expect(await countTitled('after the error')).toBe(1);
  });
});

describe('a database that can not be opened', () => {
  test('is named without its password', async () => {
    const url = 'postgres://cms:s3cret@127.0.0.1:1/site';
    await expect(openSample(url)).rejects.toThrow(/^Could not open database "site" at 127.0.0.1:1: /);
    await expect(openSample(url)).rejects.not.toThrow(/s3cret/);
    await expect(openSample(url.replace('postgres', 'mysql'))).rejects.toThrow(/"site" at 127.0.0.1:1/);
  });
});
