import { afterAll, describe, expect, test } from 'vitest';
import { InternalError } from '../../runtime/kernel/errors/internal-error.js';
import { assertSupportedServer } from '../../runtime/adapters/persistence/server-version.js';
import { testDatabaseName } from '../support/database.js';
import { amountOf, insertSample, openSample, startSample } from './database-fixture.js';

const { close, database, url } = await startSample();
afterAll(close);

describe('Database', () => {
  test('uses the dialect of the server', () => {
    expect(database.dialect.name).toBe(testDatabaseName());
  });

  test('accepts the server version', async () => {
    await expect(assertSupportedServer(database)).resolves.toBeUndefined();
  });

  test('binds named parameters, including repeated ones', async () => {
    const row = await database.first(
      'select cast(:b as char(1)) as b, cast(:a as char(1)) as a, cast(:b as char(1)) as c',
      {
        a: 'x',
        b: 'y',
      },
    );
    expect(row).toEqual({ a: 'x', b: 'y', c: 'y' });
  });

  test('accepts a limit as a parameter', async () => {
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

  test('refuses text that no database can store unchanged', async () => {
    const select = `select id from ${database.table('sample')} where title = :title`;
    await expect(database.all(select, { title: 'a\0b' })).rejects.toMatchObject({ status: 422 });
    await expect(database.all(select, { title: '\ud800' })).rejects.toMatchObject({ status: 422 });
    await expect(database.all(select, { title: Number.NaN })).rejects.toThrow(InternalError);
  });

  test('returns undefined for first without rows', async () => {
    expect(await amountOf(database, '00000000-0000-4000-8000-000000000000')).toBeUndefined();
  });

  test('can read without prepared statements', async () => {
    const plain = await openSample(url, { pooler: 'transaction' });
    await insertSample(plain, { title: 'unprepared', amount: 4 });
    const row = await plain.first(`select amount from ${plain.table('sample')} where title = :t`, {
      t: 'unprepared',
    });
    expect(row).toEqual({ amount: 4 });
    await plain.close();
  });

  test('reports every statement except transaction control', async () => {
    const statements: string[] = [];
    const counted = await openSample(url, { onStatement: (sql) => statements.push(sql) });
    await insertSample(counted, { title: 'counted' });
    await counted.first('select 1 as one');
    expect(statements).toHaveLength(2);
    await counted.close();
  });

  test('keeps prepared reads working after a change of the table', async () => {
    const read = () =>
      database.all(`select * from ${database.table('sample')} where title = :title`, { title: 'no' });
    await read();
    await database.transaction((session) =>
      session.run(`alter table ${session.table('sample')} add extra integer`),
    );
    expect(await read()).toEqual([]);
  });
});

describe('a database that cannot be opened', () => {
  test('is reported without its password', async () => {
    const url = 'postgres://cms:s3cret@127.0.0.1:1/site';
    await expect(openSample(url)).rejects.toThrow(/^Could not open database "site" at 127.0.0.1:1: /);
    await expect(openSample(url)).rejects.not.toThrow(/s3cret/);
    await expect(openSample(url.replace('postgres', 'mysql'))).rejects.toThrow(/"site" at 127.0.0.1:1/);
  });
});
