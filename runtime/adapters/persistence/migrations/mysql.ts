import type { SchemaStatement } from '../../../kernel/contract/migration.js';
import { DEFAULT_LENGTH, DEFAULT_PRECISION, DEFAULT_SCALE } from '../../../kernel/contract/migration.js';
import type {
  ColumnDefinition,
  ForeignKeyDefinition,
  IndexDefinition,
  TableDefinition,
} from '../../../kernel/contract/table.js';
import { tableIn } from './replay.js';
import type { TableSet } from './replay.js';
import { createSqlNames, literal } from './sql-text.js';
import type { ColumnSwap, MigrationRenderer, SqlNames } from './sql-text.js';

type Alter = Extract<SchemaStatement, { kind: 'alterColumn' }>;
type Rename = Extract<SchemaStatement, { kind: 'renameColumn' }>;

interface MysqlNames extends SqlNames {
  readonly exactCollation: string;
}

/** Statements as MySQL and MariaDB run them; each commits by itself. */
export function createMysqlRenderer(prefix: string, exactCollation: string): MigrationRenderer {
  const names = { ...createSqlNames('`', prefix), exactCollation };
  return {
    names,
    render: (statement, tables) => renderStatement(names, statement, tables),
    readable: (value) => `cast(${value} as char)`,
    exact: (value) => `${value} collate ${exactCollation}`,
    assignable: (text) => text,
    swapColumn: (swap) => [swapColumn(names, swap)],
    restateColumns: (table, columns) => [restateColumns(names, table, columns)],
  };
}

function renderStatement(names: MysqlNames, statement: SchemaStatement, tables: TableSet): readonly string[] {
  switch (statement.kind) {
    case 'createTable':
      return [createTable(names, statement.table)];
    case 'dropTable':
      return [`drop table ${names.table(statement.table.name)}`];
    case 'renameTable':
      return [`rename table ${names.table(statement.from)} to ${names.table(statement.to)}`];
    case 'addColumn':
      return [
        `alter table ${names.table(statement.table)} add column ${columnText(names, statement.column)}`,
      ];
    case 'dropColumn':
      return [
        `alter table ${names.table(statement.table)} drop column ${names.column(statement.column.name)}`,
      ];
    case 'renameColumn':
      return [renameColumn(names, statement, tables)];
    case 'alterColumn':
      return alterColumn(names, statement);
    case 'addIndex':
      return [`alter table ${names.table(statement.table)} add ${indexText(names, statement.index)}`];
    case 'dropIndex':
      return [
        `alter table ${names.table(statement.table)} drop index ${names.constraint(statement.index.name)}`,
      ];
    case 'addForeignKey':
      return [`alter table ${names.table(statement.table)} add ${foreignKey(names, statement.foreignKey)}`];
    case 'dropForeignKey':
      return [
        `alter table ${names.table(statement.table)} drop foreign key ${names.constraint(statement.foreignKey.name)}`,
      ];
  }
}

/** One statement, so that an interrupted migration has the whole table or none of it. */
function createTable(names: MysqlNames, table: TableDefinition): string {
  const lines = [
    ...table.columns.map((column) => columnText(names, column)),
    `primary key (${names.columns(table.primaryKey)})`,
    ...table.indexes.map((index) => indexText(names, index)),
    ...table.foreignKeys.map((key) => foreignKey(names, key)),
  ];
  const options =
    'engine = InnoDB default character set utf8mb4 collate utf8mb4_unicode_ci row_format = dynamic';
  return `create table ${names.table(table.name)} (\n  ${lines.join(',\n  ')}\n) ${options}`;
}

function columnText(names: MysqlNames, column: ColumnDefinition): string {
  const nullability = column.nullable ? 'null' : 'not null';
  const standard = column.default == null ? '' : ` default ${defaultText(column, column.default)}`;
  return `${names.column(column.name)} ${typeText(names, column)} ${nullability}${standard}`;
}

/** Long types take a default only as an expression. */
function defaultText(column: ColumnDefinition, value: NonNullable<ColumnDefinition['default']>): string {
  const text = literal('mysql', column, value);
  return column.type === 'text' || column.type === 'json' ? `(${text})` : text;
}

function typeText({ exactCollation }: MysqlNames, column: ColumnDefinition): string {
  const collation = column.binary === true ? ` character set utf8mb4 collate ${exactCollation}` : '';
  switch (column.type) {
    case 'string':
      return `varchar(${column.length ?? DEFAULT_LENGTH})${collation}`;
    case 'text':
      return `longtext${collation}`;
    case 'float':
      return 'double';
    case 'decimal':
      return `decimal(${column.precision ?? DEFAULT_PRECISION}, ${column.scale ?? DEFAULT_SCALE})`;
    case 'boolean':
      return 'tinyint(1)';
    case 'datetime':
      return 'datetime(6)';
    case 'uuid':
      return 'char(36) character set ascii collate ascii_bin';
    case 'integer':
    case 'date':
    case 'time':
    case 'json':
      return column.type;
  }
}

/** `change` instead of `rename column`, which MariaDB knows only since 10.5. */
function renameColumn(names: MysqlNames, { table, from, to }: Rename, tables: TableSet): string {
  const column = tableIn(tables, table).columns.find(({ name }) => name === from);
  const definition = column === undefined ? '' : columnText(names, { ...column, name: to });
  return `alter table ${names.table(table)} change column ${names.column(from)} ${definition}`;
}

/** Each of these leaves the same result when it runs twice. */
function alterColumn(names: MysqlNames, { table, from, to }: Alter): readonly string[] {
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
    `alter table ${names.table(table)} modify column ${columnText(names, to)}`,
  ];
}

/** One statement for the whole table, which it copies. */
function restateColumns(names: MysqlNames, table: string, columns: readonly ColumnDefinition[]): string {
  const changes = columns.map((column) => `modify column ${columnText(names, column)}`);
  return `alter table ${names.table(table)} ${changes.join(', ')}`;
}

/** One statement, so that an interruption leaves the one column or the other. */
function swapColumn(names: MysqlNames, { table, temporary, column }: ColumnSwap): string {
  return (
    `alter table ${names.table(table)} drop column ${names.column(column.name)}, ` +
    `change column ${names.column(temporary)} ${columnText(names, column)}`
  );
}

function indexText(names: MysqlNames, index: IndexDefinition): string {
  return `${index.unique ? 'unique ' : ''}index ${names.constraint(index.name)} (${names.columns(index.columns)})`;
}

function foreignKey(names: MysqlNames, key: ForeignKeyDefinition): string {
  return (
    `constraint ${names.constraint(key.name)} foreign key (${names.columns(key.columns)}) ` +
    `references ${names.table(key.references.table)} (${names.columns(key.references.columns)}) on delete ${key.onDelete}`
  );
}
