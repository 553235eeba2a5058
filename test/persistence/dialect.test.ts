import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import type { TransactionSession } from '../../runtime/kernel/contract/database/database.js';
import type { ColumnType } from '../../runtime/kernel/contract/schema/resource.js';
import { speaksMysql, testDatabaseName } from '../support/database.js';
import { insertSample, SAMPLE_TABLE, startSample } from './database-fixture.js';

const { close, database } = await startSample();
afterAll(close);

const MOMENT = new Date('2026-02-28T23:59:59.987Z');
const TEXT = `it's "quoted" \`back\` \\ 100% 🦊 é :name ? $1`;
const ROUND_TRIPS: readonly [column: string, type: ColumnType, given: unknown, want: unknown][] = [
  ['title', 'string', TEXT, TEXT],
  ['body', 'text', 'line 1\nline 2\t🦊', 'line 1\nline 2\t🦊'],
  ['amount', 'integer', -42, -42],
  ['amount', 'integer', 0, 0],
  ['ratio', 'float', 0.1, 0.1],
  ['ratio', 'float', 3, 3],
  ['price', 'decimal', '1234567890.52', '1234567890.52'],
  ['enabled', 'boolean', true, true],
  ['enabled', 'boolean', false, false],
  ['created_at', 'datetime', MOMENT, MOMENT],
  ['day', 'date', '2024-02-29', '2024-02-29'],
  ['clock', 'time', '23:05:09', '23:05:09'],
  ['owner', 'uuid', '0190F3B4-0000-7000-8000-00000000000A', '0190f3b4-0000-7000-8000-00000000000a'],
  ['document', 'json', { a: [1, 'ü', null, { b: false }] }, { a: [1, 'ü', null, { b: false }] }],
  ['document', 'json', '"text"', '"text"'],
  ['document', 'json', [], []],
  ...SAMPLE_TABLE.columns
    .filter(({ nullable }) => nullable)
    .map(({ name, type }): [string, ColumnType, unknown, unknown] => [name, type, null, null]),
];

async function readBack(
  session: Pick<TransactionSession, 'first' | 'table' | 'dialect'>,
  id: string,
  name: string,
) {
  const row = await session.first(`select ${name} as found from ${session.table('sample')} where id = :id`, {
    id,
  });
  return row?.found;
}

describe('Dialect.encode and decode', () => {
  test.for(ROUND_TRIPS)('%s (%s) is read as SQL wrote it: %j', async ([name, type, given, want]) => {
    const id = randomUUID();
    const { dialect } = database;
    const inside = await database.transaction(async (session) => {
      await session.run(`insert into ${session.table('sample')} (id, ${name}) values (:id, :value)`, {
        id,
        value: dialect.encode(type, given),
      });
      const raw = await readBack(session, id, name);
      await session.run(`update ${session.table('sample')} set title = null where id <> :id`, { id });
      return dialect.decode(type, raw);
    });
    expect(inside).toEqual(want);
    expect(dialect.decode(type, await readBack(database, id, name))).toEqual(want);
  });

  test.for(ROUND_TRIPS)('%s (%s) is read as the model wrote it: %j', async ([name, type, given, want]) => {
    await database.transaction((session) => session.run(`delete from ${session.table('sample')}`));
    const id = await insertSample(database, { [name]: given });
    expect(database.dialect.decode(type, await readBack(database, id, name))).toEqual(want);
  });

  test('dates written by the model and by SQL are equal', async () => {
    const id = await insertSample(database, { created_at: MOMENT });
    const found = await database.all(
      `select id from ${database.table('sample')} where id = :id and created_at = :at and created_at < :later`,
      { id, at: MOMENT, later: database.dialect.encode('datetime', new Date(MOMENT.getTime() + 1)) },
    );
    expect(found).toHaveLength(1);
  });

  test('truncates microseconds', async () => {
    const id = randomUUID();
    const text = speaksMysql() ? '2026-01-02 03:04:05.678999' : '2026-01-02 03:04:05.678999 +00:00';
    await database.transaction((session) =>
      session.run(`insert into ${session.table('sample')} (id, created_at) values (:id, '${text}')`, { id }),
    );
    expect(database.dialect.decode('datetime', await readBack(database, id, 'created_at'))).toEqual(
      new Date('2026-01-02T03:04:05.678Z'),
    );
  });

  test('returns counts and sums of integers as numbers', async () => {
    const row = await database.first(`select count(*) as n from ${database.table('sample')} where 1 = 0`);
    expect(row).toEqual({ n: 0 });
  });
});

describe('Dialect.anyOf', () => {
  test.each([0, 1, 5, 300])('finds %i ids', async (size) => {
    await database.transaction((session) => session.run(`delete from ${session.table('sample')}`));
    const ids: string[] = [];
    await database.transaction(async (session) => {
      for (let index = 0; index < size + 1; index += 1) {
        const id = randomUUID();
        ids.push(id);
        await session.insert('sample', [{ id, title: `t${index}` }]);
      }
    });
    const wanted = ids.slice(1).toSorted();
    const { dialect } = database;
    const select = `select id from ${database.table('sample')} where`;
    const byId = await database.all(`${select} ${dialect.anyOf('id', 'ids', 'uuid')} order by id`, {
      ids: wanted,
    });
    expect(byId.map(({ id }) => id)).toEqual(wanted);
    const titles = wanted.map((id) => `t${ids.indexOf(id)}`);
    const byTitle = await database.all(`${select} ${dialect.anyOf('title', 'titles', 'string')}`, { titles });
    expect(byTitle).toHaveLength(size);
    const others = await database.all(`${select} not (${dialect.anyOf('id', 'ids')})`, { ids: wanted });
    expect(others).toEqual([{ id: ids[0] }]);
  });
});

describe('Dialect.wildcard in any case', () => {
  const TITLES = [
    '100% wool',
    '100 wool',
    'under_score',
    'underXscore',
    'back\\slash',
    'École',
    'Ecole',
    'a[b]*?!',
    'ÜBER uns',
  ];
  test.each([
    ['100%', ['100% wool']],
    ['under_score', ['under_score']],
    ['\\', ['back\\slash']],
    ['éCOLE', ['École']],
    ['ecole', ['Ecole']],
    ['[b]*?!', ['a[b]*?!']],
    ['über', ['ÜBER uns']],
    ['WOOL', ['100 wool', '100% wool']],
    ['absent', []],
  ])('%s finds %j', async (text, want) => {
    const { dialect } = database;
    await database.transaction(async (session) => {
      await session.run(`delete from ${session.table('sample')}`);
      for (const title of TITLES) await session.insert('sample', [{ id: randomUUID(), body: title }]);
    });
    const rows = await database.all<{ title: string }>(
      `select body as title from ${database.table('sample')} where ${dialect.wildcard('body', 'text', 'any case')}`,
      { text: dialect.wildcardPattern(['any', { text }, 'any'], 'any case') },
    );
    expect(rows.map(({ title }) => title).toSorted()).toEqual(want);
  });
});

describe('Dialect.joinText and uuidText', () => {
  test('joins in the given order', async () => {
    await database.transaction(async (session) => {
      await session.run(`delete from ${session.table('sample')}`);
      for (const [amount, title] of ['b', 'a', 'c'].entries())
        await session.insert('sample', [{ id: randomUUID(), title, amount }]);
    });
    const { dialect } = database;
    const row = await database.first(
      `select ${dialect.joinText('title', 'amount desc')} as titles, ${dialect.joinText('amount', 'title')} as amounts from ${database.table('sample')}`,
    );
    expect(row).toEqual({ titles: 'c,a,b', amounts: '1,0,2' });
  });

  test('joins more than a kilobyte', async () => {
    await database.transaction(async (session) => {
      await session.run(`delete from ${session.table('sample')}`);
      for (let index = 0; index < 100; index += 1) await session.insert('sample', [{ id: randomUUID() }]);
    });
    const id = database.dialect.uuidText('id');
    const row = await database.first<{ ids: string }>(
      `select ${database.dialect.joinText(id, id)} as ids from ${database.table('sample')}`,
    );
    expect(row?.ids.split(',')).toHaveLength(100);
  });
});

describe('Dialect.numberAt', () => {
  test('gives each of many rows a number', async () => {
    const wanted = new Map([7, -3, 0, 2_147_483_647].map((amount) => [randomUUID(), amount]));
    const amounts = JSON.stringify(Object.fromEntries(wanted));
    const read = await database.transaction(async (session) => {
      const { dialect } = session;
      for (const id of wanted.keys()) await session.insert('sample', [{ id, amount: 1 }]);
      const value = dialect.numberAt('amounts', dialect.uuidText('id'));
      const where = dialect.anyOf('id', 'ids', 'uuid');
      const ids = [...wanted.keys()];
      await session.run(`update ${session.table('sample')} set amount = ${value} where ${where}`, {
        amounts,
        ids,
      });
      return session.all(`select id, amount from ${session.table('sample')} where ${where}`, { ids });
    });
    expect(new Map(read.map(({ id, amount }) => [id, amount]))).toEqual(wanted);
  });
});

describe('Dialect.uniqueViolation', () => {
  const violate = (write: (session: TransactionSession) => Promise<unknown>) =>
    database.transaction(write).then(
      () => undefined,
      (error: unknown) => database.dialect.uniqueViolation(error),
    );
  const WANTED = {
    sqlite: 'cms_sample.title',
    postgres: 'sample_title_unique',
    mariadb: 'sample_title_unique',
    mysql: 'sample_title_unique',
  };

  test('returns the key that a model write violates', async () => {
    await insertSample(database, { title: 'taken' });
    const found = await violate((session) =>
      session.insert('sample', [{ id: randomUUID(), title: 'taken' }]),
    );
    expect(found).toEqual(WANTED[testDatabaseName()]);
  });

  test('returns the key that a statement violates', async () => {
    await insertSample(database, { title: 'taken twice' });
    const found = await violate((session) =>
      session.run(`insert into ${session.table('sample')} (id, title) values (:id, 'taken twice')`, {
        id: randomUUID(),
      }),
    );
    expect(found).toEqual(WANTED[testDatabaseName()]);
  });

  test('is undefined for other errors', async () => {
    expect(await violate((session) => session.run('update nowhere set a = 1'))).toBeUndefined();
    expect(database.dialect.uniqueViolation('text')).toBeUndefined();
  });
});
