import { afterAll, describe, expect, test } from 'vitest';
import { inOneTransaction } from '../../runtime/adapters/persistence/joined-database.js';
import type { Database, TransactionSession } from '../../runtime/kernel/contract/database/database.js';
import { stateKey } from '../../runtime/kernel/util/async/state.js';
import { countTitled, startSample } from './database-fixture.js';

const { close, database } = await startSample();
afterAll(close);

const insert = async (session: TransactionSession, title: string): Promise<void> => {
  const id = crypto.randomUUID();
  await session.insert('sample', [{ id, title }]);
};

const TITLES = stateKey((): string[] => []);

/** Causes a retry, like a deadlock. */
const busy = (): Error =>
  Object.assign(new Error('busy'), {
    code: database.dialect.name === 'sqlite' ? 'SQLITE_BUSY' : '40001',
    errno: 1213,
  });

describe('a part of a larger transaction', () => {
  test('runs its final work once, at the end of the whole transaction', async () => {
    const notified: string[] = [];
    await inOneTransaction(database, async (joined) => {
      for (const part of ['first', 'second'])
        await joined.transaction(async (session) => {
          session.beforeEnd(async () => void notified.push(`end of ${part}`));
          notified.push(part);
        });
      notified.push('work');
    });
    expect(notified).toEqual(['first', 'second', 'work', 'end of first', 'end of second']);
  });

  test('is finished before that work runs, and the whole transaction commits the writes of that work', async () => {
    await inOneTransaction(database, (joined) =>
      joined.transaction(async (session) => {
        session.beforeEnd((last) => insert(last, 'written last'));
      }),
    );
    expect(await countTitled(database, 'written last')).toBe(1);
  });

  test('shares the state of the whole transaction, and has its own state', async () => {
    let whole: readonly string[] = [];
    await inOneTransaction(database, async (joined) => {
      for (const title of ['one', 'two'])
        await joined.transaction(async (session) => {
          session.whole.of(TITLES).push(title);
          expect(session.state.of(TITLES)).toEqual([]);
          session.state.of(TITLES).push(title);
          session.beforeEnd(async (last) => void (whole = last.whole.of(TITLES)));
        });
    });
    expect(whole).toEqual(['one', 'two']);
  });

  test('that was rolled back still requests final work', async () => {
    const notified: string[] = [];
    await inOneTransaction(database, async (joined) => {
      const part = joined.transaction(async (session) => {
        await insert(session, 'undone part');
        session.beforeEnd(async () => void notified.push('end'));
        throw new Error('refused');
      });
      await expect(part).rejects.toThrow('refused');
    });
    expect(notified).toEqual(['end']);
    expect(await countTitled(database, 'undone part')).toBe(0);
  });

  test('is rolled back with the whole transaction, for a single write too', async () => {
    const returning = database.dialect.returning('title');
    const id = crypto.randomUUID();
    const insertOne = (target: Database) =>
      target.writeOne(`insert into ${target.table('sample')} (id, title) values (:id, :title) ${returning}`, {
        id: target.dialect.encode('uuid', id),
        title: 'alone',
      });
    if (returning === undefined) return; // MariaDB does not return written rows
    const whole = inOneTransaction(database, async (joined) => {
      expect(await insertOne(joined)).toEqual({ title: 'alone' });
      throw new Error('refused');
    });
    await expect(whole).rejects.toThrow('refused');
    expect(await countTitled(database, 'alone')).toBe(0);
    expect(await insertOne(database)).toEqual({ title: 'alone' });
    expect(await countTitled(database, 'alone')).toBe(1);
  });

  test('is rolled back with all others if that work fails', async () => {
    const work = inOneTransaction(database, async (joined) => {
      await joined.transaction((session) => insert(session, 'part of a failure'));
      await joined.transaction(async (session) => {
        session.beforeEnd(() => Promise.reject(new Error('cannot be derived')));
      });
    });
    await expect(work).rejects.toThrow('cannot be derived');
    expect(await countTitled(database, 'part of a failure')).toBe(0);
  });

  test('requests final work again in a retry', async () => {
    const notified: string[] = [];
    let attempts = 0;
    await inOneTransaction(database, async (joined) => {
      attempts += 1;
      await joined.transaction(async (session) => {
        session.beforeEnd(
          async ({ whole }) => void notified.push(`end ${attempts}: ${whole.of(TITLES).join()}`),
        );
        session.whole.of(TITLES).push(`of attempt ${attempts}`);
      });
      if (attempts === 1) throw busy();
    });
    expect(notified).toEqual(['end 2: of attempt 2']);
  });
});
