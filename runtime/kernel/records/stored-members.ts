import type { Dialect } from '../contract/database/database.js';
import type {
  ColumnType,
  FieldDescriptor,
  LinkTable,
  ScalarField,
  ToManyField,
  ToOneField,
} from '../contract/schema/resource.js';
import type { RegisteredResource } from '../metadata/resource-registry.js';

export type LinkField = ToManyField & { readonly through: LinkTable };

export function isLink(field: FieldDescriptor): field is LinkField {
  return field.kind === 'to-many' && field.through.kind === 'link';
}

export function isToOne(field: FieldDescriptor): field is ToOneField {
  return field.kind === 'to-one';
}

/** Returns the table that holds the column of a relation. */
export function tableOf(field: ToOneField, { baseFields, baseTable, table }: RegisteredResource): string {
  return baseFields.includes(field) ? (baseTable ?? table) : table;
}

/**
 * Returns whether a field is stored with the record itself: in its columns, or in a link table that it owns.
 * Other fields show what other records store.
 */
export function isStored(field: FieldDescriptor): boolean {
  switch (field.kind) {
    case 'scalar':
    case 'upload':
    case 'to-one':
      return true;
    case 'to-many':
      return isLink(field) && field.through.owner;
    case 'inverse-one':
    case 'computed':
      return false;
  }
}

const MODIFIED_AT = 'modified_at';

/** Returns the table with a record's modification time; null if the type has none. */
export function stampedTable({ baseTable, table, fields }: RegisteredResource): string | null {
  if (baseTable !== null) return baseTable;
  return fields.some(isModifiedAt) ? table : null;
}

/** Returns the field value of the modification time. A type may rename the field or omit it. */
export function stampOf({ fields }: RegisteredResource, now: Date): Readonly<Record<string, Date>> {
  const member = fields.find(isModifiedAt);
  return member === undefined ? {} : { [member.name]: now };
}

function isModifiedAt(field: FieldDescriptor): boolean {
  return field.kind === 'scalar' && field.column === MODIFIED_AT && !field.writable;
}

/** Types that every database returns exactly as written. Decimals and JSON may come back in another form. */
const KEPT: ReadonlySet<ColumnType> = new Set([
  'string',
  'text',
  'integer',
  'boolean',
  'datetime',
  'date',
  'time',
  'uuid',
]);

export function isKept(field: FieldDescriptor): field is ScalarField {
  return field.kind === 'scalar' && KEPT.has(field.type);
}

/** Returns the values that a read gives for written fields of such types. */
export function readBack(
  resource: RegisteredResource,
  members: Readonly<Record<string, unknown>>,
  dialect: Dialect,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => {
      const field = resource.field(name);
      if (field?.kind !== 'scalar' || !isKept(field)) return [name, value];
      return [name, dialect.decode(field.type, dialect.encode(field.type, value))];
    }),
  );
}
