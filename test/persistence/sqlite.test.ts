import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { testDatabaseName } from '../support/database.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openMigrationConnection } from '../../runtime/adapters/persistence/migrations/index.js';
import { openLibsqlConnection } from '../../runtime/adapters/persistence/sqlite/libsql-connection.js';
import { insertSample, openSample } from './database-fixture.js';
import { runChild } from './run-child.js';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cms-sqlite-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function openWithTable(url: string, options = {}) {
  const database = await openSample(url, options);
  await database.transaction(async (session) => {
    await session.run(
      `create table ${session.table('sample')} (id text primary key, title text unique, amount integer)`,
    );
  });
  return database;
}

/** These tests always use a SQLite file, whatever TEST_DATABASE names. */
const ofSqlite = describe.skipIf(testDatabaseName() !== 'sqlite');

ofSqlite('SQLite', () => {
  test('creates the folder of the file', async () => {
    const database = await openSample(`sqlite:${join(folder, 'a/b/site.sqlite')}`);
    expect(await database.first('select 1 as one')).toEqual({ one: 1 });
    await database.close();
  });

  const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8);
  const modesOf = (file: string): Promise<string[]> =>
    Promise.all(['', '-wal', '-shm'].map((suffix) => modeOf(file + suffix)));

  test('restricts the file, its log and a new folder to its user', async () => {
    const file = join(folder, 'var/site.sqlite');
    const database = await openWithTable(`sqlite:${file}`);
    expect(await modesOf(file)).toEqual(['600', '600', '600']);
    expect(await modeOf(join(folder, 'var'))).toBe('700');
    await database.close();
  });

  test.each<[string, (url: string) => Promise<{ close(): Promise<void> }>]>([
    ['the server', (url) => openSample(url)],
    ['a migration', (url) => openMigrationConnection(url)],
  ])('restricts an existing file that everybody can read, and its log: %s', async (_name, open) => {
    const file = join(folder, 'site.sqlite');
    const other = await openWithTable(`sqlite:${file}`);
    await insertSample(other, { title: 'a' });
    for (const suffix of ['', '-wal', '-shm']) await chmod(file + suffix, 0o644);
    await chmod(folder, 0o755);
    const database = await open(`sqlite:${file}`);
    expect(await modesOf(file)).toEqual(['600', '600', '600']);
    expect(await modeOf(folder)).toBe('755');
    await database.close();
    await other.close();
  });

  test('does not change a folder that has the path of the file', async () => {
    const place = join(folder, 'site.sqlite');
    await mkdir(place, { mode: 0o755 });
    await expect(openSample(`sqlite:${place}`)).rejects.toThrow('site.sqlite');
    expect(await modeOf(place)).toBe('755');
  });

  test('shares one database in :memory: between reads and transactions', async () => {
    const database = await openWithTable('sqlite::memory:');
    await insertSample(database, { title: 'a' });
    expect(await database.all(`select title from ${database.table('sample')}`)).toEqual([{ title: 'a' }]);
    await database.close();
  });

  test('uses write-ahead logging and foreign keys, and no busy waiting', async () => {
    const database = await openSample(`sqlite:${join(folder, 'site.sqlite')}`);
    const settings = await database.transaction(async (session) => [
      await session.first('pragma journal_mode'),
      await session.first('pragma foreign_keys'),
      await session.first('pragma synchronous'),
      await session.first('pragma busy_timeout'),
    ]);
    expect(settings).toEqual([
      { journal_mode: 'wal' },
      { foreign_keys: 1 },
      { synchronous: 1 },
      { timeout: 0 },
    ]);
    await database.close();
  });

  test('disables foreign keys for one transaction', async () => {
    const database = await openSample(`sqlite:${join(folder, 'site.sqlite')}`);
    const enforced = (options = {}) =>
      database.transaction(
        async (session) => (await session.first('pragma foreign_keys'))?.foreign_keys,
        options,
      );
    expect(await enforced({ foreignKeys: false })).toBe(0);
    expect(await enforced()).toBe(1);
    await database.close();
  });

  test('refuses writes outside a transaction', async () => {
    const database = await openWithTable(`sqlite:${join(folder, 'site.sqlite')}`);
    await expect(database.all(`insert into cms_sample (id) values ('1') returning id`)).rejects.toThrow(
      /readonly/,
    );
    await database.close();
  });

  test('reads the latest state after a statement that failed while it was running', async () => {
    const database = await openWithTable(`sqlite:${join(folder, 'site.sqlite')}`);
    await insertSample(database, { title: '{"a":1}', amount: 1 });
    await insertSample(database, { title: '{', amount: 2 });
    await expect(database.all('select json(title) as found from cms_sample order by amount')).rejects.toThrow(
      /JSON/,
    );
    await insertSample(database, { title: 'after' });
    expect(await database.all(`select title from cms_sample where title = 'after'`)).toHaveLength(1);
    await database.close();
  });

  test('allows other writes after a failed commit', async () => {
    const database = await openWithTable(`sqlite:${join(folder, 'site.sqlite')}`);
    await database.transaction((session) =>
      session.run('create table leaf (id text references cms_sample (id) deferrable initially deferred)'),
    );
    await expect(
      database.transaction((session) => session.run(`insert into leaf values ('x')`)),
    ).rejects.toThrow(/FOREIGN KEY/);
    await insertSample(database, { title: 'next' });
    expect(await database.all('select id from leaf')).toEqual([]);
    await database.close();
  });

  test('responds with 503 if another process holds the lock of the file', async () => {
    const path = join(folder, 'site.sqlite');
    const database = await openWithTable(`sqlite:${path}`, {
      limits: { statementMs: 1000, lockMs: 1000 },
    });
    const other = openLibsqlConnection(path);
    other.exec('begin immediate');
    await expect(insertSample(database, { title: 'late' })).rejects.toMatchObject({ status: 503 });
    other.exec('rollback');
    await insertSample(database, { title: 'in time' });
    other.close();
    await database.close();
  });

  test('can repeat statements that are too long or too many to be cached', () => {
    const connection = openLibsqlConnection(join(folder, 'long.sqlite'));
    const lengths = [10, 30_000, 200_000];
    for (let round = 0; round < 2; round += 1)
      for (let number = 0; number < 40; number += 1) {
        const sql = `select ${number} as number /* ${'x'.repeat(lengths[number % 3] ?? 0)} */ where ?1 = 1`;
        expect(connection.all(sql, [1])).toEqual([{ number }]);
      }
    connection.close();
  });

  test('refuses text that it cannot store in a model write', async () => {
    const database = await openWithTable(`sqlite:${join(folder, 'site.sqlite')}`);
    await expect(insertSample(database, { title: 'a\0b' })).rejects.toMatchObject({ status: 422 });
    await database.close();
  });

  test('stores integers exactly in text columns', async () => {
    const database = await openWithTable(`sqlite:${join(folder, 'site.sqlite')}`);
    expect(await database.first(`select :n || '' as text, typeof(:n) as type`, { n: 5 })).toEqual({
      text: '5',
      type: 'integer',
    });
    await database.close();
  });

  test('keeps all writes of two processes', async () => {
    const url = `sqlite:${join(folder, 'site.sqlite')}`;
    const database = await openWithTable(url);
    const id = await insertSample(database, { title: 'counter', amount: 0 });
    let isOver = false;
    const other = runChild('increment', url, id, '200').finally(() => (isOver = true));
    const increment = (): Promise<number> =>
      database.transaction((session) =>
        session.run('update cms_sample set amount = amount + 1 where id = :id', { id }),
      );
    // The other process takes a while to start. This one writes until the other is done, so that they overlap.
    let own = 0;
    for (; !isOver; own += 1) {
      await increment();
      await sleep(1);
    }
    await other;
    expect(await database.first('select amount from cms_sample where id = :id', { id })).toEqual({
      amount: 200 + own,
    });
    await database.close();
  });
});

ofSqlite('the SQLite driver facade', () => {
  test('accepts or refuses every kind of value without exiting', async () => {
    const output = await runChild('fuzz-facade', join(folder, 'fuzz.sqlite'));
    expect(output).toMatch(/^survived: [1-9]\d* accepted, [1-9]\d* refused/);
  });
});
