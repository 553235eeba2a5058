import type { SchemaStatement } from '../../../kernel/contract/migration.js';
import { DEFAULT_LENGTH, DEFAULT_PRECISION, DEFAULT_SCALE } from '../../../kernel/contract/migration.js';
import type {
  ColumnDefinition,
  ForeignKeyDefinition,
  IndexDefinition,
  TableDefinition,
} from '../../../kernel/contract/table.js';
import { replay, replayStatement, tableIn } from './replay.js';
import type { TableSet } from './replay.js';
import { createSqlNames, literal, optionalForm } from './sql-text.js';
import type { ColumnSwap, MigrationRenderer, SqlNames } from './sql-text.js';

type TableChange = Extract<SchemaStatement, { table: string }>;

/** Statements as SQLite runs them, with foreign keys switched off: what it can't alter is rebuilt. */
export function createSqliteRenderer(prefix: string): MigrationRenderer {
  const names = createSqlNames('"', prefix);
  return {
    names,
    restateColumns: () => [],
    render: (statement, tables) => renderStatement(names, statement, tables),
    readable: (value) => value,
    exact: (value) => value,
    assignable: (text) => text,
    swapColumn: (swap, tables) => swapColumn(names, swap, tables),
  };
}

function renderStatement(names: SqlNames, statement: SchemaStatement, tables: TableSet): readonly string[] {
  switch (statement.kind) {
    case 'createTable':
      return [createTable(names, statement.table), ...createIndexes(names, statement.table)];
    case 'dropTable':
      return [`drop table ${names.table(statement.table.name)}`];
    case 'renameTable':
      return [`alter table ${names.table(statement.from)} rename to ${names.table(statement.to)}`];
    case 'renameColumn':
      return [
        `alter table ${names.table(statement.table)} rename column ${names.column(statement.from)} to ${names.column(statement.to)}`,
      ];
    case 'dropColumn':
      return [
        `alter table ${names.table(statement.table)} drop column ${names.column(statement.column.name)}`,
      ];
    case 'addColumn':
      return canBeAppended(statement.column)
        ? [`alter table ${names.table(statement.table)} add column ${columnText(names, statement.column)}`]
        : rebuild(names, statement, tables);
    case 'addIndex':
      return [createIndex(names, statement.table, statement.index)];
    case 'dropIndex':
      return [`drop index ${names.constraint(statement.index.name)}`];
    case 'alterColumn':
    case 'addForeignKey':
    case 'dropForeignKey':
      return rebuild(names, statement, tables);
  }
}

/** `add column` takes constant defaults only, and a required column needs one. */
function canBeAppended(column: ColumnDefinition): boolean {
  return column.default == null ? column.nullable : typeof column.default !== 'object';
}

/** Creates the table anew under a passing name, copies the rows and lets it take the old one's place. */
function rebuild(names: SqlNames, change: TableChange, tables: TableSet): readonly string[] {
  const before = tableIn(tables, change.table);
  const after = tableIn(replayStatement(tables, change), change.table);
  const passing = { ...after, name: `rebuilt_${after.name}` };
  const values = after.columns.map((column) => copied(names, column, change));
  return [
    createTable(names, passing),
    `insert into ${names.table(passing.name)} (${names.columns(after.columns.map(({ name }) => name))})\n` +
      `select ${values.join(', ')}\nfrom ${names.table(before.name)}`,
    `drop table ${names.table(before.name)}`,
    `alter table ${names.table(passing.name)} rename to ${names.table(after.name)}`,
    ...createIndexes(names, after),
  ];
}

function copied(names: SqlNames, column: ColumnDefinition, change: TableChange): string {
  const name = names.column(column.name);
  const fill = column.default == null ? undefined : literal('sqlite', column, column.default);
  if (change.kind === 'addColumn' && change.column.name === column.name) return fill ?? 'null';
  if (change.kind !== 'alterColumn' || change.to.name !== column.name) return name;
  const value = converted(name, change.to);
  const isRequired = change.from.nullable && !column.nullable && fill !== undefined;
  return isRequired ? `coalesce(${value}, ${fill})` : value;
}

function converted(name: string, to: ColumnDefinition): string {
  if (to.type === 'string') return `substr(${name}, 1, ${to.length ?? DEFAULT_LENGTH})`;
  return name;
}

function swapColumn(
  names: SqlNames,
  { table, temporary, column }: ColumnSwap,
  tables: TableSet,
): readonly string[] {
  const from = optionalForm(column);
  const drop = { kind: 'dropColumn', table, column } as const;
  const rename = { kind: 'renameColumn', table, from: temporary, to: column.name } as const;
  const swapped = replay(tables, [drop, rename]);
  const isPlain = column.nullable && column.default == null;
  return [
    ...renderStatement(names, drop, tables),
    ...renderStatement(names, rename, tables),
    ...(isPlain ? [] : rebuild(names, { kind: 'alterColumn', table, from, to: column }, swapped)),
  ];
}

function createTable(names: SqlNames, table: TableDefinition): string {
  const lines = [
    ...table.columns.map((column) => columnText(names, column)),
    `primary key (${names.columns(table.primaryKey)})`,
    ...table.foreignKeys.map((key) => foreignKey(names, key)),
  ];
  return `create table ${names.table(table.name)} (\n  ${lines.join(',\n  ')}\n)`;
}

function createIndexes(names: SqlNames, table: TableDefinition): readonly string[] {
  return table.indexes.map((index) => createIndex(names, table.name, index));
}

function columnText(names: SqlNames, column: ColumnDefinition): string {
  const nullability = column.nullable ? '' : ' not null';
  const standard = column.default == null ? '' : ` default ${literal('sqlite', column, column.default)}`;
  return `${names.column(column.name)} ${typeText(column)}${nullability}${standard}`;
}

/** The affinity decides; names of date, uuid and JSON types would turn digits into numbers. */
function typeText(column: ColumnDefinition): string {
  switch (column.type) {
    case 'string':
      return `varchar(${column.length ?? DEFAULT_LENGTH})`;
    case 'integer':
    case 'boolean':
      return 'integer';
    case 'float':
      return 'double';
    case 'decimal':
      return `decimal(${column.precision ?? DEFAULT_PRECISION}, ${column.scale ?? DEFAULT_SCALE})`;
    case 'text':
    case 'datetime':
    case 'date':
    case 'time':
    case 'uuid':
    case 'json':
      return 'text';
  }
}

function createIndex(names: SqlNames, table: string, index: IndexDefinition): string {
  const unique = index.unique ? 'unique ' : '';
  return `create ${unique}index ${names.constraint(index.name)} on ${names.table(table)} (${names.columns(index.columns)})`;
}

function foreignKey(names: SqlNames, key: ForeignKeyDefinition): string {
  return (
    `constraint ${names.constraint(key.name)} foreign key (${names.columns(key.columns)}) ` +
    `references ${names.table(key.references.table)} (${names.columns(key.references.columns)}) on delete ${key.onDelete}`
  );
}
