import type { ConcealedValues } from '../contract/records/writes.js';
import type { Reference, StoredRecord } from '../contract/records/record.js';
import type { ColumnType, FieldDescriptor } from '../contract/schema/resource.js';
import type { RegisteredResource } from '../metadata/resource-registry.js';
import { htmlText } from '../util/text/html-text.js';
import { firstVersion, type VersionStamp } from './record-versions.js';

/** A record with values of secret columns. */
export type WrittenRecord = StoredRecord & {
  readonly concealed?: ConcealedValues;
  /** Creation time, if it is not now. */
  readonly createdAt?: Date;
  /** First version, if its URL has had versions before. */
  readonly firstVersion?: number;
};

/** A column of a row with its new value. */
export interface Cell {
  readonly column: string;
  readonly type: ColumnType;
  readonly value: unknown;
}

const MODIFIED_AT = 'modified_at';

/** Returns the rows of a new record, by column. */
export function newRows(
  resource: RegisteredResource,
  record: WrittenRecord,
  { at, by }: VersionStamp,
): { readonly base: Record<string, unknown>; readonly own: Record<string, unknown> } {
  const { id, values, concealed, createdAt = at } = record;
  const version = {
    row_version: firstVersion(resource, record),
    row_version_at: createdAt,
    row_version_by: by,
  };
  const base = {
    id,
    dtype: resource.name,
    created_at: createdAt,
    modified_at: createdAt,
    ...version,
    ...columnValues(cellsOf(resource.baseFields, values)),
  };
  const own = { id, ...columnValues(ownCells(resource, resource.ownFields, values)), ...concealed };
  return { base, own: resource.baseTable === null ? { ...own, ...version } : own };
}

export interface RowUpdate {
  readonly resource: RegisteredResource;
  readonly after: WrittenRecord;
  readonly changed: readonly string[];
  readonly stamp: VersionStamp;
}

/** A row with the new values of some columns. */
export interface RowCells {
  readonly table: string;
  readonly id: string;
  readonly cells: readonly Cell[];
  /** Present for the row that stores the record's version. */
  readonly stamp?: VersionStamp;
}

/**
 * Returns the changes of a record's own row and its base row, which stores the modification time; none if
 * nothing changed.
 */
export function changedRows({ resource, after, changed, stamp }: RowUpdate): readonly RowCells[] {
  const concealed = concealedCells(resource, after.concealed ?? {});
  if (changed.length === 0 && concealed.length === 0) return [];
  const isChanged = ({ name }: FieldDescriptor): boolean => changed.includes(name);
  const base = cellsOf(resource.baseFields.filter(isChanged), after.values);
  const stamped = base.some(({ column }) => column === MODIFIED_AT);
  const touched: Cell = { column: MODIFIED_AT, type: 'datetime', value: stamp.at };
  const own = ownCells(resource, resource.ownFields.filter(isChanged), after.values);
  const ownRow = { table: resource.table, id: after.id, cells: [...own, ...concealed] };
  if (resource.baseTable === null) return [{ ...ownRow, stamp }];
  const baseRow = {
    table: resource.baseTable,
    id: after.id,
    cells: stamped ? base : [touched, ...base],
    stamp,
  };
  return ownRow.cells.length === 0 ? [baseRow] : [baseRow, ownRow];
}

/** Returns the columns and values of fields; fields without a value are skipped. */
function cellsOf(fields: readonly FieldDescriptor[], values: Readonly<Record<string, unknown>>): Cell[] {
  return fields.flatMap((field): Cell[] => {
    const value = values[field.name];
    if (value === undefined) return [];
    if (field.kind === 'scalar') return [{ column: field.column, type: field.type, value }];
    if (field.kind === 'upload') return [{ column: field.column, type: 'string', value }];
    if (field.kind !== 'to-one') return [];
    // To-one fields hold references or null.
    return [{ column: field.column, type: 'uuid', value: (value as Reference | null)?.id ?? null }];
  });
}

function concealedCells({ concealed = [] }: RegisteredResource, values: ConcealedValues): Cell[] {
  return concealed.flatMap(({ column, type }): Cell[] =>
    Object.hasOwn(values, column) ? [{ column, type, value: values[column] }] : [],
  );
}

/** Returns the cells of own fields, including the plain text of searched HTML fields. */
function ownCells(
  { searchTexts }: RegisteredResource,
  fields: readonly FieldDescriptor[],
  values: Readonly<Record<string, unknown>>,
): Cell[] {
  const texts = fields.flatMap(({ name }): Cell[] => {
    const [column, value] = [searchTexts.get(name), values[name]];
    return column === undefined || value === undefined
      ? []
      : [{ column, type: 'text', value: searchText(value) }];
  });
  return [...cellsOf(fields, values), ...texts];
}

/** Returns the plain text stored beside the value of an HTML field. */
export const searchText = (value: unknown): string | null =>
  typeof value === 'string' ? htmlText(value) : null;

const columnValues = (cells: readonly Cell[]): Record<string, unknown> =>
  Object.fromEntries(cells.map(({ column, value }) => [column, value]));
