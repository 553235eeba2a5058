import type { SchemaStatement } from '../../../kernel/contract/migration.js';
import { DEFAULT_LENGTH, DEFAULT_PRECISION, DEFAULT_SCALE } from '../../../kernel/contract/migration.js';
import type {
  ColumnDefinition,
  ForeignKeyDefinition,
  IndexDefinition,
  TableDefinition,
} from '../../../kernel/contract/table.js';
import { createSqlNames, literal, optionalForm } from './sql-text.js';
import type { ColumnSwap, MigrationRenderer, SqlNames } from './sql-text.js';

type Alter = Extract<SchemaStatement, { kind: 'alterColumn' }>;

/** Statements as PostgreSQL runs them; all of it is transactional. */
export function createPostgresRenderer(prefix: string): MigrationRenderer {
  const names = createSqlNames('"', prefix);
  return {
    names,
    restateColumns: () => [],
    render: (statement) => renderStatement(names, statement),
    readable: (value) => `cast(${value} as text)`,
    exact: (value) => value,
    assignable: (text, column) => `cast(${text} as ${typeText(column)})`,
    swapColumn: (swap) => swapColumn(names, swap),
  };
}

function renderStatement(names: SqlNames, statement: SchemaStatement): readonly string[] {
  switch (statement.kind) {
    case 'createTable':
      return createTable(names, statement.table);
    case 'dropTable':
      return [`drop table ${names.table(statement.table.name)}`];
    case 'renameTable':
      return [`alter table ${names.table(statement.from)} rename to ${names.table(statement.to)}`];
    case 'addColumn':
      return [
        `alter table ${names.table(statement.table)} add column ${columnText(names, statement.column)}`,
      ];
    case 'dropColumn':
      return [
        `alter table ${names.table(statement.table)} drop column ${names.column(statement.column.name)}`,
      ];
    case 'renameColumn':
      return [
        `alter table ${names.table(statement.table)} rename column ${names.column(statement.from)} to ${names.column(statement.to)}`,
      ];
    case 'alterColumn':
      return alterColumn(names, statement);
    case 'addIndex':
      return [createIndex(names, statement.table, statement.index)];
    case 'dropIndex':
      return [`drop index ${names.constraint(statement.index.name)}`];
    case 'addForeignKey':
      return [`alter table ${names.table(statement.table)} add ${foreignKey(names, statement.foreignKey)}`];
    case 'dropForeignKey':
      return [
        `alter table ${names.table(statement.table)} drop constraint ${names.constraint(statement.foreignKey.name)}`,
      ];
  }
}

function createTable(names: SqlNames, table: TableDefinition): readonly string[] {
  const lines = [
    ...table.columns.map((column) => columnText(names, column)),
    `primary key (${names.columns(table.primaryKey)})`,
    ...table.foreignKeys.map((key) => foreignKey(names, key)),
  ];
  return [
    `create table ${names.table(table.name)} (\n  ${lines.join(',\n  ')}\n)`,
    ...table.indexes.map((index) => createIndex(names, table.name, index)),
  ];
}

function columnText(names: SqlNames, column: ColumnDefinition): string {
  const nullability = column.nullable ? '' : ' not null';
  const standard = column.default == null ? '' : ` default ${literal('postgres', column, column.default)}`;
  return `${names.column(column.name)} ${typeText(column)}${nullability}${standard}`;
}

function typeText(column: ColumnDefinition): string {
  switch (column.type) {
    case 'string':
      return `varchar(${column.length ?? DEFAULT_LENGTH})`;
    case 'decimal':
      return `numeric(${column.precision ?? DEFAULT_PRECISION}, ${column.scale ?? DEFAULT_SCALE})`;
    case 'float':
      return 'double precision';
    case 'datetime':
      return 'timestamptz(6)';
    case 'json':
      return 'jsonb';
    case 'text':
    case 'integer':
    case 'boolean':
    case 'date':
    case 'time':
    case 'uuid':
      return column.type;
  }
}

function alterColumn(names: SqlNames, { table, from, to }: Alter): readonly string[] {
  const start = alterStart(names, table, to);
  const fill = to.default;
  const column = names.column(to.name);
  const isTypeChange = typeText(from) !== typeText(to);
  const isRequired = from.nullable && !to.nullable;
  return [
    ...(from.default == null ? [] : [`${start} drop default`]),
    ...(isTypeChange ? [`${start} type ${typeText(to)} using ${conversion(column, to)}`] : []),
    ...(isRequired && fill != null
      ? [
          `update ${names.table(table)} set ${column} = ${literal('postgres', to, fill)} where ${column} is null`,
        ]
      : []),
    ...(isRequired ? [`${start} set not null`] : []),
    ...(!from.nullable && to.nullable ? [`${start} drop not null`] : []),
    ...(to.default == null ? [] : [`${start} set default ${literal('postgres', to, to.default)}`]),
  ];
}

function alterStart(names: SqlNames, table: string, column: ColumnDefinition): string {
  return `alter table ${names.table(table)} alter column ${names.column(column.name)}`;
}

function conversion(column: string, to: ColumnDefinition): string {
  if (to.type === 'string') return `left(${column}::text, ${to.length ?? DEFAULT_LENGTH})`;
  return `${column}::${typeText(to)}`;
}

function swapColumn(names: SqlNames, { table, temporary, column }: ColumnSwap): readonly string[] {
  const start = `alter table ${names.table(table)}`;
  const name = names.column(column.name);
  return [
    `${start} drop column ${name}`,
    `${start} rename column ${names.column(temporary)} to ${name}`,
    ...alterColumn(names, { kind: 'alterColumn', table, from: optionalForm(column), to: column }),
  ];
}

function createIndex(names: SqlNames, table: string, index: IndexDefinition): string {
  const unique = index.unique ? 'unique ' : '';
  const [first, ...others] = index.columns.map((column) => names.column(column));
  const columns = [index.nullsFirst === true ? `${first} nulls first` : first, ...others].join(', ');
  return `create ${unique}index ${names.constraint(index.name)} on ${names.table(table)} (${columns})`;
}

function foreignKey(names: SqlNames, key: ForeignKeyDefinition): string {
  return (
    `constraint ${names.constraint(key.name)} foreign key (${names.columns(key.columns)}) ` +
    `references ${names.table(key.references.table)} (${names.columns(key.references.columns)}) on delete ${key.onDelete}`
  );
}
