import type { DialectName } from '../../../kernel/contract/database/database.js';
import type { SchemaStatement } from '../../../kernel/contract/database/migration.js';
import {
  DEFAULT_LENGTH,
  DEFAULT_PRECISION,
  DEFAULT_SCALE,
} from '../../../kernel/contract/database/migration.js';
import type { ColumnType } from '../../../kernel/contract/schema/resource.js';
import type {
  ColumnDefinition,
  ForeignKeyDefinition,
  IndexDefinition,
  TableDefinition,
} from '../../../kernel/contract/database/table.js';
import { literal, type MigrationRenderer, type SqlNames } from './sql-text.js';
import type { TableSet } from './states/replay.js';

/** SQL writers by kind of statement; `tables` are the definitions before the statement. */
export type Writers = {
  readonly [Kind in SchemaStatement['kind']]: (
    statement: Extract<SchemaStatement, { kind: Kind }>,
    tables: TableSet,
  ) => readonly string[];
};

/** Parts of statements that differ between databases. */
export interface SqlParts {
  readonly names: SqlNames;
  /** Returns a column definition, such as `"title" varchar(255) not null default 'a'`. */
  columnText(column: ColumnDefinition): string;
  /** Returns the columns of an index, in order. */
  indexColumns(index: IndexDefinition): string;
}

/** Returns a type such as `varchar(255)`; `words` are the type names of a database. */
export function typeText(
  words: Readonly<Record<ColumnType, string>>,
  { type, length = DEFAULT_LENGTH, precision = DEFAULT_PRECISION, scale = DEFAULT_SCALE }: ColumnDefinition,
): string {
  if (type === 'string') return `${words.string}(${length})`;
  return type === 'decimal' ? `${words.decimal}(${precision}, ${scale})` : words[type];
}

/** Returns ` default 'a'`, or an empty text for a column without a default. */
export function defaultText(dialect: DialectName, column: ColumnDefinition): string {
  return column.default == null ? '' : ` default ${literal(dialect, column, column.default)}`;
}

/** Returns a `create table` statement; `inside` are further lines of it. */
export function createTable(
  { names, columnText }: SqlParts,
  table: TableDefinition,
  inside: readonly string[] = [],
): string {
  const lines = [
    ...table.columns.map((column) => columnText(column)),
    `primary key (${names.columns(table.primaryKey)})`,
    ...inside,
    ...table.foreignKeys.map((key) => foreignKeyText(names, key)),
  ];
  return `create table ${names.table(table.name)} (\n  ${lines.join(',\n  ')}\n)`;
}

export function createIndex(
  { names, indexColumns }: SqlParts,
  table: string,
  index: IndexDefinition,
): string {
  return `create ${index.unique ? 'unique ' : ''}index ${names.constraint(index.name)} on ${names.table(table)} (${indexColumns(index)})`;
}

/** Returns the statements common to most databases; a dialect replaces the others. */
export function standardWriters(parts: SqlParts): Omit<Writers, 'alterColumn'> {
  const { names, columnText } = parts;
  const alter = (table: string): string => `alter table ${names.table(table)}`;
  return {
    createTable: ({ table }) => [
      createTable(parts, table),
      ...table.indexes.map((index) => createIndex(parts, table.name, index)),
    ],
    dropTable: ({ table }) => [`drop table ${names.table(table.name)}`],
    renameTable: ({ from, to }) => [`${alter(from)} rename to ${names.table(to)}`],
    addColumn: ({ table, column }) => [`${alter(table)} add column ${columnText(column)}`],
    dropColumn: ({ table, column }) => [`${alter(table)} drop column ${names.column(column.name)}`],
    renameColumn: ({ table, from, to }) => [
      `${alter(table)} rename column ${names.column(from)} to ${names.column(to)}`,
    ],
    addIndex: ({ table, index }) => [createIndex(parts, table, index)],
    dropIndex: ({ index }) => [`drop index ${names.constraint(index.name)}`],
    addForeignKey: ({ table, foreignKey }) => [`${alter(table)} add ${foreignKeyText(names, foreignKey)}`],
    dropForeignKey: ({ table, foreignKey }) => [
      `${alter(table)} drop constraint ${names.constraint(foreignKey.name)}`,
    ],
  };
}

/** Selects the writer of a statement. */
export function renderWith(writers: Writers): MigrationRenderer['render'] {
  return (statement, tables) => {
    // The key is the statement's kind, so the writer accepts it.
    const write = writers[statement.kind] as (one: SchemaStatement, tables: TableSet) => readonly string[];
    return write(statement, tables);
  };
}

function foreignKeyText(
  names: SqlNames,
  { name, columns, references, onDelete }: ForeignKeyDefinition,
): string {
  return (
    `constraint ${names.constraint(name)} foreign key (${names.columns(columns)}) ` +
    `references ${names.table(references.table)} (${names.columns(references.columns)}) on delete ${onDelete}`
  );
}
