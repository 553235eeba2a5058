import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SqlParameters } from '../../../runtime/kernel/contract/database/database.js';
import type { ListShape } from '../../../runtime/kernel/records/list-sql.js';
import { windowOf } from '../../../runtime/kernel/records/list-sql.js';
import { createRecordReader } from '../../../runtime/kernel/records/record-reader.js';
import type { RecordStatements } from '../../../runtime/kernel/records/record-statements.js';
import { startCoreApp } from './core-app.js';
import type { CoreApp } from './core-app.js';

let app: CoreApp;
let statements: RecordStatements;
beforeAll(async () => {
  app = await startCoreApp();
  statements = createRecordReader(app.app.registry, app.app.database).statements('Specimen');
  for (const [name, amount] of [
    ['one', 1],
    ['two', 2],
    ['three', 3],
  ])
    await app.aSpecimen({ name, amount });
});
afterAll(() => app.close());

describe('the statements of a type', () => {
  const large = 't.amount > :least';
  const count = { total: undefined, conditions: [large], moments: [] };
  const order = [{ sql: 't.amount', direction: 'desc' as const, mayBeNull: true }];
  const list = { conditions: [large], order, window: windowOf(1, 2), count };
  const soon = `select min(s.starts_at) from cms_specimen s`;

  test('are composed once for the same conditions, order and page', () => {
    expect(statements.where(large)).toBe(statements.where(large));
    expect(statements.list(list)).toBe(statements.list({ ...list, conditions: [large] }));
    const counting = { total: undefined, conditions: [large], moments: [soon] };
    expect(statements.count(counting)).toBe(statements.count({ ...counting }));
  });

  test('differ for other conditions, orders, pages and times', () => {
    expect(statements.where(large)).not.toBe(statements.where(large, 't.amount < 3'));
    expect(statements.list(list)).not.toBe(statements.list({ ...list, order: [] }));
    expect(statements.list(list)).not.toBe(statements.list({ ...list, window: windowOf(9, 2) }));
    expect(statements.list(list)).not.toBe(statements.list({ ...list, window: undefined }));
    expect(statements.count(count)).not.toBe(statements.count({ ...count, moments: [soon] }));
  });

  test('are removed from the cache after many others', () => {
    const known = statements.where('t.amount <> 0');
    for (let number = 0; number < 500; number += 1) statements.where(`t.amount <> ${number + 1}`);
    expect(statements.where('t.amount <> 0')).not.toBe(known);
  });

  test('find the records that match all conditions', async () => {
    const { database } = app.app;
    const found = await statements.where(large, 't.amount < :most').all(database, { least: 1, most: 3 });
    expect(found.map(({ values }) => values.name)).toEqual(['two']);
    expect(await statements.where().all(database, {})).toHaveLength(3);
  });

  test('find the same records when they lock them', async () => {
    const locked = await app.app.database.transaction((session) =>
      statements.where(large).allLocked(session, { least: 1 }),
    );
    expect(locked.map(({ values }) => values.name).toSorted()).toEqual(['three', 'two']);
  });

  test('read one page of a list in its order, and count all of it', async () => {
    const { database } = app.app;
    const names = async (shape: ListShape, parameters: SqlParameters): Promise<unknown[]> => {
      const { records } = await statements.list(shape).read(database, parameters);
      return records.map(({ values }) => values.name);
    };
    expect(await names(list, { least: 0, limit: 2, offset: 1 })).toEqual(['two', 'one']);
    expect(await names({ ...list, window: undefined }, { least: 1 })).toEqual(['three', 'two']);
    expect(await names({ ...list, order: [] }, { least: 0, limit: 2, offset: 0 })).toHaveLength(2);
    expect(await statements.count(count).read(database, { least: 1 })).toEqual({ total: 2, next: undefined });
  });

  test('count all rows with an empty page', async () => {
    const read = statements.list(list).read(app.app.database, { least: 0, limit: 2, offset: 100 });
    expect(await read).toEqual({ records: [], counted: { total: 3, next: undefined } });
  });

  test('are counted completely by a page that is not the last one', async () => {
    const read = statements.list(list).read(app.app.database, { least: 0, limit: 1, offset: 0 });
    expect(await read).toMatchObject({ records: [{ values: { name: 'three' } }], counted: { total: 3 } });
  });
});
