import { afterAll, describe, expect, test } from 'vitest';
import { inOneTransaction } from '../../runtime/adapters/persistence/joined-database.js';
import { amountOf, countTitled, insertSample, startSample } from './database-fixture.js';

const { close, database } = await startSample();
afterAll(close);

const setAmount = (id: string, amount: number) =>
  database.transaction((session) =>
    session.run(`update ${session.table('sample')} set amount = :amount where id = :id`, { id, amount }),
  );

describe('Database.snapshot', () => {
  test('reads one point in time, regardless of concurrent writes', async () => {
    const id = await insertSample(database, { amount: 1 });
    const seen = await database.snapshot(async (session) => {
      const before = await amountOf(session, id);
      await setAmount(id, 2);
      const added = await insertSample(database, { amount: 3 });
      return [before, await amountOf(session, id), await amountOf(session, added)];
    });
    expect(seen).toEqual([{ amount: 1 }, { amount: 1 }, undefined]);
    expect(await amountOf(database, id)).toEqual({ amount: 2 });
  });

  test('reads earlier writes, next to other snapshots', async () => {
    const id = await insertSample(database, { amount: 1 });
    await database.snapshot(async (first) => {
      expect(await amountOf(first, id)).toEqual({ amount: 1 });
      await setAmount(id, 2);
      await database.snapshot(async (second) => {
        expect(await amountOf(second, id)).toEqual({ amount: 2 });
        expect(await amountOf(first, id)).toEqual({ amount: 1 });
      });
    });
  });

  test('throws the error of the work, and releases its connection', async () => {
    const failure = new Error('work failed');
    // More of them than there are connections.
    for (let time = 0; time < 12; time += 1)
      await expect(database.snapshot(() => Promise.reject(failure))).rejects.toBe(failure);
    await expect(database.snapshot((session) => session.all('select x from nowhere_at_all'))).rejects.toThrow(
      /nowhere_at_all/,
    );
    await insertSample(database, { title: 'after the failures' });
    expect(await countTitled(database, 'after the failures')).toBe(1);
  });

  test('reads the writes of the transaction that it belongs to', async () => {
    const amount = await inOneTransaction(database, async (joined) => {
      const id = await insertSample(joined, { amount: 7 });
      return joined.snapshot((session) => amountOf(session, id));
    });
    expect(amount).toEqual({ amount: 7 });
  });
});
