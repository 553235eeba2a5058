import { DEFAULT_LENGTH, type SchemaStatement } from '../../../kernel/contract/database/migration.js';
import { tableIn } from './states/replay.js';
import type { ColumnDefinition, IndexDefinition } from '../../../kernel/contract/database/table.js';
import { createSqlNames, literal, type MigrationRenderer, optionalForm } from './sql-text.js';
import { createTable, renderWith, type SqlParts, standardWriters, typeText } from './sql-writers.js';

type Alter = Extract<SchemaStatement, { kind: 'alterColumn' }>;

const TABLE_OPTIONS =
  'engine = InnoDB default character set utf8mb4 collate utf8mb4_unicode_ci row_format = dynamic';

/** Creates the renderer for MySQL and MariaDB, which commit each statement. */
export function createMysqlRenderer(
  prefix: string,
  exactCollation: string,
  dialect: 'mysql' | 'mariadb' = 'mariadb',
): MigrationRenderer {
  const names = createSqlNames('`', prefix);
  const parts: SqlParts = {
    names,
    columnText: (column) =>
      `${names.column(column.name)} ${typeOf(column, exactCollation)} ${column.nullable ? 'null' : 'not null'}${defaultOf(column, dialect)}${column.numbered === true ? ' auto_increment' : ''}`,
    indexColumns: ({ columns }) => names.columns(columns),
  };
  const alter = (table: string): string => `alter table ${names.table(table)}`;
  const indexText = (index: IndexDefinition): string =>
    `${index.unique ? 'unique ' : ''}index ${names.constraint(index.name)} (${names.columns(index.columns)})`;
  return {
    names,
    render: renderWith({
      ...standardWriters(parts),
      // A single statement, so that an interrupted migration has the whole table or none of it.
      createTable: ({ table }) => [
        `${createTable(parts, table, table.indexes.map(indexText))} ${TABLE_OPTIONS}`,
      ],
      renameTable: ({ from, to }) => [`rename table ${names.table(from)} to ${names.table(to)}`],
      // MariaDB supports `rename column` only from 10.5.
      renameColumn({ table, from, to }, tables) {
        const column = tableIn(tables, table).columns.find(({ name }) => name === from);
        const definition = column === undefined ? '' : parts.columnText({ ...column, name: to });
        return [`${alter(table)} change column ${names.column(from)} ${definition}`];
      },
      addColumn: ({ table, column }) =>
        dialect === 'mysql' && isFilledByHand(column)
          ? addFilledColumn(parts, { table, column })
          : [`${alter(table)} add column ${parts.columnText(column)}`],
      alterColumn: (statement) => alterColumn(parts, statement),
      addIndex: ({ table, index }) => [`${alter(table)} add ${indexText(index)}`],
      dropIndex: ({ table, index }) => [`${alter(table)} drop index ${names.constraint(index.name)}`],
      dropForeignKey: ({ table, foreignKey }) => [
        `${alter(table)} drop foreign key ${names.constraint(foreignKey.name)}`,
      ],
    }),
    readable: (value) => `cast(${value} as char)`,
    exact: (value) => `${value} collate ${exactCollation}`,
    assignable: (text) => text,
    // A single statement, so that an interruption leaves one of the columns.
    swapColumn: ({ table, temporary, column }) => [
      `${alter(table)} drop column ${names.column(column.name)}, ` +
        `change column ${names.column(temporary)} ${parts.columnText(column)}`,
    ],
    // A single statement per table, which it copies.
    restateColumns: (table, columns) => [
      `${alter(table)} ${columns.map((column) => `modify column ${parts.columnText(column)}`).join(', ')}`,
    ],
  };
}

const LONG: ReadonlySet<ColumnDefinition['type']> = new Set(['text', 'json']);

/**
 * Returns the default clause. Long types accept only an expression, and on MySQL only from 8.0.13; older
 * versions see a comment.
 */
function defaultOf(column: ColumnDefinition, dialect: 'mysql' | 'mariadb'): string {
  if (column.default == null) return '';
  const text = literal('mysql', column, column.default);
  if (!LONG.has(column.type)) return ` default ${text}`;
  // The end of a comment in the text would end this one; adjacent strings are concatenated.
  return dialect === 'mysql'
    ? ` /*!80013 default (${text.replaceAll('*/', "*' '/")}) */`
    : ` default (${text})`;
}

/**
 * Returns whether existing rows must be filled explicitly, because MySQL before 8.0.13 has no such default.
 */
const isFilledByHand = ({ type, nullable, default: value }: ColumnDefinition): boolean =>
  LONG.has(type) && !nullable && value != null;

/** Adds and fills a column with statements that can be repeated. */
function addFilledColumn(
  { names, columnText }: SqlParts,
  { table, column }: { readonly table: string; readonly column: ColumnDefinition },
): readonly string[] {
  const name = names.column(column.name);
  const value = column.default == null ? 'null' : literal('mysql', column, column.default);
  return [
    `alter table ${names.table(table)} add column ${columnText(optionalForm(column))}`,
    `update ${names.table(table)} set ${name} = ${value} where ${name} is null`,
    `alter table ${names.table(table)} modify column ${columnText(column)}`,
  ];
}

const TYPES = {
  string: 'varchar',
  text: 'longtext',
  integer: 'integer',
  float: 'double',
  decimal: 'decimal',
  boolean: 'tinyint(1)',
  datetime: 'datetime(6)',
  date: 'date',
  time: 'time',
  uuid: 'char(36) character set ascii collate ascii_bin',
  json: 'json',
} as const;

function typeOf(column: ColumnDefinition, exactCollation: string): string {
  const isExactText = column.binary === true && (column.type === 'string' || column.type === 'text');
  return typeText(TYPES, column) + (isExactText ? ` character set utf8mb4 collate ${exactCollation}` : '');
}

/** Changes a column with statements that can be repeated. */
function alterColumn({ names, columnText }: SqlParts, { table, from, to }: Alter): readonly string[] {
  const column = names.column(to.name);
  const update = `update ${names.table(table)} set ${column}`;
  const fill = to.default;
  const length = to.length ?? DEFAULT_LENGTH;
  const isCut = to.type === 'string' && (from.type === 'text' || (from.length ?? DEFAULT_LENGTH) > length);
  return [
    ...(from.nullable && !to.nullable && fill != null
      ? [`${update} = ${literal('mysql', from, fill)} where ${column} is null`]
      : []),
    ...(isCut ? [`${update} = left(${column}, ${length}) where char_length(${column}) > ${length}`] : []),
    `alter table ${names.table(table)} modify column ${columnText(to)}`,
  ];
}
