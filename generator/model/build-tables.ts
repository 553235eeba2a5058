import type { JsonValue } from '../../runtime/contract/json.js';
import type { FieldDescriptor, ScalarField } from '../../runtime/contract/resource.js';
import type {
  ColumnDefinition,
  ForeignKeyDefinition,
  IndexDefinition,
  TableDefinition,
} from '../../runtime/contract/table.js';
import { constraintName, pluralName } from './naming.js';

export interface TableParts {
  readonly columns: readonly ColumnDefinition[];
  readonly indexes: readonly IndexDefinition[];
  readonly foreignKeys: readonly ForeignKeyDefinition[];
}

export interface TableInput {
  readonly table: string;
  readonly fields: readonly FieldDescriptor[];
  /** Field lists that are unique together. */
  readonly unique: readonly (readonly string[])[];
  readonly indexes: readonly (readonly string[])[];
  /** Fields that lists order by or filter on. */
  readonly listed: readonly string[];
  /** A draft repeats the values of its published row, so uniqueness can't be a database key. */
  readonly hasDrafts: boolean;
  /** Table a key to a type refers to. */
  readonly tableOf: (target: string) => string;
}

/** The type table: its id is the id of the base row, then one column per stored field. */
export function buildTypeTable(
  input: TableInput,
  baseTable: string,
  renamedFrom: readonly string[],
): TableDefinition {
  const parts = buildTableParts(input);
  return {
    name: input.table,
    columns: [{ name: 'id', type: 'uuid', nullable: false }, ...parts.columns],
    primaryKey: ['id'],
    indexes: parts.indexes,
    foreignKeys: [
      {
        name: constraintName('fk', input.table, ['id']),
        columns: ['id'],
        references: { table: baseTable, columns: ['id'] },
        onDelete: 'cascade',
      },
      ...parts.foreignKeys,
    ],
    ...(renamedFrom.length === 0 ? {} : { renamedFrom: renamedFrom.map(pluralName) }),
  };
}

/** Columns, keys and indexes of the stored fields. */
export function buildTableParts(input: TableInput): TableParts {
  const columns = input.fields.flatMap((field) => columnOf(field));
  const columnByField = new Map(
    input.fields.flatMap((field) =>
      'column' in field && field.kind !== 'inverse-one' ? [[field.name, field.column]] : [],
    ),
  );
  const columnsOf = (names: readonly string[]) => names.map((name) => columnByField.get(name) ?? name);
  const wanted = [
    ...input.unique.map((names) => ({ columns: columnsOf(names), unique: !input.hasDrafts })),
    ...input.fields.flatMap((field) => fieldIndex(field, input)),
    ...input.indexes.map((names) => ({ columns: columnsOf(names), unique: false })),
  ];
  const foreignKeys = input.fields.flatMap((field): readonly ForeignKeyDefinition[] =>
    field.kind === 'to-one'
      ? [
          {
            name: constraintName('fk', input.table, [field.column]),
            columns: [field.column],
            references: { table: input.tableOf(field.target), columns: ['id'] },
            onDelete: 'restrict',
          },
        ]
      : [],
  );
  return { columns, indexes: nameIndexes(input.table, wanted), foreignKeys };
}

/** The tables of the many-to-many relations that the type owns. */
export function buildLinkTables(input: TableInput): readonly TableDefinition[] {
  return input.fields.flatMap((field): readonly TableDefinition[] => {
    if (field.kind !== 'to-many' || field.through.kind !== 'link' || !field.through.owner) return [];
    const { table, ownColumn, targetColumn } = field.through;
    const reference = (column: string, target: string): ForeignKeyDefinition => ({
      name: constraintName('fk', table, [column]),
      columns: [column],
      references: { table: target, columns: ['id'] },
      onDelete: 'restrict',
    });
    return [
      {
        name: table,
        columns: [
          { name: ownColumn, type: 'uuid', nullable: false },
          { name: targetColumn, type: 'uuid', nullable: false },
        ],
        primaryKey: [ownColumn, targetColumn],
        indexes: [
          { name: constraintName('idx', table, [targetColumn]), columns: [targetColumn], unique: false },
        ],
        foreignKeys: [
          reference(ownColumn, input.table),
          reference(targetColumn, input.tableOf(field.target)),
        ],
      },
    ];
  });
}

function columnOf(field: FieldDescriptor): readonly ColumnDefinition[] {
  switch (field.kind) {
    case 'scalar':
      return [scalarColumn(field)];
    case 'to-one':
      return [{ name: field.column, type: 'uuid', nullable: field.nullable }];
    case 'upload':
      return [{ name: field.column, type: 'string', nullable: true, length: 255 }];
    case 'computed':
    case 'inverse-one':
    case 'to-many':
      return [];
  }
}

function scalarColumn(field: ScalarField): ColumnDefinition {
  return {
    name: field.column,
    type: field.type,
    nullable: field.nullable,
    ...(field.length === undefined ? {} : { length: field.length }),
    ...(field.precision === undefined ? {} : { precision: field.precision }),
    ...(field.scale === undefined ? {} : { scale: field.scale }),
    ...(field.default === undefined || field.default === null
      ? {}
      : { default: columnDefault(field, field.default) }),
  };
}

/** JSON columns take the default as JSON text. */
function columnDefault(field: ScalarField, value: JsonValue): string | number | boolean {
  if (field.type === 'json' || (typeof value === 'object' && value !== null)) return JSON.stringify(value);
  return value ?? '';
}

interface WantedIndex {
  readonly columns: readonly string[];
  readonly unique: boolean;
}

function fieldIndex(field: FieldDescriptor, input: TableInput): readonly WantedIndex[] {
  if (field.kind === 'to-one')
    return [{ columns: [field.column], unique: field.unique === true && !input.hasDrafts }];
  if (field.kind !== 'scalar') return [];
  if (field.unique === true) return [{ columns: [field.column], unique: !input.hasDrafts }];
  // Long texts and documents can't be indexed on every database.
  const indexable = field.type !== 'text' && field.type !== 'json';
  const wanted = field.index === true || input.listed.includes(field.name);
  return indexable && wanted ? [{ columns: [field.column], unique: false }] : [];
}

function nameIndexes(table: string, wanted: readonly WantedIndex[]): readonly IndexDefinition[] {
  const byColumns = new Map<string, WantedIndex>();
  for (const index of wanted) {
    const key = index.columns.join();
    if (byColumns.get(key)?.unique !== true) byColumns.set(key, index);
  }
  return [...byColumns.values()].map(({ columns, unique }) => ({
    name: constraintName(unique ? 'uniq' : 'idx', table, columns),
    columns,
    unique,
  }));
}
