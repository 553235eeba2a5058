import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { generatorOptions } from '../../../../generator/cli/generator-options.js';
import { check, generate, type GenerateOptions } from '../../../../generator/index.js';

const BOX = { title: 'Box', type: 'object', 'x-resource': 'component', properties: {} };

interface Table {
  readonly name?: string;
  readonly columns?: string;
  readonly more?: string;
}

/** A configuration with one feature that has one table. */
const configWith = ({ name = 'page_hit', columns = '', more = '' }: Table = {}): string => `
const path = { name: 'path', type: 'string', nullable: false, length: 190, binary: true };
const count = { name: 'count', type: 'integer', nullable: false };
const table = { name: '${name}', columns: [path, count${columns}], primaryKey: ['path'], indexes: [], foreignKeys: [] };
export default { features: [{ name: 'hits', tables: [{ ...table${more} }] }] };
`;

async function aProject(config: string): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'project-'));
  onTestFinished(() => rm(root, { recursive: true }));
  await mkdir(join(root, 'schemas'));
  await writeFile(join(root, 'schemas/Box.json'), JSON.stringify(BOX));
  await configure(root, config);
  return root;
}

const configure = (root: string, config: string): Promise<void> =>
  writeFile(join(root, 'cms.config.ts'), config);

let minute = 0;

/** Each run is a minute after the previous one, so that its migration has a unique name. */
async function run(root: string, mode: Partial<GenerateOptions> = {}): Promise<readonly string[]> {
  minute += 1;
  const now = new Date(Date.UTC(2030, 0, 1, 0, minute));
  const { written } = await generate({ ...(await generatorOptions(root)), ...mode, now: () => now });
  return written;
}

async function newestMigration(root: string): Promise<string> {
  const folder = join(root, 'generated/migrations');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts')).sort();
  return readFile(join(folder, names.at(-1) ?? ''), 'utf8');
}

describe('feature tables of a project', () => {
  test('are created by migrations, changed with their definition, and dropped with the feature', async () => {
    const root = await aProject(configWith());
    expect(await run(root)).toContainEqual(expect.stringMatching(/^migrations\/.*\.ts$/));
    expect(await newestMigration(root)).toMatch(/createTable[^]*page_hit[^]*primaryKey: \['path'\]/);
    expect(await run(root)).toEqual([]);

    await configure(root, configWith({ columns: ", { name: 'last_at', type: 'datetime', nullable: true }" }));
    expect(await run(root)).toContainEqual(expect.stringMatching(/^migrations\/.*\.ts$/));
    expect(await newestMigration(root)).toMatch(/addColumn[^]*last_at/);
    await expect(check(await generatorOptions(root))).resolves.toBeUndefined();

    await configure(root, configWith());
    await expect(run(root)).rejects.toThrow('last_at');
    await configure(root, 'export default {};');
    await expect(run(root)).rejects.toThrow('page_hit');
    expect(await run(root, { allowDestructive: true })).not.toEqual([]);
    expect(await newestMigration(root)).toMatch(/dropTable[^]*page_hit/);
  });

  test('are reported as stale by a check if the feature changed since the last run', async () => {
    const root = await aProject(configWith());
    await run(root);
    await configure(root, configWith({ name: 'page_view', more: ", renamedFrom: ['page_hit']" }));
    await expect(check(await generatorOptions(root))).rejects.toThrow('migrations/');
    await run(root);
    expect(await newestMigration(root)).toMatch(/renameTable[^]*page_hit[^]*page_view/);
  });

  test.each([
    ['page', 'features.hits.tables.page: conflicts with a table of the service or of a type'],
    ['boxes', 'features.hits.tables.boxes: conflicts with a table of the service or of a type'],
    ['migration', 'features.hits.tables.migration: conflicts with a table of the service or of a type'],
  ])('cannot have the name %s', async (name, message) => {
    const root = await aProject(configWith({ name }));
    await expect(run(root)).rejects.toThrow(message);
  });

  test('can reference the primary keys of existing tables', async () => {
    const key = (table: string, column: string): string =>
      `, foreignKeys: [{ name: 'fk_hit', columns: ['path'], references: { table: '${table}', columns: ['${column}'] }, onDelete: 'cascade' }]`;
    const root = await aProject(configWith({ more: key('rout', 'id') }));
    await expect(run(root)).rejects.toThrow(
      'features.hits.tables.page_hit.foreignKeys.fk_hit: references the table "rout", which does not exist',
    );
    await configure(root, configWith({ more: key('route', 'path') }));
    await expect(run(root)).rejects.toThrow('references path of "route"; reference its primary key: id');
  });

  test('have unique index names', async () => {
    const index = ", indexes: [{ name: 'idx_boxes_ui_component', columns: ['count'], unique: false }]";
    const twice = configWith({ more: index }).replace(
      'tables: [',
      "tables: [{ ...table, name: 'first_hit'" + index + ' }, ',
    );
    const root = await aProject(twice);
    await expect(run(root)).rejects.toThrow(
      'has an index or foreign key "idx_boxes_ui_component", which also exists in the table first_hit',
    );
  });
});
