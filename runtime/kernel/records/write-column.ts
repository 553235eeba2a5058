import type { TransactionSession } from '../contract/database/database.js';
import type { StoredRecord } from '../contract/records/record.js';
import type { FieldDescriptor } from '../contract/schema/resource.js';
import type { RegisteredResource } from '../metadata/resource-registry.js';
import { changeLogOf } from './change-log.js';

/** A field stored in one column. */
export type ColumnField = Extract<FieldDescriptor, { readonly kind: 'scalar' | 'to-one' }>;

interface ColumnWrite {
  readonly record: StoredRecord;
  readonly field: ColumnField;
  readonly value: unknown;
}

/** Writes one column without a new version, for temporary values within a unit of work. */
export async function writeColumn(
  { record, field, value }: ColumnWrite,
  { table, baseTable, baseFields }: RegisteredResource,
  session: TransactionSession,
): Promise<void> {
  const isBase = baseTable !== null && baseFields.some(({ name }) => name === field.name);
  const { dialect } = session;
  const encode = (): ReturnType<typeof dialect.encode> =>
    field.kind === 'scalar' ? dialect.encode(field.type, value) : (value as { readonly id: string }).id; // To-one fields hold references.
  const sql = `update ${session.table(isBase ? baseTable : table)} set ${dialect.quote(field.column)} = :value where id = :id`;
  await session.run(sql, { id: record.id, value: value === null ? null : encode() });
  changeLogOf(session).updated(record, { [field.name]: value });
}
