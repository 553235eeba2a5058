import type {
  SqlParameters,
  SqlSession,
  SqlValue,
  TransactionSession,
} from '../contract/database/database.js';
import type { PendingWrite } from '../contract/records/writes.js';
import type { Reference, StoredRecord } from '../contract/records/record.js';
import type { FieldDescriptor, UniqueDescriptor } from '../contract/schema/resource.js';
import type { RegisteredResource } from '../metadata/resource-registry.js';
import type { RecordSelect } from '../records/record-select.js';

/**
 * Returns the id of another record with the same non-null values of a rule. A draft and its published row
 * count as one record.
 */
export async function findTaker(
  { id, values, before }: Pick<PendingWrite, 'id' | 'values' | 'before'>,
  { fields }: UniqueDescriptor,
  { select, session }: { readonly select: RecordSelect; readonly session: TransactionSession },
): Promise<string | undefined> {
  const { resource } = select;
  const tests = fields.map((name, index) => {
    const value = session.dialect.typed(`value${index}`, select.columnType(name));
    return `${select.expression(name)} = ${value}`;
  });
  const parameters: SqlParameters = Object.fromEntries(
    fields.map((name, index) => [`value${index}`, columnValue(resource.field(name), values[name], session)]),
  );
  const counterpart = counterpartId(before?.values ?? values, resource) ?? id;
  const { table, baseTable } = resource;
  // Fields of the base table are unique across the records of all types.
  const isBase = baseTable !== null && resource.baseFields.some((field) => fields.includes(field.name));
  const own = `${session.table(table)} t${baseTable === null ? '' : ` join ${session.table(baseTable)} b on b.id = t.id`}`;
  const [rows, row] = isBase ? [`${session.table(baseTable)} b`, 'b.id'] : [own, 't.id'];
  const sql = `select ${row} as id from ${rows} where ${tests.join(' and ')} and ${row} <> :self and ${row} <> :counterpart`;
  return (await session.first<{ id: string }>(sql, { ...parameters, self: id, counterpart }))?.id;
}

/** Returns the id of a record's draft or published row, which shares its values. */
function counterpartId(
  values: StoredRecord['values'],
  { publishable }: RegisteredResource,
): string | undefined {
  if (publishable === undefined) return undefined;
  const { publishedAssociation, draftAssociation } = publishable;
  const counterpart = values[publishedAssociation] ?? values[draftAssociation];
  return (counterpart as Reference | null | undefined)?.id; // Both are to-one fields.
}

function columnValue(field: FieldDescriptor | undefined, value: unknown, { dialect }: SqlSession): SqlValue {
  if (field?.kind === 'scalar') return dialect.encode(field.type, value);
  return (value as Reference).id; // Relations hold references; nulls have been excluded.
}
