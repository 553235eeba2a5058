import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ColumnDefinition, TableDefinition } from '../../runtime/kernel/contract/database/table.js';
import { introspect } from './migrations-introspection.js';
import { chain, ID, PREFIX, table, useMigratedDatabase } from './migrations-fixture.js';
import { runChild } from './run-child.js';

const site = useMigratedDatabase();
const { migratorOf, introspectFresh, insert, rowsOf } = site;

const text = (name: string, more: Partial<ColumnDefinition> = {}): ColumnDefinition => ({
  name,
  type: 'string',
  nullable: true,
  ...more,
});
const index = (name: string, column: string) => ({ name, columns: [column], unique: false });

const BEFORE: readonly TableDefinition[] = [
  table('person', [text('name'), text('town')]),
  table('note', [text('body')], { indexes: [index('idx_note_body', 'body')] }),
];
const AFTER: readonly TableDefinition[] = [
  table(
    'author',
    [text('full_name', { renamedFrom: ['name'] }), text('town', { type: 'text' }), text('country')],
    {
      renamedFrom: ['person'],
      indexes: [index('idx_author_full_name', 'full_name')],
    },
  ),
  table('note', [text('body', { length: 300 }), text('colour', { nullable: false, default: 'red' })]),
  table('place', [text('title')], { indexes: [index('idx_place_title', 'title')] }),
];
const FILES = chain(BEFORE, AFTER);
const CURRENT = { tables: AFTER, types: [] };

let folder = '';
let file = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cms-kills-'));
  file = join(folder, 'migrations.json');
  await writeFile(file, JSON.stringify({ migrations: FILES, current: CURRENT, tablePrefix: PREFIX }));
});
afterAll(() => rm(folder, { recursive: true }));

/** A populated database whose next migration is killed after this number of statements. */
async function killed(command: 'run' | 'follow', statements: number): Promise<void> {
  await migratorOf(FILES.slice(0, 1)).run();
  await insert('person', { id: ID[0], name: 'Ada', town: 'London' });
  await insert('note', { id: ID[0], body: 'tok' });
  const ending: unknown = await runChild(
    'migrate-until-killed',
    site.url,
    file,
    command,
    String(statements),
  ).catch((error: unknown) => error);
  expect(ending).toMatchObject({ signal: 'SIGKILL' });
}

async function expectContent(): Promise<void> {
  expect(await introspect(site.connection, PREFIX)).toEqual(await introspectFresh(AFTER));
  expect(await rowsOf('author', ['full_name', 'town'])).toEqual([{ full_name: 'Ada', town: 'London' }]);
  expect(await rowsOf('note', ['body', 'colour'])).toEqual([{ body: 'tok', colour: 'red' }]);
}

describe('a migration that is killed before its end', () => {
  test.each([1, 2, 4, 6])(
    'after %i statements is completed by the next run, with every value',
    async (count) => {
      await killed('run', count);
      expect(await migratorOf(FILES, { current: CURRENT }).run()).toEqual(['0002_step']);
      await expectContent();
    },
  );

  test.each([1, 5])('after %i statements of dev is completed by dev', async (count) => {
    await killed('follow', count);
    await migratorOf(FILES, { current: CURRENT }).follow();
    await expectContent();
  });

  test('is completed by dev if its file was deleted', async () => {
    await killed('run', 3);
    const migrator = migratorOf(FILES.slice(0, 1), { current: CURRENT });
    await migrator.follow();
    await expectContent();
    expect(await migratorOf(FILES, { current: CURRENT }).run()).toEqual(['0002_step']);
    await expectContent();
  });

  test('is reverted by migrate:revert', async () => {
    await killed('run', 4);
    const begun = (await migratorOf(FILES).status()).filter(({ state }) => state === 'interrupted');
    const steps = begun.length;
    if (steps > 0) await migratorOf(FILES).revert({ allowDestructive: true });
    expect(await introspect(site.connection, PREFIX)).toEqual(await introspectFresh(BEFORE));
    expect(await rowsOf('person', ['name', 'town'])).toEqual([{ name: 'Ada', town: 'London' }]);
    expect((await migratorOf(FILES).status()).map(({ state }) => state)).toEqual(['applied', 'pending']);
  });

  test('with schemas that changed again continues from the current tables', async () => {
    await killed('follow', 4);
    const tables = [...AFTER.slice(0, 2), table('area', [text('title')])];
    await migratorOf(FILES, { current: { tables, types: [] } }).follow();
    expect(await introspect(site.connection, PREFIX)).toEqual(await introspectFresh(tables));
    expect(await rowsOf('author', ['full_name'])).toEqual([{ full_name: 'Ada' }]);
  });
});

describe('a change that fails before its end', () => {
  const first = chain([table('fruit', [text('colour')])]);
  const failing = {
    id: '0002_failing',
    up: [
      { kind: 'addColumn' as const, table: 'fruit', column: text('weight') },
      { kind: 'sql' as const, text: 'not a statement' },
    ],
    down: [{ kind: 'dropColumn' as const, table: 'fruit', column: text('weight') }],
  };

  test('blocks nothing after its file is fixed', async () => {
    await migratorOf(first).run();
    await insert('fruit', { id: ID[0], colour: 'red' });
    await expect(migratorOf([...first, failing]).run()).rejects.toThrow(/0002_failing: sql/);
    const mended = { ...failing, up: failing.up.slice(0, 1) };
    expect(await migratorOf([...first, mended]).run()).toEqual(['0002_failing']);
    expect(await rowsOf('fruit', ['colour', 'weight'])).toEqual([{ colour: 'red', weight: null }]);
  });

  test('blocks nothing after its file is deleted', async () => {
    await migratorOf(first).run();
    await expect(migratorOf([...first, failing]).run()).rejects.toThrow(/0002_failing: sql/);
    await migratorOf(first).run();
    expect(await introspect(site.connection, PREFIX)).toEqual(
      await introspectFresh([table('fruit', [text('colour')])]),
    );
  });
});
