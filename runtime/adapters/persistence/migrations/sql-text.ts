import type { DialectName } from '../../../kernel/contract/database/database.js';
import type { SchemaStatement } from '../../../kernel/contract/database/migration.js';
import type { ColumnDefinition } from '../../../kernel/contract/database/table.js';
import { sortableDecimal } from '../dialect/sortable-decimal.js';
import { constraintNameInDatabase } from '../../../kernel/util/database/constraint-name.js';
import type { TableSet } from './states/replay.js';

/** Renders statements as SQL for one dialect and table prefix. */
export interface MigrationRenderer {
  /** Renders a statement; `tables` are the definitions before it. */
  render(statement: SchemaStatement, tables: TableSet): readonly string[];
  /** Returns SQL for a value in a form that `decodeValue` understands, independent of the driver. */
  readable(value: string): string;
  /** Returns SQL for a text that is compared byte by byte. */
  exact(value: string): string;
  /** Returns SQL that assigns text to a column. */
  assignable(text: string, column: ColumnDefinition): string;
  /** Replaces a column with a filled one; `tables` have both. */
  swapColumn(swap: ColumnSwap, tables: TableSet): readonly string[];
  /** Redefines columns whose definition now includes more. */
  restateColumns(table: string, columns: readonly ColumnDefinition[]): readonly string[];
  readonly names: SqlNames;
}

export interface ColumnSwap {
  readonly table: string;
  /** Name of the filled column: like `column`, but optional and without a default. */
  readonly temporary: string;
  readonly column: ColumnDefinition;
}

/** Quoted database names. */
export interface SqlNames {
  table(name: string): string;
  column(name: string): string;
  columns(names: readonly string[]): string;
  /**
   * Returns the name of an index or constraint, prefixed too, because index names are unique per schema in
   * PostgreSQL and SQLite.
   */
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

/**
 * Returns a column default as an SQL literal. No other values are written into SQL text; they come from
 * migration files.
 */
export function literal(dialect: DialectName, column: ColumnDefinition, value: ColumnDefault): string {
  if (typeof value === 'object') return NOW[dialect];
  if (typeof value === 'boolean') return dialect === 'postgres' ? String(value) : String(Number(value));
  if (dialect === 'sqlite' && column.type === 'decimal') return `'${sortableDecimal(String(value))}'`;
  if (typeof value === 'number') return String(value);
  return quoteText(dialect, column.type === 'datetime' ? datetimeText(dialect, value) : value);
}

/** Returns the definition of a column while it is being filled. */
export function optionalForm({ default: _default, ...column }: ColumnDefinition): ColumnDefinition {
  return { ...column, nullable: true };
}

/** Returns SQL for the current time, comparable with stored ones. */
export function nowText(dialect: DialectName): string {
  return NOW[dialect];
}

/** Returns a converted value as text that can be assigned to a column. */
export function storedText(dialect: DialectName, column: ColumnDefinition, text: string): string {
  if (dialect === 'sqlite' && column.type === 'decimal') return sortableDecimal(text);
  return column.type === 'datetime' ? datetimeText(dialect, text) : text;
}

/** For SQLite, the text that the connection writes for a `Date`. */
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

/** Returns placeholders for bound values. */
export function marksFor(values: readonly unknown[]): string {
  return values.map(() => '?').join(', ');
}

/**
 * Returns a `case` that maps an expression: the second value of a pair where it equals the first. Values are
 * bound in order.
 */
export function caseText(expression: string, pairs: readonly unknown[], otherwise = 'null'): string {
  return `case ${expression} ${pairs.map(() => 'when ? then ?').join(' ')} else ${otherwise} end`;
}
