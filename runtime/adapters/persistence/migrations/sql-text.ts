import type { DialectName } from '../../../kernel/contract/database/database.js';
import type { SchemaStatement } from '../../../kernel/contract/database/migration.js';
import type { ColumnDefinition } from '../../../kernel/contract/database/table.js';
import { sortableDecimal } from '../dialect/sortable-decimal.js';
import { constraintNameInDatabase } from '../../../kernel/util/database/constraint-name.js';
import type { TableSet } from '../../../kernel/contract/database/replay.js';

/** Writes the SQL of statements for one dialect and one table prefix. */
export interface MigrationRenderer {
  /** `tables` are the definitions before the statement. */
  render(statement: SchemaStatement, tables: TableSet): readonly string[];
  /** A value as one that `decodeValue` understands, whatever its driver makes of the column's type. */
  readable(value: string): string;
  /** A text that compares byte by byte. */
  exact(value: string): string;
  /** Text as a value of a column. */
  assignable(text: string, column: ColumnDefinition): string;
  /** Puts a filled column in the place of the one whose definition `column` is; `tables` have both. */
  swapColumn(swap: ColumnSwap, tables: TableSet): readonly string[];
  /** Defines columns anew as they are, where their definition says more than before. */
  restateColumns(table: string, columns: readonly ColumnDefinition[]): readonly string[];
  readonly names: SqlNames;
}

export interface ColumnSwap {
  readonly table: string;
  /** Name of the filled column: like `column`, but optional and without a default. */
  readonly temporary: string;
  readonly column: ColumnDefinition;
}

/** Quoted names as the database knows them. */
export interface SqlNames {
  table(name: string): string;
  column(name: string): string;
  columns(names: readonly string[]): string;
  /** Index or constraint: prefixed too, because PostgreSQL and SQLite keep index names per schema. */
  constraint(name: string): string;
}

export function createSqlNames(quoteCharacter: '"' | '`', prefix: string): SqlNames {
  const quote = (name: string): string =>
    quoteCharacter + name.replaceAll(quoteCharacter, quoteCharacter.repeat(2)) + quoteCharacter;
  return {
    table: (name) => quote(prefix + name),
    column: quote,
    columns: (names) => names.map(quote).join(', '),
    constraint: (name) => quote(constraintNameInDatabase(prefix, name)),
  };
}

type ColumnDefault = NonNullable<ColumnDefinition['default']>;

/** A column default as an SQL literal. The only values written into SQL text; they stem from migration files. */
export function literal(dialect: DialectName, column: ColumnDefinition, value: ColumnDefault): string {
  if (typeof value === 'object') return NOW[dialect];
  if (typeof value === 'boolean') return dialect === 'postgres' ? String(value) : String(Number(value));
  if (dialect === 'sqlite' && column.type === 'decimal') return `'${sortableDecimal(String(value))}'`;
  if (typeof value === 'number') return String(value);
  return quoteText(dialect, column.type === 'datetime' ? datetimeText(dialect, value) : value);
}

/** A column as it is while it is being filled. */
export function optionalForm({ default: _default, ...column }: ColumnDefinition): ColumnDefinition {
  return { ...column, nullable: true };
}

/** The present moment, as it compares with stored ones. */
export function nowText(dialect: DialectName): string {
  return NOW[dialect];
}

/** A converted value as text that the database assigns to a column. */
export function storedText(dialect: DialectName, column: ColumnDefinition, text: string): string {
  if (dialect === 'sqlite' && column.type === 'decimal') return sortableDecimal(text);
  return column.type === 'datetime' ? datetimeText(dialect, text) : text;
}

/** SQLite's is the text that the connection writes for a `Date`. */
const NOW: Readonly<Record<DialectName, string>> = {
  postgres: 'now()',
  mysql: 'current_timestamp(6)',
  mariadb: 'current_timestamp(6)',
  sqlite: "(strftime('%Y-%m-%d %H:%M:%f +00:00', 'now'))",
};

function datetimeText(dialect: DialectName, value: string): string {
  const text = new Date(value).toISOString();
  if (dialect === 'postgres') return text;
  const plain = text.replace('T', ' ').replace('Z', '');
  return dialect === 'sqlite' ? `${plain} +00:00` : plain;
}

function quoteText(dialect: DialectName, text: string): string {
  const isMysql = dialect === 'mysql' || dialect === 'mariadb';
  const escaped = isMysql ? text.replaceAll('\\', '\\\\') : text;
  return `'${escaped.replaceAll("'", "''")}'`;
}

/** Marks for values that are bound. */
export function marksFor(values: readonly unknown[]): string {
  return values.map(() => '?').join(', ');
}

/** Chooses a value by an expression: the second of each pair where the expression has the first. Values are bound in order. */
export function caseText(expression: string, pairs: readonly unknown[], otherwise = 'null'): string {
  return `case ${expression} ${pairs.map(() => 'when ? then ?').join(' ')} else ${otherwise} end`;
}
