import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalTables } from '../../../../runtime/kernel/contract/database/canonical-tables.js';
import { diffSnapshots } from '../../../../runtime/adapters/persistence/migrations/states/diff-snapshots.js';
import type { MigrationStatement } from '../../../../runtime/kernel/contract/database/migration.js';
import { invertStatements, lossOf } from '../../../../runtime/kernel/contract/database/migration.js';
import type {
  ColumnDefinition,
  TableDefinition,
} from '../../../../runtime/kernel/contract/database/table.js';
import { replay } from '../../../../runtime/adapters/persistence/migrations/states/replay.js';
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

function publishableTable(name: string, publishable: boolean): TableDefinition {
  const key = { name: `fk_${name}_id`, columns: ['id'], references: { table: 'base', columns: ['id'] } };
  return table(name, [], { publishable, foreignKeys: [{ ...key, onDelete: 'restrict' }] });
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
    case 'setPublishing':
      return `${statement.kind} ${statement.table} ${statement.to}`;
    case 'limitValues':
      return `${statement.kind} ${statement.table}.${statement.column} ${JSON.stringify(statement.to)}`;
    case 'columnToLinks':
    case 'linksToColumn':
      return `${statement.kind} ${statement.table}.${statement.column} ${statement.links.table}`;
  }
}

const fruit = table('fruit', [colour]);
const byColour = { indexes: [{ name: 'idx_fruit_colour', columns: ['colour'], unique: false }] };

describe('diffSnapshots', () => {
  const cases: [string, [TableDefinition[], TableDefinition[]], string[]][] = [
    ['nothing changes', [[fruit], [table('fruit', [{ ...colour, binary: false }])]], []],
    [
      'a different order of columns and indexes needs no operation',
      [[table('fruit', [colour, to('fruit')])], [table('fruit', [to('fruit'), colour])]],
      [],
    ],
    [
      'a renamed table without a declared previous name is a drop and a creation',
      [[fruit], [table('berry', [colour])]],
      ['createTable berry', 'dropTable fruit'],
    ],
    [
      'a declared previous name is a rename',
      [[fruit], [table('berry', [colour], { renamedFrom: ['seed', 'fruit'] })]],
      ['renameTable fruit berry'],
    ],
    [
      'a previous name that is still in use does not rename',
      [[fruit], [fruit, table('berry', [], { renamedFrom: ['fruit'] })]],
      ['createTable berry'],
    ],
    [
      'a rename that is done stays done',
      [[table('berry', [colour])], [table('berry', [colour], { renamedFrom: ['fruit'] })]],
      [],
    ],
    [
      'a renamed column is altered under its new name',
      [[fruit], [table('fruit', [{ name: 'shade', type: 'text', nullable: true, renamedFrom: ['colour'] }])]],
      ['renameColumn fruit colour shade', 'alterColumn fruit.shade'],
    ],
    [
      'tables come after those they refer to, circles are closed at the end',
      [
        [],
        [
          table('a', [to('b')], reference('a', 'b')),
          table('b', [to('c')], reference('b', 'c')),
          table('c', [to('b')], reference('c', 'b')),
        ],
      ],
      ['createTable b', 'createTable a', 'createTable c', 'addForeignKey fk_b_c_id'],
    ],
    [
      'tables go before those they refer to, circles are opened first',
      [[table('a', [to('b')], reference('a', 'b')), table('b', [to('a')], reference('b', 'a'))], []],
      ['dropForeignKey fk_a_b_id', 'dropTable b', 'dropTable a'],
    ],
    [
      'a foreign key is dropped and added with its index',
      [
        [table('fruit', [to('fruit')], reference('fruit', 'fruit'))],
        [
          table('fruit', [to('fruit')], {
            ...reference('fruit', 'fruit'),
            indexes: [{ name: 'uniq', columns: ['fruit_id'], unique: true }],
          }),
        ],
      ],
      [
        'dropForeignKey fk_fruit_fruit_id',
        'dropIndex idx_fruit_fruit_id',
        'addIndex uniq',
        'addForeignKey fk_fruit_fruit_id',
      ],
    ],
    [
      'a column of another type is altered, and its index goes and comes back',
      [[table('fruit', [colour], byColour)], [table('fruit', [{ ...colour, type: 'datetime' }], byColour)]],
      ['dropIndex idx_fruit_colour', 'alterColumn fruit.colour', 'addIndex idx_fruit_colour'],
    ],
    [
      'a dropped column goes after its key and index',
      [[table('fruit', [to('fruit')], reference('fruit', 'fruit'))], [table('fruit', [])]],
      ['dropForeignKey fk_fruit_fruit_id', 'dropIndex idx_fruit_fruit_id', 'dropColumn fruit.fruit_id'],
    ],
  ];

  const tag = table('tag', []);
  const linkTable = (name: string, renamedFrom: readonly string[] = []): TableDefinition => ({
    name,
    columns: [
      { name: 'fruit_id', type: 'uuid', nullable: false },
      { name: 'tag_id', type: 'uuid', nullable: false },
    ],
    primaryKey: ['fruit_id', 'tag_id'],
    indexes: [],
    foreignKeys: ['fruit', 'tag'].map((target) => ({
      name: `fk_${name}_${target}_id`,
      columns: [`${target}_id`],
      references: { table: target, columns: ['id'] },
      onDelete: 'restrict' as const,
    })),
    renamedFrom,
  });
  const one = (nullable = true): TableDefinition =>
    table('fruit', [to('tag', nullable)], reference('fruit', 'tag'));
  const toLinks = [
    'dropForeignKey fk_fruit_tag_id',
    'dropIndex idx_fruit_tag_id',
    'createTable fruit_tags',
    'columnToLinks fruit.tag_id fruit_tags',
    'dropColumn fruit.tag_id',
  ];
  const linkCases: [string, [TableDefinition[], TableDefinition[]], string[]][] = [
    [
      'a relation that changes from many-to-one to one-to-many keeps its links under a declared previous name',
      [
        [tag, one()],
        [tag, table('fruit', []), linkTable('fruit_tags', ['fruit_tag'])],
      ],
      toLinks,
    ],
    [
      'a required one first may be without',
      [
        [tag, one(false)],
        [tag, table('fruit', []), linkTable('fruit_tags', ['fruit_tag'])],
      ],
      [...toLinks.slice(0, 3), 'alterColumn fruit.tag_id', ...toLinks.slice(3)],
    ],
    [
      'a relation to many that becomes one to one keeps them under the same name',
      [
        [tag, table('fruit', []), linkTable('fruit_tag')],
        [tag, one(false)],
      ],
      [
        'addColumn fruit.tag_id',
        'linksToColumn fruit.tag_id fruit_tag',
        'alterColumn fruit.tag_id',
        'addIndex idx_fruit_tag_id',
        'addForeignKey fk_fruit_tag_id',
        'dropTable fruit_tag',
      ],
    ],
    [
      'another relation takes nothing over',
      [
        [tag, one()],
        [tag, table('fruit', []), linkTable('fruit_labels')],
      ],
      toLinks
        .filter((each) => !each.startsWith('columnToLinks'))
        .map((each) => each.replace('fruit_tags', 'fruit_labels')),
    ],
    [
      'the values of an enum are a statement of their own',
      [
        [table('fruit', [{ ...colour, enum: ['green', 'red'] }])],
        [table('fruit', [{ ...colour, nullable: false, default: 'red', enum: ['red'] }])],
      ],
      ['alterColumn fruit.colour', 'limitValues fruit.colour ["red"]'],
    ],
    [
      'a type that begins to be publishable, and one that ceases to be',
      [
        [publishableTable('fruit', false), publishableTable('tag', true)],
        [publishableTable('fruit', true), publishableTable('tag', false)],
      ],
      ['setPublishing fruit true', 'setPublishing tag false'],
    ],
  ];

  test.each([...cases, ...linkCases])(
    'returns the expected statements: %s',
    (_name, [before, after], want) => {
      const statements = diffSnapshots(before, after);
      expect(statements.map(summary)).toEqual(want);
    },
  );

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

/** The order of columns may differ. */
function comparable(tables: readonly TableDefinition[]): readonly TableDefinition[] {
  return canonicalTables(tables).map((each) => ({
    ...each,
    columns: [...each.columns].sort((left, right) => (left.name < right.name ? -1 : 1)),
  }));
}

describe('lossOf', () => {
  const cases: [string, MigrationStatement, RegExp | undefined][] = [
    ['a dropped table', { kind: 'dropTable', table: fruit }, /table fruit is dropped/],
    ['a dropped column', { kind: 'dropColumn', table: 'fruit', column: colour }, /fruit.colour is dropped/],
    ['a dropped table whose links are kept', { kind: 'dropTable', table: fruit, carried: true }, undefined],
    [
      'a dropped column whose links are kept',
      { kind: 'dropColumn', table: 'fruit', column: colour, carried: true },
      undefined,
    ],
    [
      'a dropped column with the text of HTML, which is made of that',
      { kind: 'dropColumn', table: 'fruit', column: { ...colour, name: '_html' } },
      undefined,
    ],
    ['an added column', { kind: 'addColumn', table: 'fruit', column: colour }, undefined],
    [
      'an altered column that loses data only for some values',
      { kind: 'alterColumn', table: 'fruit', from: colour, to: { ...colour, type: 'integer' } },
      undefined,
    ],
  ];

  test.each(cases)('describes the data loss of %s', (_name, statement, want) => {
    const loss = lossOf(statement);
    if (want === undefined) expect(loss).toBeUndefined();
    else expect(loss).toMatch(want);
  });
});
