import fc from 'fast-check';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { diffSnapshots } from '../../../runtime/adapters/persistence/migrations/states/diff-snapshots.js';
import { buildModel } from '../../../generator/model/build-model.js';
import { generate, type GenerateResult } from '../../../generator/index.js';
import { projectTables } from '../../../generator/build-project.js';
import { parseSchemas } from '../../../generator/schema/load-schemas.js';
import { validateSchemas } from '../../../generator/checks/validate-schemas.js';
import type { TableDefinition } from '../../../runtime/kernel/contract/database/table.js';

type Schema = { readonly title: string } & Readonly<Record<string, unknown>>;

const list = (target: string, more: object = {}) => ({
  type: 'array',
  items: { type: 'string', format: 'iri-reference' },
  'x-relation': { kind: 'manyToMany', target },
  ...more,
});
const box = (title: string, properties: object, more: object = {}): Schema => ({
  title,
  type: 'object',
  'x-resource': 'component',
  properties,
  ...more,
});

function tablesOf(schemas: readonly Schema[]): readonly TableDefinition[] {
  const files = schemas.map((schema) => ({ path: `${schema.title}.json`, text: JSON.stringify(schema) }));
  return projectTables(buildModel(validateSchemas(parseSchemas(files))));
}

const kindsOf = (before: readonly Schema[], after: readonly Schema[]): readonly string[] =>
  diffSnapshots(tablesOf(before), tablesOf(after)).map(({ kind }) => kind);

describe('projectTables', () => {
  test('a sort order uses an index with nulls first if the column is nullable, beside a unique one', () => {
    const members = { type: ['string', 'null'] };
    const schema = box(
      'Box',
      {
        label: members,
        code: { type: 'string' },
        badge: { ...members, 'x-column': { unique: true } },
        serial: { type: 'string', 'x-column': { unique: true } },
        inner: { ...members, format: 'iri-reference', 'x-relation': { target: 'Lid' } },
        plain: members,
      },
      { required: ['code', 'serial'], 'x-order-fields': ['label', 'code', 'badge', 'serial', 'inner'] },
    );
    const boxes = tablesOf([schema, box('Lid', {})]).find(({ name }) => name === 'boxes');
    const facts = boxes?.indexes.map(({ columns, unique, nullsFirst }) =>
      [unique ? 'unique' : 'index', ...columns, ...(nullsFirst === true ? ['nulls first'] : [])].join(' '),
    );
    expect(facts?.sort()).toEqual([
      'index badge id nulls first',
      'index code id',
      'index inner_id id nulls first',
      'index label id nulls first',
      'unique badge',
      'unique serial',
    ]);
  });

  test('the tables of a type do not change when others are added, including types that extend it', () => {
    const titles = ['Crate', 'Barrel', 'Sack', 'Vat'];
    const first = box('Box', {
      label: { type: 'string' },
      inner: { type: ['string', 'null'], 'x-relation': { target: 'Lid' } },
      lids: list('Lid'),
    });
    const lid = box('Lid', {});
    const known = tablesOf([first, lid]);
    fc.assert(
      fc.property(
        fc.array(fc.record({ title: fc.constantFrom(...titles), parent: fc.constantFrom('Box', 'Lid') }), {
          maxLength: 4,
        }),
        (added) => {
          const others = new Map(
            added.map(({ title, parent }) => [title, box(title, {}, { 'x-extends': parent })]),
          );
          expect(tablesOf([first, lid, ...others.values()])).toEqual(expect.arrayContaining([...known]));
        },
      ),
      { numRuns: 20 },
    );
  });

  test('a renamed field keeps its values: the column is renamed, and none is dropped', () => {
    const before = [box('Box', { label: { type: 'string', maxLength: 40 } })];
    const after = [
      box('Box', { heading: { type: 'string', maxLength: 40, 'x-renamed-from': ['label', 'caption'] } }),
    ];
    expect(diffSnapshots(tablesOf(before), tablesOf(after))).toEqual([
      { kind: 'renameColumn', table: 'boxes', from: 'label', to: 'heading' },
    ]);
  });

  test('a renamed relation keeps its column and its key under the new name', () => {
    const relation = { type: ['string', 'null'], 'x-relation': { target: 'Route' } };
    const kinds = kindsOf(
      [box('Box', { goal: relation })],
      [box('Box', { target: { ...relation, 'x-renamed-from': ['goal'] } })],
    );
    expect(kinds).toContain('renameColumn');
    expect(kinds.filter((kind) => /Column|Table/.test(kind))).toEqual(['renameColumn']);
  });

  test('a renamed list keeps its link table under the new name', () => {
    const kinds = kindsOf(
      [box('Box', { lids: list('Lid') }), box('Lid', {})],
      [box('Box', { covers: list('Lid', { 'x-renamed-from': ['lids'] }) }), box('Lid', {})],
    );
    expect(kinds.filter((kind) => /Column|Table/.test(kind))).toEqual(['renameTable']);
  });

  test('a renamed type keeps its table, its link tables and their columns under the new names', () => {
    const statements = diffSnapshots(
      tablesOf([box('Box', { lids: list('Lid') }), box('Lid', {})]),
      tablesOf([box('Crate', { lids: list('Lid') }, { 'x-renamed-from': ['Box'] }), box('Lid', {})]),
    );
    expect(statements.filter(({ kind }) => /Column|Table/.test(kind))).toEqual([
      { kind: 'renameTable', from: 'boxes', to: 'crates' },
      { kind: 'renameTable', from: 'boxes_lids', to: 'crates_lids' },
      { kind: 'renameColumn', table: 'crates_lids', from: 'box_id', to: 'crate_id' },
    ]);
  });
});

describe('a second run of generate', () => {
  const folders: string[] = [];
  afterEach(async () => {
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
  });

  async function aProject(): Promise<string> {
    const root = await mkdtemp(join(tmpdir(), 'project-'));
    folders.push(root);
    await mkdir(join(root, 'schemas'));
    await writeFile(
      join(root, 'schemas/Box.json'),
      JSON.stringify(box('Box', { label: { type: 'string' } })),
    );
    await generate({ projectRoot: root, now: () => new Date('2026-11-22T10:15:00Z') });
    return root;
  }

  const phasesOf = ({ timings }: GenerateResult): readonly string[] => Object.keys(timings);

  test('plans no migration and builds nothing if nothing changed', async () => {
    const root = await aProject();
    const second = await generate({ projectRoot: root });
    expect(phasesOf(second)).toEqual(['load', 'compare']);
    const rebuilt = await generate({ projectRoot: root, fresh: true });
    expect(phasesOf(rebuilt)).toContain('build');
    expect([second, rebuilt]).toMatchObject([
      { written: [], migration: { files: [] } },
      { written: [], migration: { files: [] } },
    ]);
  });

  test.each([
    ['a generated file is edited', 'generated/entities/box.ts', 'edited'],
    ['a generated file is emptied', 'generated/openapi.json', ''],
    [
      'a snapshot is edited',
      'generated/migrations/meta/20261122T101500_initial_snapshot.json',
      '{"version":1,"tables":[]}',
    ],
    ['a schema file is added', 'schemas/Lid.json', JSON.stringify(box('Lid', {}))],
  ])('builds again if %s', async (_name, path, text) => {
    const root = await aProject();
    await writeFile(join(root, path), text);
    const second = await generate({ projectRoot: root, allowDestructive: true }).catch(
      (error: unknown) => error,
    );
    expect(second instanceof Error || phasesOf(second as GenerateResult).includes('build')).toBe(true);
    expect(await readFile(join(root, 'generated/entities/box.ts'), 'utf8')).toContain('boxAttributes');
  });

  test('writes the migration that development skipped', async () => {
    const root = await aProject();
    const schema = box('Box', { label: { type: 'string' }, weight: { type: ['integer', 'null'] } });
    await writeFile(join(root, 'schemas/Box.json'), JSON.stringify(schema));
    const developed = await generate({ projectRoot: root, withoutMigration: true });
    expect(developed.written.filter((path) => path.startsWith('migrations/'))).toEqual([]);
    expect(developed.written).toContain('entities/box.ts');
    const { written } = await generate({ projectRoot: root, now: () => new Date('2126-11-22T10:15:00Z') });
    expect(written).toContain('migrations/21261122T101500_add_boxes_weight.ts');
  });
});
