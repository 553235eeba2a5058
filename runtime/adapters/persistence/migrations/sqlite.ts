import { DEFAULT_LENGTH, type SchemaStatement } from '../../../kernel/contract/database/migration.js';
import { replay, replayStatement, tableIn, type TableSet } from './states/replay.js';
import type { ColumnDefinition } from '../../../kernel/contract/database/table.js';
import { createSqlNames, literal, type MigrationRenderer, optionalForm, type SqlNames } from './sql-text.js';
import {
  createIndex,
  createTable,
  defaultText,
  renderWith,
  type SqlParts,
  standardWriters,
  typeText,
} from './sql-writers.js';

type TableChange = Extract<SchemaStatement, { table: string }>;

/**
 * Creates the renderer for SQLite. Foreign keys are off, and tables are rebuilt for changes it does not
 * support.
 */
export function createSqliteRenderer(prefix: string): MigrationRenderer {
  const names = createSqlNames('"', prefix);
  const parts: SqlParts = {
    names,
    columnText: (column) =>
      `${names.column(column.name)} ${typeText(TYPES, column)}${column.nullable ? '' : ' not null'}${defaultText('sqlite', column)}`,
    indexColumns: ({ columns }) => names.columns(columns),
  };
  const standard = standardWriters(parts);
  const rebuild = (change: TableChange, tables: TableSet): readonly string[] =>
    rebuildTable(parts, change, tables);
  return {
    names,
    restateColumns: () => [],
    render: renderWith({
      ...standard,
      addColumn: (statement, tables) =>
        canBeAppended(statement.column) ? standard.addColumn(statement, tables) : rebuild(statement, tables),
      alterColumn: rebuild,
      addForeignKey: rebuild,
      dropForeignKey: rebuild,
    }),
    readable: (value) => value,
    exact: (value) => value,
    assignable: (text) => text,
    swapColumn({ table, temporary, column }, tables) {
      const drop = { kind: 'dropColumn', table, column } as const;
      const rename = { kind: 'renameColumn', table, from: temporary, to: column.name } as const;
      const alter = { kind: 'alterColumn', table, from: optionalForm(column), to: column } as const;
      const isPlain = column.nullable && column.default == null;
      return [
        ...standard.dropColumn(drop, tables),
        ...standard.renameColumn(rename, tables),
        ...(isPlain ? [] : rebuild(alter, replay(tables, [drop, rename]))),
      ];
    },
  };
}

/**
 * Type names determine the affinity; an integer primary key is numbered. Names of date, uuid and JSON types
 * would convert digits to numbers.
 */
const TYPES = {
  string: 'varchar',
  text: 'text',
  integer: 'integer',
  float: 'double',
  decimal: 'decimal',
  boolean: 'integer',
  datetime: 'text',
  date: 'text',
  time: 'text',
  uuid: 'text',
  json: 'text',
} as const;

/** Returns whether `add column` supports a column. It requires a constant default for a required one. */
function canBeAppended(column: ColumnDefinition): boolean {
  return column.default == null ? column.nullable : typeof column.default !== 'object';
}

/** Creates the table under a temporary name, copies the rows and replaces the old one. */
function rebuildTable(parts: SqlParts, change: TableChange, tables: TableSet): readonly string[] {
  const { names } = parts;
  const before = names.table(tableIn(tables, change.table).name);
  const after = tableIn(replayStatement(tables, change), change.table);
  const passing = { ...after, name: `rebuilt_${after.name}` };
  const values = after.columns.map((column) => copied(names, column, change));
  return [
    createTable(parts, passing),
    `insert into ${names.table(passing.name)} (${names.columns(after.columns.map(({ name }) => name))})\n` +
      `select ${values.join(', ')}\nfrom ${before}`,
    `drop table ${before}`,
    `alter table ${names.table(passing.name)} rename to ${names.table(after.name)}`,
    ...after.indexes.map((index) => createIndex(parts, after.name, index)),
  ];
}

function copied(names: SqlNames, column: ColumnDefinition, change: TableChange): string {
  const name = names.column(column.name);
  const fill = column.default == null ? undefined : literal('sqlite', column, column.default);
  if (change.kind === 'addColumn' && change.column.name === column.name) return fill ?? 'null';
  if (change.kind !== 'alterColumn' || change.to.name !== column.name) return name;
  const { from, to } = change;
  const value = to.type === 'string' ? `substr(${name}, 1, ${to.length ?? DEFAULT_LENGTH})` : name;
  const isRequired = from.nullable && !column.nullable && fill !== undefined;
  return isRequired ? `coalesce(${value}, ${fill})` : value;
}
