import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testDatabaseName } from '../../support/database.js';
import { tripsOf } from '../../support/network-trips.js';
import { createContent } from './content.js';
import type { ContentBuilder } from './content.js';
import type { PublishingApp } from './support.js';
import { startPublishingApp } from './support.js';

const admin = { as: 'admin' } as const;
const isSqlite = testDatabaseName() === 'sqlite';
const isPostgres = testDatabaseName() === 'postgres';

let app: PublishingApp;
let content: ContentBuilder;
beforeAll(async () => {
  app = await startPublishingApp();
  content = createContent(app);
  // Values that a process caches on its first request are not part of a request's cost.
  await app.patch(await aNote(), { text: 'warm' }, admin);
});
afterAll(() => app.close());

/** Creates a published record on a page. */
async function aNote(): Promise<string> {
  const body = { text: 'a', customPublishedAt: '2020-01-01T00:00:00+00:00' };
  const note = (await app.create('/component/notes', body))['@id'];
  const componentGroup = await content.group({ pages: [await content.page()] });
  await content.position({ componentGroup, component: note });
  return note;
}

/** Returns the statements of a request, except those that authenticate its caller. */
async function statementsOf(work: () => Promise<{ readonly status: number }>): Promise<readonly string[]> {
  app.takeStatements();
  expect((await work()).status).toBe(200);
  return app.takeStatements().filter((sql) => !/^select u\.["`]id/.test(sql));
}

const reads = (statements: readonly string[]): readonly string[] =>
  statements.filter((sql) => /^select t\.id as id, t\.["`]text/.test(sql));
const writes = (statements: readonly string[]): readonly string[] =>
  statements
    .filter((sql) => /^(insert|update)/i.test(sql) && !sql.includes('unique_value_lock'))
    .map((sql) =>
      sql.replaceAll(/[\s\S]*?(insert|update) (into )?\S*_acb_(\w+)[\s\S]*/gi, '$1 $3').toLowerCase(),
    );
/** Rows and derivations are locked by separate statements, which are sent together with the next one. */
const locks = (statements: readonly string[]): number =>
  statements.filter((sql) => /for update|unique_value_lock/.test(sql)).length;

/** Statements that record a revision. */
const REVISION = ['insert revision', 'insert revision_change'];

describe('PATCH', () => {
  test('of a published record reads it once, and stores the draft once in its final state', async () => {
    const note = await aNote();
    const statements = await statementsOf(() => app.patch(note, { text: 'b' }, admin));
    expect(reads(statements)).toHaveLength(1);
    // The slot of its published version is looked up and copied.
    expect(writes(statements)).toEqual([
      'insert abstract_component',
      'insert notes',
      ...REVISION,
      'update abstract_component',
    ]);
    expect(statements.length - locks(statements)).toBe(7);
    expect(locks(statements)).toBe(isSqlite ? 0 : 2);
  });

  test('of a record with a draft reads both rows with one statement, and updates one', async () => {
    const note = await aNote();
    await app.patch(note, { text: 'b' }, admin);
    const statements = await statementsOf(() => app.patch(note, { text: 'c' }, admin));
    expect(reads(statements)).toHaveLength(1);
    expect(writes(statements)).toEqual(['update abstract_component', 'update notes', ...REVISION]);
    expect(statements.length - locks(statements)).toBe(5);
  });

  test.skipIf(!isPostgres)('needs at most six round trips to the database', async () => {
    const note = await aNote();
    // One of them authenticates the caller before the transaction.
    expect(await tripsOf(() => app.patch(note, { text: 'b' }, admin))).toBeLessThanOrEqual(1 + 5);
    expect(await tripsOf(() => app.patch(note, { text: 'c' }, admin))).toBeLessThanOrEqual(1 + 2);
  });
});

describe('POST', () => {
  test('does not read back a record that is stored as it was sent', async () => {
    const body = { text: 'a', customPublishedAt: '2020-01-01T00:00:00+00:00' };
    app.takeStatements();
    await app.create('/component/notes', body);
    const statements = app.takeStatements();
    expect(reads(statements)).toEqual([]);
    expect(writes(statements)).toEqual(['insert abstract_component', 'insert notes', ...REVISION]);
  });
});

test('reads of visitors need one statement for an item, and one for a list', async () => {
  const note = await aNote();
  const item = await statementsOf(() => app.get(note));
  expect(item).toHaveLength(1);
  expect(await statementsOf(() => app.get('/component/boxes'))).toHaveLength(1);
});
