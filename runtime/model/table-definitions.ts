import type {
  CompleteDescriptor,
  FieldDescriptor,
  ResourceDescriptor,
  ScalarField,
  TableSource,
  ToManyField,
} from '../kernel/contract/schema/resource.js';
import {
  ABSTRACT_COMPONENT,
  ABSTRACT_PAGE_DATA,
  LAST_PLACE,
  LINK_PLACES,
  mayOrderNulls,
} from '../kernel/contract/schema/resource.js';
import { VERSION_COLUMNS } from '../kernel/contract/database/record-version.js';
import type {
  ColumnDefinition,
  EnumValue,
  ForeignKeyDefinition,
  IndexDefinition,
  TableDefinition,
} from '../kernel/contract/database/table.js';
import { byName } from '../kernel/contract/database/canonical-tables.js';
import { InternalError } from '../kernel/errors/internal-error.js';
import { completeDescriptor } from '../kernel/contract/schema/complete-descriptor.js';
import { searchTextColumn, searchTextsOf } from '../kernel/contract/schema/search-texts.js';
import { COMPONENT_BASE_FIELDS, PAGE_DATA_BASE_FIELDS } from './base-fields.js';
import { abstractComponentTable, abstractPageDataTable, baseTables } from './base-tables.js';
import { constraintName } from '../kernel/util/database/constraint-name.js';
import { recordStamps } from '../kernel/metadata/field-builders.js';

/** Fields that are stored in the type's own table. */
type StoredField = Extract<FieldDescriptor, { kind: 'scalar' | 'to-one' | 'upload' }>;

/** Returns the table that a foreign key to a relation's target references. */
type TargetTable = (target: string) => string;

const id: ColumnDefinition = { name: 'id', type: 'uuid', nullable: false };

/** Longest string whose index entry fits every database: four bytes per character, 2704 bytes on PostgreSQL. */
const MAX_INDEXED_LENGTH = 600;

/**
 * Returns the tables of the given resources (built-in and generated together), of the two abstract bases, and `fixed`
 * ones without a resource, sorted by name. Foreign keys restrict deletion, because the application implements
 * cascades (architecture 1.8).
 */
export function tableDefinitions(
  sources: readonly TableSource[],
  fixed: readonly TableDefinition[] = [],
): readonly TableDefinition[] {
  const resources = sources.map(completeDescriptor);
  const target = createTargetTable(resources, fixed);
  const texts = searchTextsOf(resources);
  const tables = [
    ...baseTables,
    ...fixed,
    ...linkTables(abstractComponentTable.name, COMPONENT_BASE_FIELDS, target),
    ...linkTables(abstractPageDataTable.name, PAGE_DATA_BASE_FIELDS, target),
    ...resources.flatMap((resource) => [
      resourceTable(resource, { target, texts: [...(texts.get(resource.name)?.values() ?? [])] }),
      ...linkTables(resource.table, resource.fields, target),
    ]),
  ];
  return uniqueByName(tables);
}

function uniqueByName(tables: readonly TableDefinition[]): readonly TableDefinition[] {
  const known = new Map<string, TableDefinition>();
  for (const table of tables) {
    const other = known.get(table.name);
    if (other !== undefined && JSON.stringify(other) !== JSON.stringify(table)) {
      throw new InternalError(`Two definitions claim table ${table.name}.`);
    }
    known.set(table.name, table);
  }
  return [...known.values()].sort(byName);
}

/** Slots may reference these types even if their descriptors are not given. */
const BUILT_IN_COMPONENTS: readonly string[] = ['Form', 'Collection'];

/**
 * Returns the target table of relations. A relation to a component or page data type references the base table, which
 * also contains the rows of subtypes. The tables of a type therefore stay the same when another type extends its
 * target.
 */
function createTargetTable(
  resources: readonly CompleteDescriptor[],
  fixed: readonly TableDefinition[],
): TargetTable {
  const tables = new Map([
    ...fixed.map(({ name }): [string, string] => [typeName(name), name]),
    [ABSTRACT_COMPONENT, abstractComponentTable.name],
    [ABSTRACT_PAGE_DATA, abstractPageDataTable.name],
    ...BUILT_IN_COMPONENTS.map((name): [string, string] => [name, abstractComponentTable.name]),
    ...resources.map(({ name, kind, table }): [string, string] => [name, baseTable(kind) ?? table]),
  ]);
  return (target) => {
    const table = tables.get(target);
    if (table === undefined) throw new InternalError(`A relation names the unknown type ${target}.`);
    return table;
  };
}

function baseTable(kind: ResourceDescriptor['kind']): string | undefined {
  if (kind === 'component') return abstractComponentTable.name;
  return kind === 'page_data' ? abstractPageDataTable.name : undefined;
}

interface TableParts {
  readonly target: TargetTable;
  /** HTML fields whose text is searched. */
  readonly texts: readonly ScalarField[];
}

function resourceTable(resource: CompleteDescriptor, { target, texts }: TableParts): TableDefinition {
  const stored = [...resource.fields, ...recordStamps(resource)].filter(isStored);
  const base = baseTable(resource.kind);
  const renamedFrom = resource.previousTables ?? [];
  const exact = exactFields(resource);
  const relations = stored.filter((field) => field.kind === 'to-one');
  return {
    name: resource.table,
    columns: [
      id,
      ...stored.map((field) => columnOf(field, exact)),
      ...texts.map(textColumn),
      ...(base === undefined ? VERSION_COLUMNS : []),
    ],
    primaryKey: ['id'],
    indexes: indexesOf(resource, stored),
    foreignKeys: [
      ...(base === undefined ? [] : [foreignKey(resource.table, 'id', base)]),
      ...relations.map((field) => foreignKey(resource.table, field.column, target(field.target))),
    ],
    ...(renamedFrom.length === 0 ? {} : { renamedFrom }),
    ...(base === undefined ? {} : { publishable: resource.publishable !== undefined }),
  };
}

function isStored(field: FieldDescriptor): field is StoredField {
  return field.kind === 'scalar' || field.kind === 'to-one' || field.kind === 'upload';
}

/** Returns the fields that are compared byte by byte, so that keys do not depend on the database's collation. */
function exactFields({ unique, identifier }: CompleteDescriptor): ReadonlySet<string> {
  return new Set([
    ...unique.flatMap(({ fields }) => fields),
    ...(identifier === undefined ? [] : [identifier]),
  ]);
}

function columnOf(field: StoredField, exact: ReadonlySet<string>): ColumnDefinition {
  const renamed = field.renamedFrom === undefined ? {} : { renamedFrom: field.renamedFrom };
  switch (field.kind) {
    case 'to-one':
      return { name: field.column, type: 'uuid', nullable: field.nullable, ...renamed };
    case 'upload':
      return { name: field.column, type: 'string', nullable: true, binary: true, ...renamed };
    case 'scalar':
      return { ...scalarColumn(field, field.unique === true || exact.has(field.name)), ...renamed };
  }
}

/** Returns the column of the searchable text. Rows of an older release have none yet. */
function textColumn({ column, renamedFrom }: ScalarField): ColumnDefinition {
  const renamed = renamedFrom === undefined ? {} : { renamedFrom: renamedFrom.map(searchTextColumn) };
  return { name: searchTextColumn(column), type: 'text', nullable: true, ...renamed };
}

function scalarColumn(field: ScalarField, isExact: boolean): ColumnDefinition {
  const value = columnDefault(field);
  return {
    name: field.column,
    type: field.type,
    nullable: field.nullable,
    ...(field.length === undefined ? {} : { length: field.length }),
    ...(field.precision === undefined ? {} : { precision: field.precision }),
    ...(field.scale === undefined ? {} : { scale: field.scale }),
    ...(value === undefined ? {} : { default: value }),
    ...(isExact && (field.type === 'string' || field.type === 'text') ? { binary: true } : {}),
    ...enumOf(field),
  };
}

/** Returns the allowed values of a column. Lists and objects cannot be limited. */
function enumOf(field: ScalarField): Pick<ColumnDefinition, 'enum'> {
  if (field.enum === undefined || field.type === 'json') return {};
  const values = field.enum.filter(
    (value): value is EnumValue => typeof value !== 'object' && value !== undefined,
  );
  return { enum: [...new Set(values)].sort((left, right) => (String(left) < String(right) ? -1 : 1)) };
}

function columnDefault(field: ScalarField): ColumnDefinition['default'] {
  const value = field.default;
  if (value === undefined || value === null) return undefined;
  if (field.type === 'json') return JSON.stringify(value);
  return typeof value === 'object' ? undefined : value;
}

/**
 * Returns the indexes of a type. Every foreign key and every ordered, searched or filtered column has one. Stored
 * paths have one as well, because a file is deleted when no row references it. A draft repeats the values of its
 * published row. Lists read the index of their order, which ends with the id and puts nulls first if there may be
 * some (ADR 54).
 */
function indexesOf(resource: CompleteDescriptor, stored: readonly StoredField[]): IndexDefinition[] {
  const columns = new Map<string, StoredField>(stored.map((field) => [field.name, field]));
  const unique = resource.publishable === undefined;
  const found = new Map<string, IndexDefinition>();
  const add = (names: readonly string[], { isUnique = false, walked = false } = {}): void => {
    const fields = names.map((name) => columns.get(name) ?? stored.find(({ column }) => column === name));
    if (!fields.every((field) => field !== undefined) || !fields.every(isIndexable)) return;
    const key = fields.map(({ column }) => column).join();
    const nullsFirst = walked && fields.some(mayOrderNulls);
    const isAlone = found.get(key)?.unique !== true;
    // The id only orders rows with equal values, and nulls count as equal.
    if (!isAlone && !nullsFirst) return;
    const list = [...fields.map(({ column }) => column), ...(walked ? [id.name] : [])];
    const name = constraintName(isUnique ? 'uniq' : 'idx', resource.table, list);
    const index = { name, columns: list, unique: isUnique, ...(nullsFirst ? { nullsFirst } : {}) };
    found.set(isAlone ? key : list.join(), index);
  };
  for (const rule of resource.unique) add(rule.fields, { isUnique: unique });
  for (const field of stored) {
    if ('unique' in field && field.unique === true) add([field.name], { isUnique: unique });
    if (field.kind !== 'scalar' || field.index === true) add([field.name]);
  }
  for (const names of resource.indexes) add(names);
  for (const name of [...resource.searchFields, ...resource.filters.map(({ field }) => field)]) add([name]);
  for (const name of [...resource.order.map(({ field }) => field), ...resource.orderFields])
    add([name], { walked: true });
  return [...found.values()];
}

/**
 * Returns whether a field can be indexed. Long text and JSON cannot: PostgreSQL would refuse long values, and a
 * substring search cannot use an index.
 */
function isIndexable(field: StoredField): boolean {
  if (field.kind !== 'scalar') return true;
  return field.type !== 'text' && field.type !== 'json' && (field.length ?? 0) <= MAX_INDEXED_LENGTH;
}

function foreignKey(table: string, column: string, target: string): ForeignKeyDefinition {
  return {
    name: constraintName('fk', table, [column]),
    columns: [column],
    references: { table: target, columns: ['id'] },
    onDelete: 'restrict',
  };
}

function linkTables(
  owner: string,
  fields: readonly FieldDescriptor[],
  target: TargetTable,
): TableDefinition[] {
  return fields.flatMap((field) => (field.kind === 'to-many' ? linkTable(owner, field, target) : []));
}

function linkTable(owner: string, field: ToManyField, target: TargetTable): TableDefinition[] {
  const { through } = field;
  if (through.kind !== 'link' || !through.owner) return [];
  const { table, ownColumn, targetColumn, previously } = through;
  const key = (name: string, renamedFrom: readonly string[] = []): ColumnDefinition => ({
    name,
    type: 'uuid',
    nullable: false,
    ...(renamedFrom.length === 0 ? {} : { renamedFrom }),
  });
  return [
    {
      name: table,
      columns: [
        key(ownColumn, previously?.ownColumns),
        key(targetColumn, previously?.targetColumns),
        place(LINK_PLACES.owner),
        place(LINK_PLACES.inverse),
      ],
      primaryKey: [ownColumn, targetColumn],
      indexes: [
        { name: constraintName('idx', table, [targetColumn]), columns: [targetColumn], unique: false },
      ],
      foreignKeys: [
        foreignKey(table, ownColumn, owner),
        foreignKey(table, targetColumn, target(field.target)),
      ],
      ...(previously === undefined || previously.tables.length === 0
        ? {}
        : { renamedFrom: previously.tables }),
    },
  ];
}

/**
 * Returns the column of a link's position. Links from before this column are ordered like those without a position.
 */
function place(name: string): ColumnDefinition {
  return { name, type: 'integer', nullable: false, default: LAST_PLACE };
}

/** Converts a table name: `refresh_token` becomes `RefreshToken`. */
function typeName(table: string): string {
  return table.replace(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}
