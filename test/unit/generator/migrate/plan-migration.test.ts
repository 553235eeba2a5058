import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { planMigration, readJournal } from '../../../../generator/migrate/index.js';
import type { MigrationPlan, MigrationRequest } from '../../../../generator/migrate/index.js';
import { findTemplatesDir, loadTemplates } from '../../../../generator/render/templates.js';
import type { Templates } from '../../../../generator/render/templates.js';
import type { ColumnDefinition, TableDefinition } from '../../../../runtime/contract/table.js';

const colour: ColumnDefinition = { name: 'colour', type: 'string', nullable: true, default: "it's" };
const weight: ColumnDefinition = { name: 'weight', type: 'float', nullable: true };

function table(
  columns: readonly ColumnDefinition[],
  name = 'fruit',
  renamedFrom: readonly string[] = [],
): TableDefinition {
  const id: ColumnDefinition = { name: 'id', type: 'uuid', nullable: false };
  return { name, columns: [id, ...columns], primaryKey: ['id'], indexes: [], foreignKeys: [], renamedFrom };
}

let outputDir: string;
let templates: Templates;

beforeEach(async () => {
  outputDir = await mkdtemp(join(tmpdir(), 'cms-migrate-'));
  templates ??= await loadTemplates(findTemplatesDir());
});
afterEach(() => rm(outputDir, { recursive: true, force: true }));

async function plan(
  tables: readonly TableDefinition[],
  rest: Partial<MigrationRequest> = {},
): Promise<MigrationPlan> {
  return planMigration({
    outputDir,
    tables,
    types: [],
    templates,
    allowDestructive: false,
    open: false,
    ...rest,
  });
}

async function write(
  tables: readonly TableDefinition[],
  rest: Partial<MigrationRequest> = {},
): Promise<MigrationPlan> {
  const planned = await plan(tables, rest);
  for (const path of planned.obsolete) await rm(join(outputDir, path));
  for (const { path, content } of planned.files) {
    await mkdir(dirname(join(outputDir, path)), { recursive: true });
    await writeFile(join(outputDir, path), content);
  }
  return planned;
}

const fileNames = async (): Promise<readonly string[]> =>
  (await readdir(join(outputDir, 'migrations'), { recursive: true })).sort();

describe('planMigration', () => {
  test('the first migration creates every table, in a file that reads as data', async () => {
    const { files, pending } = await write([table([colour])]);
    expect(pending).toBe(true);
    expect(files.map(({ path }) => path)).toEqual([
      'migrations/0001_initial.ts',
      'migrations/meta/0001_snapshot.json',
      'migrations/meta/journal.json',
    ]);
    expect(files[0]?.content).toBe(`import type { Migration } from 'cms-api-components';

/** Applied in this form for good: change the schema files instead, and a new migration follows. */
export const migration: Migration = {
  id: '0001_initial',
  up: [
    {
      kind: 'createTable',
      table: {
        name: 'fruit',
        columns: [
          { name: 'id', type: 'uuid', nullable: false },
          { name: 'colour', type: 'string', nullable: true, default: "it's" },
        ],
        primaryKey: ['id'],
        indexes: [],
        foreignKeys: [],
      },
    },
  ],
  down: [
    {
      kind: 'dropTable',
      table: {
        name: 'fruit',
        columns: [
          { name: 'id', type: 'uuid', nullable: false },
          { name: 'colour', type: 'string', nullable: true, default: "it's" },
        ],
        primaryKey: ['id'],
        indexes: [],
        foreignKeys: [],
      },
    },
  ],
};
`);
  });

  test('unchanged schemas plan nothing', async () => {
    await write([table([colour])]);
    expect(await plan([table([colour])])).toEqual({
      files: [],
      obsolete: [],
      destructive: [],
      pending: false,
    });
  });

  test('a closed migration is never touched: the change is a new one', async () => {
    await write([table([colour])]);
    const { files } = await write([table([colour, weight])]);
    expect(files.map(({ path }) => path)).toEqual([
      'migrations/0002_add_fruit_weight.ts',
      'migrations/meta/0002_snapshot.json',
      'migrations/meta/journal.json',
    ]);
  });

  test('an open migration is rewritten from the last closed snapshot, and then closed', async () => {
    await write([table([colour])]);
    await write([table([colour, weight])], { open: true });
    await write([table([colour]), table([], 'berry')], { open: true });
    expect(await fileNames()).toContain('0002_create_berry.ts');
    expect(await fileNames()).not.toContain('0002_add_fruit_weight.ts');
    expect((await readJournal(outputDir)).map(({ id, open }) => [id, open])).toEqual([
      ['0001_initial', false],
      ['0002_create_berry', true],
    ]);
    const { pending } = await write([table([colour]), table([], 'berry')]);
    expect(pending).toBe(true);
    expect((await readJournal(outputDir)).map(({ open }) => open)).toEqual([false, false]);
  });

  test('an open migration goes when its edit is taken back', async () => {
    await write([table([colour])]);
    await write([table([colour, weight])], { open: true });
    await write([table([colour])], { open: true });
    expect(await fileNames()).toEqual([
      '0001_initial.ts',
      'meta',
      'meta/0001_snapshot.json',
      'meta/journal.json',
    ]);
    expect(await readJournal(outputDir)).toHaveLength(1);
  });

  test('a destructive plan needs permission and names what is lost', async () => {
    await write([table([colour, weight])]);
    await expect(plan([table([weight])])).rejects.toThrow(
      /fruit.colour is dropped[^]*cms generate --allow-destructive/,
    );
    const { destructive } = await write([table([weight])], { allowDestructive: true });
    expect(destructive).toHaveLength(1);
    expect((await readJournal(outputDir)).at(-1)).toMatchObject({
      id: '0002_drop_fruit_colour',
      destructive: true,
    });
  });

  const fruit = {
    name: 'Fruit',
    kind: 'component' as const,
    classIdentifier: 'Fruit',
    path: '/component/fruits',
    table: 'fruit',
    renamedFrom: [],
  };
  const berry = {
    ...fruit,
    name: 'Berry',
    classIdentifier: 'Berry',
    path: '/component/berries',
    renamedFrom: ['Fruit'],
  };

  test('a renamed type takes its table, its discriminator and its IRIs along, once', async () => {
    const types = [{ ...berry, table: 'berry' }];
    await write([table([colour])], { types: [fruit] });
    const { files } = await write([table([colour], 'berry')], { types });
    expect(files[0]?.path).toBe('migrations/0002_rename_fruit_to_berry.ts');
    expect(files[0]?.content).toContain("{ kind: 'renameTable', from: 'fruit', to: 'berry' },");
    expect(files[0]?.content).toContain(
      "{ kind: 'replaceValue', table: 'abstract_component', column: 'dtype', from: 'Fruit', to: 'Berry' },",
    );
    expect(files[0]?.content).toContain("from: '/component/berries',");
    expect((await plan([table([colour], 'berry')], { types })).pending).toBe(false);
  });

  test('a renamed type whose table keeps its name is renamed in every row, once', async () => {
    await write([table([colour])], { types: [fruit] });
    const { files } = await write([table([colour])], { types: [berry] });
    expect(files[0]?.path).toBe('migrations/0002_rename_fruit_to_berry.ts');
    expect(files[0]?.content).not.toContain('Table');
    expect(files[0]?.content).toContain("column: 'dtype', from: 'Fruit', to: 'Berry'");
    expect((await plan([table([colour])], { types: [berry] })).pending).toBe(false);
  });

  test('a type whose path or table changes keeps its rows without a word in its file', async () => {
    const moved = { ...fruit, path: '/component/citrus', table: 'citrus' };
    await write([table([colour])], { types: [fruit] });
    const { files, destructive } = await write([table([colour], 'citrus')], { types: [moved] });
    expect(destructive).toEqual([]);
    expect(files[0]?.content).toContain("{ kind: 'renameTable', from: 'fruit', to: 'citrus' },");
    expect(files[0]?.content).toContain("from: '/component/fruits',");
    expect(files[0]?.content).not.toContain('dtype');
  });

  test('a type of another kind does not follow: its rows are elsewhere', async () => {
    await write([table([colour])], { types: [fruit] });
    const types = [{ ...berry, kind: 'page_data' as const }];
    expect((await plan([table([colour])], { types })).pending).toBe(false);
  });

  test('a broken journal is named', async () => {
    await write([table([colour])]);
    await writeFile(join(outputDir, 'migrations/meta/journal.json'), '{');
    await expect(plan([table([])])).rejects.toThrow('migrations/meta/journal.json: no JSON.');
    expect(await readFile(join(outputDir, 'migrations/meta/0001_snapshot.json'), 'utf8')).toMatch(
      /^\{\n {2}"version": 2/,
    );
  });
});
