import { describe, expect, test } from 'vitest';
import type { SchemaStatement } from '../../../../runtime/kernel/contract/database/migration.js';
import type {
  ColumnDefinition,
  TableDefinition,
} from '../../../../runtime/kernel/contract/database/table.js';
import { exactCollation } from '../../../../runtime/adapters/persistence/mysql/exact-collation.js';
import { createRenderer } from '../../../../runtime/adapters/persistence/migrations/renderer.js';

const id: ColumnDefinition = { name: 'id', type: 'uuid', nullable: false };
const colour: ColumnDefinition = { name: 'colour', type: 'string', nullable: true };
const index = { name: 'idx_fruit_colour', columns: ['colour'], unique: false };
const foreignKey = {
  name: 'fk_fruit_tree_id',
  columns: ['tree_id'],
  references: { table: 'tree', columns: ['id'] },
  onDelete: 'restrict' as const,
};
const fruit: TableDefinition = {
  name: 'fruit',
  columns: [id, colour],
  primaryKey: ['id'],
  indexes: [index],
  foreignKeys: [],
};
const tables = new Map([['fruit', fruit]]);
const add = (column: Omit<ColumnDefinition, 'name'>): SchemaStatement => ({
  kind: 'addColumn',
  table: 'fruit',
  column: { name: 'x', ...column },
});
const alter = (to: Partial<ColumnDefinition>): SchemaStatement => ({
  kind: 'alterColumn',
  table: 'fruit',
  from: colour,
  to: { ...colour, ...to },
});

type Cases = readonly [string, SchemaStatement, readonly string[]][];

describe('PostgreSQL', () => {
  const cases: Cases = [
    [
      'creates a table and its indexes',
      { kind: 'createTable', table: fruit },
      [
        'create table "p_fruit" (\n  "id" uuid not null,\n  "colour" varchar(255),\n  primary key ("id")\n)',
        'create index "p_idx_fruit_colour" on "p_fruit" ("colour")',
      ],
    ],
    [
      'renames a table',
      { kind: 'renameTable', from: 'fruit', to: 'berry' },
      ['alter table "p_fruit" rename to "p_berry"'],
    ],
    [
      'invents no value for a required column without a default',
      add({ type: 'integer', nullable: false }),
      ['alter table "p_fruit" add column "x" integer not null'],
    ],
    [
      'adds a date-time that is now',
      add({ type: 'datetime', nullable: false, default: { kind: 'now' } }),
      ['alter table "p_fruit" add column "x" timestamptz(6) not null default now()'],
    ],
    [
      'quotes a default',
      add({ type: 'string', nullable: true, default: "it's \\" }),
      ['alter table "p_fruit" add column "x" varchar(255) default \'it\'\'s \\\''],
    ],
    [
      'cuts, fills and requires',
      alter({ length: 10, nullable: false, default: 'red' }),
      [
        'alter table "p_fruit" alter column "colour" type varchar(10) using left("colour"::text, 10)',
        'update "p_fruit" set "colour" = \'red\' where "colour" is null',
        'alter table "p_fruit" alter column "colour" set not null',
        'alter table "p_fruit" alter column "colour" set default \'red\'',
      ],
    ],
    [
      'adds a foreign key',
      { kind: 'addForeignKey', table: 'fruit', foreignKey },
      [
        'alter table "p_fruit" add constraint "p_fk_fruit_tree_id" foreign key ("tree_id") references "p_tree" ("id") on delete restrict',
      ],
    ],
    [
      'drops a foreign key',
      { kind: 'dropForeignKey', table: 'fruit', foreignKey },
      ['alter table "p_fruit" drop constraint "p_fk_fruit_tree_id"'],
    ],
    ['drops an index', { kind: 'dropIndex', table: 'fruit', index }, ['drop index "p_idx_fruit_colour"']],
  ];
  test.each(cases)('%s', (_name, statement, want) => {
    expect(createRenderer('postgres', 'p_').render(statement, tables)).toEqual(want);
  });
});

describe('the collation of keys', () => {
  test.each([
    ['MariaDB', ['utf8mb4_bin', 'utf8mb4_nopad_bin'], 'utf8mb4_nopad_bin'],
    ['MariaDB with the names of MySQL', ['utf8mb4_0900_bin', 'utf8mb4_nopad_bin'], 'utf8mb4_nopad_bin'],
    ['MySQL', ['utf8mb4_0900_bin', 'utf8mb4_bin'], 'utf8mb4_0900_bin'],
    ['an old server', ['utf8mb4_bin', 'utf8mb4_unicode_ci'], 'utf8mb4_bin'],
  ])('has no padding if the server supports one: %s', (_name, known, want) => {
    expect(exactCollation(known)).toBe(want);
    const renderer = createRenderer('mysql', 'p_', exactCollation(known));
    const column = { name: 'x', type: 'string', nullable: true, binary: true } as const;
    const text = `\`x\` varchar(255) character set utf8mb4 collate ${want} null`;
    expect(renderer.render({ kind: 'addColumn', table: 'fruit', column }, tables)).toEqual([
      `alter table \`p_fruit\` add column ${text}`,
    ]);
    expect(renderer.restateColumns('fruit', [column, column])).toEqual([
      `alter table \`p_fruit\` modify column ${text}, modify column ${text}`,
    ]);
    expect(renderer.exact('a')).toBe(`a collate ${want}`);
  });
});

describe('MySQL and MariaDB', () => {
  const cases: Cases = [
    [
      'creates a table in one statement',
      { kind: 'createTable', table: fruit },
      [
        'create table `p_fruit` (\n  `id` char(36) character set ascii collate ascii_bin not null,\n  `colour` varchar(255) null,\n' +
          '  primary key (`id`),\n  index `p_idx_fruit_colour` (`colour`)\n' +
          ') engine = InnoDB default character set utf8mb4 collate utf8mb4_unicode_ci row_format = dynamic',
      ],
    ],
    [
      'renames a column with its definition',
      { kind: 'renameColumn', table: 'fruit', from: 'colour', to: 'shade' },
      ['alter table `p_fruit` change column `colour` `shade` varchar(255) null'],
    ],
    [
      'compares identifiers byte by byte',
      add({ type: 'string', nullable: true, binary: true }),
      [
        'alter table `p_fruit` add column `x` varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin null',
      ],
    ],
    [
      'cuts, fills and requires',
      alter({ length: 10, nullable: false, default: 'red' }),
      [
        "update `p_fruit` set `colour` = 'red' where `colour` is null",
        'update `p_fruit` set `colour` = left(`colour`, 10) where char_length(`colour`) > 10',
        "alter table `p_fruit` modify column `colour` varchar(10) not null default 'red'",
      ],
    ],
    [
      'drops a foreign key',
      { kind: 'dropForeignKey', table: 'fruit', foreignKey },
      ['alter table `p_fruit` drop foreign key `p_fk_fruit_tree_id`'],
    ],
  ];
  test.each(cases)('%s', (_name, statement, want) => {
    expect(createRenderer('mariadb', 'p_').render(statement, tables)).toEqual(want);
    expect(createRenderer('mysql', 'p_').render(statement, tables)).toEqual(want);
  });

  test('writes defaults of long types as expressions, on MySQL if supported', () => {
    const statement = add({ type: 'text', nullable: false, default: "\\'*/" });
    expect(createRenderer('mariadb', 'p_').render(statement, tables)).toEqual([
      "alter table `p_fruit` add column `x` longtext not null default ('\\\\''*/')",
    ]);
    expect(createRenderer('mysql', 'p_').render(statement, tables)).toEqual([
      'alter table `p_fruit` add column `x` longtext null',
      "update `p_fruit` set `x` = '\\\\''*/' where `x` is null",
      "alter table `p_fruit` modify column `x` longtext not null /*!80013 default ('\\\\''*' '/') */",
    ]);
  });
});

describe('SQLite', () => {
  const cases: Cases = [
    [
      'appends an optional column',
      add({ type: 'json', nullable: true }),
      ['alter table "p_fruit" add column "x" text'],
    ],
    [
      'appends a required column with a constant default',
      add({ type: 'boolean', nullable: false, default: true }),
      ['alter table "p_fruit" add column "x" integer not null default 1'],
    ],
    [
      'rebuilds a table for what it can not alter',
      alter({ length: 10, nullable: false, default: 'red' }),
      [
        'create table "p_rebuilt_fruit" (\n  "id" text not null,\n  "colour" varchar(10) not null default \'red\',\n  primary key ("id")\n)',
        'insert into "p_rebuilt_fruit" ("id", "colour")\nselect "id", coalesce(substr("colour", 1, 10), \'red\')\nfrom "p_fruit"',
        'drop table "p_fruit"',
        'alter table "p_rebuilt_fruit" rename to "p_fruit"',
        'create index "p_idx_fruit_colour" on "p_fruit" ("colour")',
      ],
    ],
  ];
  test.each(cases)('%s', (_name, statement, want) => {
    expect(createRenderer('sqlite', 'p_').render(statement, tables)).toEqual(want);
  });

  test('writes the current time in the format of the connection', () => {
    const [, copy] = createRenderer('sqlite', 'p_').render(
      add({ type: 'datetime', nullable: false, default: { kind: 'now' } }),
      tables,
    );
    expect(copy).toContain("(strftime('%Y-%m-%d %H:%M:%f +00:00', 'now'))");
  });

  test('accepts long index names on every database', () => {
    const long = { ...index, name: `idx_${'a'.repeat(56)}` };
    for (const dialect of ['postgres', 'mysql', 'sqlite'] as const) {
      const [sql = ''] = createRenderer(dialect, 'prefix_').render(
        { kind: 'addIndex', table: 'fruit', index: long },
        tables,
      );
      expect(sql).toMatch(/prefix_idx_a+_[0-9a-f]{8}["`]/);
    }
  });
});
