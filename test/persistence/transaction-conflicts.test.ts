import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import type { TransactionSession } from '../../runtime/kernel/contract/database/database.js';
import { testDatabaseName } from '../support/database.js';
import { amountOf, insertSample, startSample } from './database-fixture.js';

const { close, database } = await startSample();
afterAll(close);

/**
 * Lets two transactions that have each written a row wait for one another, once, so that they deadlock on any machine.
 * On SQLite, the second one starts after the first has ended.
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

describe('Database.transaction with concurrent transactions', () => {
  test('loses none of 100 concurrent read-modify-write transactions', async () => {
    const id = await insertSample(database, { title: 'counter', amount: 0 });
    const increment = () =>
      database.transaction(async (session) => {
        const row = await amountOf(session, id, session.dialect.forUpdate);
        await sleep(1);
        const amount = (row?.amount ?? 0) + 1;
        await session.run(`update ${session.table('sample')} set amount = :amount where id = :id`, {
          amount,
          id,
        });
      });
    await Promise.all(Array.from({ length: 100 }, increment));
    expect((await amountOf(database, id))?.amount).toBe(100);
  });

  test('repeats a serializable transaction after a conflict', async () => {
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

  test('repeats the work after a deadlock', async () => {
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

  test('repeats the work after a deadlock of a locking read, whatever follows it', async () => {
    const ids = [
      await insertSample(database, { title: 'read deadlock a', amount: 0 }),
      await insertSample(database, { title: 'read deadlock b', amount: 0 }),
    ] as const;
    const haveBothBegun = meeting();
    const lock = (session: TransactionSession, id: string) =>
      amountOf(session, id, session.dialect.forUpdate);
    // Its failure takes longer to arrive than that of the following read.
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

  test('writes nothing after a deadlock among several writes', async () => {
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
        await amountOf(session, ids[first] ?? ''); // resolves when the row is written and locked
        await haveBothBegun();
        await session.sendAll([increment(second), increment(2)]);
      });
    await Promise.all([incrementAll(0, 1), incrementAll(1, 0)]);
    const amounts = await Promise.all(ids.map(async (id) => (await amountOf(database, id))?.amount));
    expect(amounts).toEqual([2, 2, 2]);
    if (testDatabaseName() !== 'sqlite') expect(attempts).toBeGreaterThan(2);
  });

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
});
