import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { planMigration } from '../../../../generator/migrate/write-migration.js';
import { printSnapshot } from '../../../../generator/migrate/migration-folder.js';
import { readHistory } from '../../../../generator/migrate/migration-folder.js';
import type { MigrationPlan, MigrationRequest } from '../../../../generator/migrate/write-migration.js';
import { loadTemplates } from '../../../../generator/render/templates.js';
import type { Templates } from '../../../../generator/render/templates.js';
import type { NamedType } from '../../../../runtime/kernel/contract/database/schema-state.js';
import type {
  ColumnDefinition,
  TableDefinition,
} from '../../../../runtime/kernel/contract/database/table.js';

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
  minutes = 0;
  outputDir = await mkdtemp(join(tmpdir(), 'cms-migrate-'));
  templates ??= await loadTemplates();
});
afterEach(() => rm(outputDir, { recursive: true, force: true }));

interface Options extends Partial<MigrationRequest> {
  readonly types?: readonly NamedType[];
}

/** Every migration is written a minute after the previous one. */
let minutes = 0;

async function plan(
  tables: readonly TableDefinition[],
  { types = [], ...rest }: Options = {},
): Promise<MigrationPlan> {
  minutes += 1;
  const wanted = { tables, types };
  return planMigration({
    outputDir,
    wanted,
    snapshot: printSnapshot(wanted),
    templates,
    allowDestructive: false,
    now: new Date(Date.UTC(2026, 10, 22, 10, minutes)),
    ...rest,
  });
}

async function write(tables: readonly TableDefinition[], options: Options = {}): Promise<MigrationPlan> {
  const planned = await plan(tables, options);
  for (const { path, content } of planned.files) {
    await mkdir(dirname(join(outputDir, path)), { recursive: true });
    await writeFile(join(outputDir, path), content);
  }
  return planned;
}

const namesOf = ({ files }: MigrationPlan): readonly string[] => files.map(({ path }) => path);
const textOf = ({ files }: MigrationPlan): string => files[0]?.content ?? '';
const migrationIds = async (): Promise<readonly string[]> =>
  (await readHistory(outputDir)).map(({ id }) => id);

/** Removes the latest migration, as on a branch without it. */
async function without(id: string, work: () => Promise<unknown>): Promise<void> {
  const names = [`${id}.ts`, `meta/${id}.json`, `meta/${id}_snapshot.json`];
  const texts = await Promise.all(names.map((name) => readFile(join(outputDir, 'migrations', name), 'utf8')));
  await Promise.all(names.map((name) => rm(join(outputDir, 'migrations', name))));
  await work();
  await Promise.all(
    names.map((name, index) => writeFile(join(outputDir, 'migrations', name), texts[index] ?? '')),
  );
}

describe('planMigration', () => {
  test.each([
    ['with the same name', 'Message', []],
    ['with another name', 'Note', ['Message']],
  ])(
    'refuses a component that becomes a record %s, because its rows could not follow',
    async (_how, name, renamedFrom) => {
      const type = (kind: NamedType['kind'], title: string, previous: readonly string[]): NamedType => ({
        ...{ name: title, kind, classIdentifier: title, path: `/${kind}/messages`, table: 'messages' },
        renamedFrom: previous,
      });
      const messages = [table([], 'messages')];
      await write(messages, { types: [type('component', 'Message', [])] });
      await expect(plan(messages, { types: [type('record', name, renamedFrom)] })).rejects.toThrow(
        `Message is stored as a component; ${name} is a record`,
      );
    },
  );

  test('separates the tables of the package from those of the project in the first migration', async () => {
    const planned = await write(['apples', 'layout', 'page', 'zebras'].map((name) => table([], name)));
    const lines = textOf(planned)
      .split('\n')
      .flatMap(
        (line) => /^ {2}(\w+): \[$|^ {4}\/\/ (.*)|^ {8}name: '(.*)',$/.exec(line)?.slice(1).join('') ?? [],
      );
    expect(lines).toEqual([
      'up',
      ...['Tables of the package.', 'layout', 'page', 'Tables of the project.', 'apples', 'zebras'],
      'down',
      ...['Tables of the project.', 'zebras', 'apples', 'Tables of the package.', 'page', 'layout'],
    ]);
  });

  test('creates every table in the first migration, in a file that contains only data', async () => {
    const planned = await write([table([colour])]);
    expect(namesOf(planned)).toEqual([
      'migrations/20261122T100100_initial.ts',
      'migrations/meta/20261122T100100_initial.json',
      'migrations/meta/20261122T100100_initial_snapshot.json',
    ]);
    expect(textOf(planned)).toBe(`import type { Migration } from 'cms-api-components';

/** Do not edit an applied migration. Change the schema files and generate a new one. */
export const migration: Migration = {
  id: '20261122T100100_initial',
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

  test('plans nothing for unchanged schemas', async () => {
    await write([table([colour])]);
    expect(await plan([table([colour])])).toEqual({ files: [], destructive: [], demands: [] });
  });

  test('writes a change as a new migration, which names the one that it is based on', async () => {
    await write([table([colour])]);
    const planned = await write([table([colour, weight])]);
    expect(namesOf(planned)).toEqual([
      'migrations/20261122T100200_add_fruit_weight.ts',
      'migrations/meta/20261122T100200_add_fruit_weight.json',
      'migrations/meta/20261122T100200_add_fruit_weight_snapshot.json',
    ]);
    expect(JSON.parse(planned.files[1]?.content ?? '')).toMatchObject({
      parents: ['20261122T100100_initial'],
    });
  });

  test('writes a reverted edit as a new migration, and never changes existing ones', async () => {
    await write([table([colour])]);
    await write([table([colour, weight])]);
    const before = await readFile(join(outputDir, 'migrations/20261122T100200_add_fruit_weight.ts'), 'utf8');
    await write([table([colour])], { allowDestructive: true });
    expect(await migrationIds()).toEqual([
      '20261122T100100_initial',
      '20261122T100200_add_fruit_weight',
      '20261122T100300_drop_fruit_weight',
    ]);
    expect(await readFile(join(outputDir, 'migrations/20261122T100200_add_fruit_weight.ts'), 'utf8')).toBe(
      before,
    );
  });

  test('continues the ids of a clock that was ahead', async () => {
    await write([table([colour])], { now: new Date('2027-01-01T00:00:59Z') });
    const planned = await write([table([colour, weight])]);
    expect(namesOf(planned)[0]).toBe('migrations/20270101T000100_add_fruit_weight.ts');
  });

  test('requires permission for a destructive plan, and reports the data loss', async () => {
    await write([table([colour, weight])]);
    await expect(plan([table([weight])])).rejects.toThrow(
      /fruit.colour is dropped[^]*cms generate --allow-destructive/,
    );
    const { destructive } = await write([table([weight])], { allowDestructive: true });
    expect(destructive).toHaveLength(1);
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

  test('renames the table, the discriminator and the IRIs of a renamed type, once', async () => {
    const types = [{ ...berry, table: 'berry' }];
    await write([table([colour])], { types: [fruit] });
    const planned = await write([table([colour], 'berry')], { types });
    expect(namesOf(planned)[0]).toBe('migrations/20261122T100200_rename_fruit_to_berry.ts');
    expect(textOf(planned)).toContain("{ kind: 'renameTable', from: 'fruit', to: 'berry' },");
    expect(textOf(planned)).toContain(
      "{ kind: 'replaceValue', table: 'abstract_component', column: 'dtype', from: 'Fruit', to: 'Berry' },",
    );
    expect(textOf(planned)).toContain("from: '/component/berries',");
    expect((await plan([table([colour], 'berry')], { types })).files).toEqual([]);
  });

  test('renames a type with a fixed table name in every row, once', async () => {
    await write([table([colour])], { types: [fruit] });
    const planned = await write([table([colour])], { types: [berry] });
    expect(namesOf(planned)[0]).toBe('migrations/20261122T100200_rename_fruit_to_berry.ts');
    expect(textOf(planned)).not.toContain('Table');
    expect(textOf(planned)).toContain("column: 'dtype', from: 'Fruit', to: 'Berry'");
    expect((await plan([table([colour])], { types: [berry] })).files).toEqual([]);
  });

  test('keeps the rows of a type if its path or table changes, without an operation in the file', async () => {
    const moved = { ...fruit, path: '/component/citrus', table: 'citrus' };
    await write([table([colour])], { types: [fruit] });
    const planned = await write([table([colour], 'citrus')], { types: [moved] });
    expect(planned.destructive).toEqual([]);
    expect(textOf(planned)).toContain("{ kind: 'renameTable', from: 'fruit', to: 'citrus' },");
    expect(textOf(planned)).toContain("from: '/component/fruits',");
    expect(textOf(planned)).not.toContain('dtype');
  });

  test('does not keep the rows of a type that changes its kind, because they are in another table', async () => {
    await write([table([colour])], { types: [fruit] });
    const types = [{ ...berry, kind: 'page_data' as const }];
    expect((await plan([table([colour])], { types })).files).toEqual([]);
  });

  test.each([
    ['20261122T100100_initial.ts', 'generated/migrations/20261122T100100_initial.ts: missing'],
    ['meta/20261122T100100_initial.json', 'generated/migrations/meta/20261122T100100_initial.json: missing'],
    [
      'meta/20261122T100100_initial_snapshot.json',
      'generated/migrations/meta/20261122T100100_initial_snapshot.json: missing',
    ],
  ])('reports a folder without %s with a fix', async (name, message) => {
    await write([table([colour])]);
    await rm(join(outputDir, 'migrations', name));
    await expect(plan([table([])])).rejects.toThrow(message);
    await expect(plan([table([])])).rejects.toThrow('Restore it from version control.');
  });

  test('reports a broken file', async () => {
    await write([table([colour])]);
    await writeFile(join(outputDir, 'migrations/meta/20261122T100100_initial.json'), '{');
    await expect(plan([table([])])).rejects.toThrow('meta/20261122T100100_initial.json: no JSON.');
  });
});

describe('two branches with one migration each', () => {
  const price: ColumnDefinition = { name: 'price', type: 'integer', nullable: true };
  const INITIAL = '20261122T100100_initial';
  const ONE = '20261122T100200_add_fruit_weight';

  /** Both follow the initial migration, in one folder, as version control merges them. */
  async function mergedBranches(
    one: readonly TableDefinition[],
    other: readonly TableDefinition[],
    options: Options = {},
  ): Promise<string> {
    await write([table([colour])]);
    await write(one, options);
    const id = (await migrationIds()).at(-1) ?? '';
    await without(id, () => write(other, options));
    return id;
  }

  test('have no common files', async () => {
    await mergedBranches([table([colour, weight])], [table([colour, price])]);
    const names = await readdir(join(outputDir, 'migrations'), { recursive: true });
    expect(names.filter((name) => !/^(meta|.*\d{8}T\d{6}_\w+(_snapshot)?\.(ts|json))$/.test(name))).toEqual(
      [],
    );
  });

  test('are joined by a migration based on both, which is empty if the merged schemas need no other change', async () => {
    await mergedBranches([table([colour, weight])], [table([colour, price])]);
    const planned = await write([table([colour, weight, price])]);
    expect(namesOf(planned)[0]).toBe('migrations/20261122T100400_join.ts');
    expect(textOf(planned)).toContain('up: [\n  ],');
    expect(JSON.parse(planned.files[1]?.content ?? '')).toMatchObject({
      parents: [ONE, '20261122T100300_add_fruit_price'],
    });
    expect(await plan([table([colour, weight, price])])).toEqual({ files: [], destructive: [], demands: [] });
  });

  test('that made the same change are joined too', async () => {
    await mergedBranches([table([colour, weight])], [table([colour, weight])]);
    expect(textOf(await write([table([colour, weight])]))).toContain('up: [\n  ],');
  });

  test('that changed one column differently are refused with the column and a fix', async () => {
    const long = { ...colour, length: 300 };
    const text = { ...colour, type: 'text' as const };
    await mergedBranches([table([long])], [table([text])]);
    const OTHER = '20261122T100300_alter_fruit_colour';
    await expect(plan([table([text])])).rejects.toThrow(
      new RegExp(`column fruit.colour[^]*delete generated/migrations/${OTHER}.ts, meta/${OTHER}.json`),
    );
    await without(OTHER, async () => {
      const planned = await plan([table([text])]);
      expect(namesOf(planned)[0]).toMatch(/_alter_fruit_colour\.ts$/);
    });
  });

  test('of which one dropped what the other changed are refused', async () => {
    await mergedBranches([table([{ ...colour, length: 300 }])], [table([])], { allowDestructive: true });
    await expect(plan([table([])])).rejects.toThrow(/column fruit.colour/);
  });

  test('that diverge and meet twice are joined based on their common ancestor', async () => {
    await mergedBranches([table([colour, weight])], [table([colour, price])]);
    await write([table([colour, weight, price])]);
    const size: ColumnDefinition = { ...price, name: 'size' };
    const shape: ColumnDefinition = { ...price, name: 'shape' };
    await write([table([colour, weight, price, size])]);
    const id = (await migrationIds()).at(-1) ?? '';
    await without(id, () => write([table([colour, weight, price, shape])]));
    const planned = await write([table([colour, weight, price, size, shape])]);
    expect(namesOf(planned)[0]).toMatch(/_join\.ts$/);
    expect(await migrationIds()).toHaveLength(7);
    expect((await migrationIds())[0]).toBe(INITIAL);
  });
});
