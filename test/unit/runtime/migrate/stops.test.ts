import { describe, expect, test } from 'vitest';
import { newTypes, stopReasons } from '../../../../runtime/adapters/persistence/migrations/stops.js';
import type { MigrationStatement } from '../../../../runtime/kernel/contract/database/migration.js';

const WEIGHT = { name: 'weight', type: 'integer', nullable: true } as const;
const added = (column: object): MigrationStatement =>
  ({ kind: 'addColumn', table: 'title', column: { ...WEIGHT, ...column } }) as MigrationStatement;
const index = (unique: boolean): MigrationStatement => ({
  kind: 'addIndex',
  table: 'title',
  index: { name: 'title_weight', columns: ['weight'], unique },
});
const limited = (from: readonly string[] | null, to: readonly string[] | null): MigrationStatement => ({
  kind: 'limitValues',
  table: 'title',
  column: 'weight',
  from,
  to,
});

describe('a migration beside processes of the previous release', () => {
  test.each<[what: string, up: readonly MigrationStatement[], want: readonly string[]]>([
    ['a nullable column', [added({})], []],
    ['a column with a default', [added({ nullable: false, default: 0 })], []],
    ['a required column', [added({ nullable: false })], ['title.weight is required']],
    ['an index', [index(false)], []],
    ['a new unique column', [added({}), index(true)], []],
    ['a column that becomes unique', [index(true)], ['title: weight become unique']],
    ['more values', [limited(['a'], ['a', 'b'])], []],
    ['any value', [limited(['a'], null)], []],
    ['fewer values', [limited(['a', 'b'], ['a'])], ['title.weight allows fewer values']],
    [
      'a removed column',
      [{ kind: 'dropColumn', table: 'title', column: WEIGHT }],
      ['title.weight is dropped'],
    ],
    [
      'another name',
      [{ kind: 'renameColumn', table: 'title', from: 'weight', to: 'mass' }],
      ['title.weight is renamed to mass'],
    ],
    [
      'another type',
      [{ kind: 'alterColumn', table: 'title', from: WEIGHT, to: { ...WEIGHT, type: 'text' } }],
      ['title.weight changes its type'],
    ],
    ['SQL of the project', [{ kind: 'sql', text: 'select 1' }], ['it has hand-written SQL']],
  ])('with %s reports why it needs a stop, if it does', (_what, up, want) => {
    expect(stopReasons({ up })).toEqual(want);
  });
});

describe('types that a migration adds', () => {
  const type = (name: string) => ({
    ...{ name, classIdentifier: name, path: `/component/${name}`, table: name },
    ...{ kind: 'component' as const, renamedFrom: [] },
  });

  test('are new if the previous state had none with that name', () => {
    expect(newTypes({ types: { was: [type('Title')], is: [type('Title'), type('Banner')] } })).toEqual([
      'Banner',
    ]);
    expect(newTypes({})).toEqual([]);
  });
});
