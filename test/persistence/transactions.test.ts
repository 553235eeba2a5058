import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { TransactionSession } from '../../runtime/kernel/contract/database/database.js';
import { testDatabaseName } from '../support/database.js';
import { amountOf, countTitled, insertSample, startSample } from './database-fixture.js';

const { close, database } = await startSample();
afterAll(close);

describe('Database.transaction', () => {
  test('commits when the work resolves', async () => {
    await insertSample(database, { title: 'committed' });
    expect(await countTitled(database, 'committed')).toBe(1);
  });

  test('rolls back when the work throws, and throws the same error', async () => {
    const failure = new Error('work failed');
    const work = database.transaction(async (session) => {
      await session.insert('sample', [{ id: crypto.randomUUID(), title: 'undone' }]);
      expect(
        await session.all(`select id from ${session.table('sample')} where title = :t`, { t: 'undone' }),
      ).toHaveLength(1);
      throw failure;
    });
    await expect(work).rejects.toBe(failure);
    expect(await countTitled(database, 'undone')).toBe(0);
  });

  test('shows outside reads only committed rows', async () => {
    await database.transaction(async (session) => {
      await session.insert('sample', [{ id: crypto.randomUUID(), title: 'hidden' }]);
      expect(await countTitled(database, 'hidden')).toBe(0);
    });
    expect(await countTitled(database, 'hidden')).toBe(1);
  });

  test('sends statements that are awaited after its callback', async () => {
    const id = await insertSample(database, { title: 'requested' });
    const sql = `select title from ${database.table('sample')} where id = :id`;
    const { requested } = await database.transaction(async (session) => {
      await session.first(sql, { id });
      // Uses up the time of statements in one tick if they block the event loop.
      for (const end = performance.now() + 30; performance.now() < end;);
      return { requested: session.first(sql, { id }) };
    });
    expect(await requested).toEqual({ title: 'requested' });
  });

  test('returns the number of rows that run matched, including unchanged ones', async () => {
    const id = await insertSample(database, { title: 'touched', amount: 1 });
    const touch = (where: string) =>
      database.transaction((session) =>
        session.run(`update ${session.table('sample')} set amount = 1 where id = :id`, { id: where }),
      );
    expect(await touch(id)).toBe(1);
    expect(await touch('00000000-0000-4000-8000-000000000000')).toBe(0);
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
    expect(await countTitled(database, 'several 3')).toBe(1);
    const clash = await database
      .transaction((session) =>
        session.sendAll([rename('several 4'), insert(kept, 'several 5'), insert(other, 'several 6')]),
      )
      .catch((error: unknown) => error);
    expect(database.dialect.uniqueViolation(clash)).toBeDefined();
    expect(await countTitled(database, 'several 3')).toBe(1);
    expect(await countTitled(database, 'several 6')).toBe(0);
  });

  test('reports the failed write, even if others follow it', async () => {
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
      (session) => session.insert('sample', [{ id: crypto.randomUUID() }]),
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
    expect(await countTitled(database, 'refused')).toBe(1);
    expect(await countTitled(database, 'refused again')).toBe(0);
  });

  test('reads its previous writes', async () => {
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

  test('refuses a session whose transaction has ended', async () => {
    const escaped = await database.transaction(async (session) => session);
    await expect(escaped.all('select 1 as one')).rejects.toThrow(/has ended/);
    await expect(escaped.insert('sample', [{ id: crypto.randomUUID() }])).rejects.toThrow(/has ended/);
  });

  test('continues after a caught error', async () => {
    await expect(
      database.transaction((session) => session.run('update nowhere set a = 1')),
    ).rejects.toThrow();
    await insertSample(database, { title: 'after the error' });
    expect(await countTitled(database, 'after the error')).toBe(1);
  });
});

describe('a lost connection', () => {
  // Only PostgreSQL receives the start of a transaction and its first statement in one packet, and allows SQL to end
  // connections.
  test.runIf(testDatabaseName() === 'postgres')(
    'does not prevent later work if it is lost at the start of a transaction',
    async () => {
      const table = database.table('sample');
      await insertSample(database, {});
      for (let round = 0; round < 10; round += 1) {
        const title = `lost ${round}`;
        // The connection of the next transaction is closed as the transaction starts.
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
        // Without a response, the outcome of a commit is unknown.
        if (outcome === 'committed') expect(await countTitled(database, title)).toBe(1);
        // The pools notice lost connections when these close, some time after the server was requested to close them.
        await expect.poll(() => insertSample(database, {})).toBeTypeOf('string');
      }
      await insertSample(database, { title: 'lost and found' });
      expect(await countTitled(database, 'lost and found')).toBe(1);
    },
  );

  // The embedded database has no connection that can be lost.
  test.runIf(testDatabaseName() !== 'sqlite')(
    'causes only the error of the work if it is lost in a transaction',
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
      expect(await countTitled(database, 'after the end')).toBe(1);
    },
  );
});
