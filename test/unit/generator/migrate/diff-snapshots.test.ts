import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalTables, diffSnapshots } from '../../../../generator/migrate/index.js';
import type { MigrationStatement } from '../../../../runtime/contract/migration.js';
import { invertStatements, lossOf } from '../../../../runtime/contract/migration.js';
import type { ColumnDefinition, TableDefinition } from '../../../../runtime/contract/table.js';
import { replay } from '../../../../runtime/persistence/migrations/replay.js';
import { arbitraryTables } from './arbitrary-tables.js';

const id: ColumnDefinition = { name: 'id', type: 'uuid', nullable: false };
const colour: ColumnDefinition = { name: 'colour', type: 'string', nullable: true };

function table(
  name: string,
  columns: readonly ColumnDefinition[],
  rest: Partial<TableDefinition> = {},
): TableDefinition {
  return { name, columns: [id, ...columns], primaryKey: ['id'], indexes: [], foreignKeys: [], ...rest };
}

function reference(name: string, target: string): Partial<TableDefinition> {
  return {
    indexes: [{ name: `idx_${name}_${target}_id`, columns: [`${target}_id`], unique: false }],
    foreignKeys: [
      {
        name: `fk_${name}_${target}_id`,
        columns: [`${target}_id`],
        references: { table: target, columns: ['id'] },
        onDelete: 'restrict',
      },
    ],
  };
}

const to = (target: string, nullable = true): ColumnDefinition => ({
  name: `${target}_id`,
  type: 'uuid',
  nullable,
});

function summary(statement: MigrationStatement): string {
  switch (statement.kind) {
    case 'createTable':
    case 'dropTable':
      return `${statement.kind} ${statement.table.name}`;
    case 'renameTable':
      return `${statement.kind} ${statement.from} ${statement.to}`;
    case 'renameColumn':
      return `${statement.kind} ${statement.table} ${statement.from} ${statement.to}`;
    case 'addColumn':
    case 'dropColumn':
      return `${statement.kind} ${statement.table}.${statement.column.name}`;
    case 'alterColumn':
      return `${statement.kind} ${statement.table}.${statement.to.name}`;
    case 'addIndex':
    case 'dropIndex':
      return `${statement.kind} ${statement.index.name}`;
    case 'addForeignKey':
    case 'dropForeignKey':
      return `${statement.kind} ${statement.foreignKey.name}`;
    case 'replaceValue':
    case 'replaceListItem':
    case 'replaceClass':
    case 'replaceIri':
    case 'sql':
      return statement.kind;
  }
}

const fruit = table('fruit', [colour]);

describe('diffSnapshots', () => {
  const cases: [string, TableDefinition[], TableDefinition[], string[]][] = [
    ['nothing changes', [fruit], [table('fruit', [{ ...colour, binary: false }])], []],
    [
      'the order of columns and indexes is no change',
      [table('fruit', [colour, to('fruit')])],
      [table('fruit', [to('fruit'), colour])],
      [],
    ],
    [
      'a former name that nobody declares is a drop and a creation',
      [fruit],
      [table('berry', [colour])],
      ['createTable berry', 'dropTable fruit'],
    ],
    [
      'a declared former name is a rename',
      [fruit],
      [table('berry', [colour], { renamedFrom: ['seed', 'fruit'] })],
      ['renameTable fruit berry'],
    ],
    [
      'a former name still in use is no rename',
      [fruit],
      [fruit, table('berry', [], { renamedFrom: ['fruit'] })],
      ['createTable berry'],
    ],
    [
      'a rename that is done stays done',
      [table('berry', [colour])],
      [table('berry', [colour], { renamedFrom: ['fruit'] })],
      [],
    ],
    [
      'a renamed column is altered under its new name',
      [fruit],
      [table('fruit', [{ name: 'shade', type: 'text', nullable: true, renamedFrom: ['colour'] }])],
      ['renameColumn fruit colour shade', 'alterColumn fruit.shade'],
    ],
    [
      'tables come after those they refer to, circles are closed at the end',
      [],
      [
        table('a', [to('b')], reference('a', 'b')),
        table('b', [to('c')], reference('b', 'c')),
        table('c', [to('b')], reference('c', 'b')),
      ],
      ['createTable b', 'createTable a', 'createTable c', 'addForeignKey fk_b_c_id'],
    ],
    [
      'tables go before those they refer to, circles are opened first',
      [table('a', [to('b')], reference('a', 'b')), table('b', [to('a')], reference('b', 'a'))],
      [],
      ['dropForeignKey fk_a_b_id', 'dropTable b', 'dropTable a'],
    ],
    [
      'a key goes and comes back with the index it stands on',
      [table('fruit', [to('fruit')], reference('fruit', 'fruit'))],
      [
        table('fruit', [to('fruit')], {
          ...reference('fruit', 'fruit'),
          indexes: [{ name: 'uniq', columns: ['fruit_id'], unique: true }],
        }),
      ],
      [
        'dropForeignKey fk_fruit_fruit_id',
        'dropIndex idx_fruit_fruit_id',
        'addIndex uniq',
        'addForeignKey fk_fruit_fruit_id',
      ],
    ],
    [
      'a column whose values mean nothing in its new type is made anew',
      [fruit],
      [table('fruit', [{ ...colour, type: 'datetime' }])],
      ['dropColumn fruit.colour', 'addColumn fruit.colour'],
    ],
    [
      'a dropped column goes after its key and index',
      [table('fruit', [to('fruit')], reference('fruit', 'fruit'))],
      [table('fruit', [])],
      ['dropForeignKey fk_fruit_fruit_id', 'dropIndex idx_fruit_fruit_id', 'dropColumn fruit.fruit_id'],
    ],
  ];

  test.each(cases)('%s', (_name, before, after, want) => {
    const statements = diffSnapshots(before, after);
    expect(statements.map(summary)).toEqual(want);
  });

  test('a changed primary key is refused', () => {
    expect(() => diffSnapshots([fruit], [{ ...fruit, primaryKey: ['colour'] }])).toThrow(
      /primary key of table fruit/,
    );
  });

  test('leads from any set of tables to any other, and its reverse leads back', () => {
    fc.assert(
      fc.property(arbitraryTables, arbitraryTables, (before, after) => {
        const start = new Map(before.map((each) => [each.name, each]));
        const statements = diffSnapshots(before, after);
        const reached = replay(start, statements);
        expect(comparable([...reached.values()])).toEqual(comparable(after));
        const back = replay(reached, invertStatements(statements));
        expect(comparable([...back.values()])).toEqual(comparable(before));
        expect(diffSnapshots([...reached.values()], after)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});

/** Columns may end in another order. */
function comparable(tables: readonly TableDefinition[]): readonly TableDefinition[] {
  return canonicalTables(tables).map((each) => ({
    ...each,
    columns: [...each.columns].sort((left, right) => (left.name < right.name ? -1 : 1)),
  }));
}

describe('lossOf', () => {
  const alter = (from: Partial<ColumnDefinition>, next: Partial<ColumnDefinition>): MigrationStatement => ({
    kind: 'alterColumn',
    table: 'fruit',
    from: { ...colour, ...from },
    to: { ...colour, ...next },
  });
  const cases: [string, MigrationStatement, RegExp | undefined][] = [
    ['a dropped table', { kind: 'dropTable', table: fruit }, /table fruit is dropped/],
    ['a dropped column', { kind: 'dropColumn', table: 'fruit', column: colour }, /fruit.colour is dropped/],
    ['an added optional column', { kind: 'addColumn', table: 'fruit', column: colour }, undefined],
    [
      'an added required column',
      { kind: 'addColumn', table: 'fruit', column: { ...colour, nullable: false } },
      /no default/,
    ],
    [
      'an added required column with a default',
      { kind: 'addColumn', table: 'fruit', column: { ...colour, nullable: false, default: '' } },
      undefined,
    ],
    ['a longer string', alter({ length: 10 }, { length: 20 }), undefined],
    ['a shorter string', alter({}, { length: 20 }), /cut to 20/],
    ['string to text', alter({}, { type: 'text' }), undefined],
    ['text to string', alter({ type: 'text' }, {}), /cut to 255/],
    ['integer to float', alter({ type: 'integer' }, { type: 'float' }), undefined],
    ['float to integer', alter({ type: 'float' }, { type: 'integer' }), /from float to integer/],
    [
      'a wider decimal',
      alter({ type: 'decimal', precision: 8, scale: 2 }, { type: 'decimal', precision: 10, scale: 3 }),
      undefined,
    ],
    [
      'a decimal with fewer whole digits',
      alter({ type: 'decimal', precision: 8, scale: 2 }, { type: 'decimal', precision: 8, scale: 3 }),
      /rounded/,
    ],
    ['a column that becomes required', alter({}, { nullable: false }), /becomes required/],
    [
      'a column that becomes required with a default',
      alter({}, { nullable: false, default: 'red' }),
      undefined,
    ],
    ['a column that becomes optional', alter({ nullable: false }, {}), undefined],
  ];

  test.each(cases)('%s', (_name, statement, want) => {
    const loss = lossOf(statement);
    if (want === undefined) expect(loss).toBeUndefined();
    else expect(loss).toMatch(want);
  });
});
