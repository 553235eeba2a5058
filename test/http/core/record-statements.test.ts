import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
  const list = { conditions: [large], order: 't.amount desc, t.id', isPaged: true };
  const soon = `select min(s.starts_at) from cms_specimen s`;

  test('are composed once for the same conditions, order and page', () => {
    expect(statements.where(large)).toBe(statements.where(large));
    expect(statements.list(list)).toBe(statements.list({ ...list, conditions: [large] }));
    const count = { conditions: [large], moments: [soon] };
    expect(statements.count(count)).toBe(statements.count({ ...count }));
  });

  test('are different ones for other conditions, orders, pages and moments', () => {
    expect(statements.where(large)).not.toBe(statements.where(large, 't.amount < 3'));
    expect(statements.list(list)).not.toBe(statements.list({ ...list, order: 't.id' }));
    expect(statements.list(list)).not.toBe(statements.list({ ...list, isPaged: false }));
    const count = { conditions: [large], moments: [] };
    expect(statements.count(count)).not.toBe(statements.count({ ...count, moments: [soon] }));
  });

  test('are forgotten when clients have asked for many others', () => {
    const known = statements.where('t.amount <> 0');
    for (let number = 0; number < 500; number += 1) statements.where(`t.amount <> ${number + 1}`);
    expect(statements.where('t.amount <> 0')).not.toBe(known);
  });

  test('find the records that fulfil all conditions', async () => {
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
    const page = await statements.list(list).all(database, { least: 0, limit: 2, offset: 1 });
    expect(page.map(({ values }) => values.name)).toEqual(['two', 'one']);
    const rest = await statements.list({ ...list, isPaged: false }).all(database, { least: 1 });
    expect(rest.map(({ values }) => values.name)).toEqual(['three', 'two']);
    const count = statements.count({ conditions: [large], moments: [] });
    expect(await count.all(database, { least: 1 })).toEqual([{ total: 2, next: undefined }]);
  });
});
