import { DEFAULT_LENGTH, type SchemaStatement } from '../../../kernel/contract/migration.js';
import type { ColumnDefinition } from '../../../kernel/contract/table.js';
import { createSqlNames, literal, type MigrationRenderer, optionalForm, type SqlNames } from './sql-text.js';
import { defaultText, renderWith, standardWriters, typeText } from './sql-writers.js';

type Alter = Extract<SchemaStatement, { kind: 'alterColumn' }>;

/** Statements as PostgreSQL runs them; all of it is transactional. */
export function createPostgresRenderer(prefix: string): MigrationRenderer {
  const names = createSqlNames('"', prefix);
  const writers = {
    ...standardWriters({
      names,
      columnText: (column) =>
        `${names.column(column.name)} ${typeOf(column)}${column.nullable ? '' : ' not null'}${defaultText('postgres', column)}`,
      indexColumns({ columns: [first = '', ...others], nullsFirst }) {
        const start = names.column(first) + (nullsFirst === true ? ' nulls first' : '');
        return [start, ...others.map((column) => names.column(column))].join(', ');
      },
    }),
    alterColumn: (statement: Alter) => alterColumn(names, statement),
  };
  return {
    names,
    restateColumns: () => [],
    render: renderWith(writers),
    readable: (value) => `cast(${value} as text)`,
    exact: (value) => value,
    assignable: (text, column) => `cast(${text} as ${typeOf(column)})`,
    swapColumn({ table, temporary, column }) {
      const from = optionalForm(column);
      return [
        ...writers.dropColumn({ kind: 'dropColumn', table, column }, new Map()),
        ...writers.renameColumn({ kind: 'renameColumn', table, from: temporary, to: column.name }, new Map()),
        ...alterColumn(names, { kind: 'alterColumn', table, from, to: column }),
      ];
    },
  };
}

const typeOf = (column: ColumnDefinition): string =>
  typeText(
    {
      string: 'varchar',
      text: 'text',
      integer: 'integer',
      float: 'double precision',
      decimal: 'numeric',
      boolean: 'boolean',
      datetime: 'timestamptz(6)',
      date: 'date',
      time: 'time',
      uuid: 'uuid',
      json: 'jsonb',
    },
    column,
  );

function alterColumn(names: SqlNames, { table, from, to }: Alter): readonly string[] {
  const column = names.column(to.name);
  const start = `alter table ${names.table(table)} alter column ${column}`;
  const value = to.default == null ? undefined : literal('postgres', to, to.default);
  const isTypeChange = typeOf(from) !== typeOf(to);
  const isRequired = from.nullable && !to.nullable;
  const converted =
    to.type === 'string'
      ? `left(${column}::text, ${to.length ?? DEFAULT_LENGTH})`
      : `${column}::${typeOf(to)}`;
  return [
    ...(from.default == null ? [] : [`${start} drop default`]),
    ...(isTypeChange ? [`${start} type ${typeOf(to)} using ${converted}`] : []),
    ...(isRequired && value !== undefined
      ? [`update ${names.table(table)} set ${column} = ${value} where ${column} is null`]
      : []),
    ...(isRequired ? [`${start} set not null`] : []),
    ...(!from.nullable && to.nullable ? [`${start} drop not null`] : []),
    ...(value === undefined ? [] : [`${start} set default ${value}`]),
  ];
}
