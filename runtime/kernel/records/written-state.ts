import type { SqlSession } from '../contract/database/database.js';
import type { WriteScope } from '../contract/records/writes.js';
import type { StoredRecord } from '../contract/records/record.js';
import { InternalError } from '../errors/internal-error.js';
import type { RegisteredResource } from '../metadata/resource-registry.js';
import type { RecordReader } from './record-reader.js';
import { firstVersion, withNextVersion } from './record-versions.js';
import type { WrittenRecord } from './row-values.js';
import { isKept, isStored, readBack } from './stored-members.js';

/** A record as it is stored and as it is to be. */
export interface Edit {
  readonly before: StoredRecord;
  readonly after: WrittenRecord;
}

export interface Updated {
  readonly after: StoredRecord;
  /** Members whose value differs. */
  readonly changed: readonly string[];
}

/**
 * Whether a new record needs no reading back: its values are stored as they are given, and it has no list that other records
 * keep, which is shown in their order.
 */
export function isPlainRecord(resource: RegisteredResource, { values }: StoredRecord): boolean {
  if (showsOthers(resource)) return false;
  return resource.fields.every((field) => {
    const value = values[field.name];
    if (value == null || (Array.isArray(value) && value.length === 0)) return true;
    if (field.kind === 'scalar') return isKept(field);
    return field.kind === 'computed' || isStored(field);
  });
}

/** A new record as a read answers it; only for one that `isPlainRecord` accepts. */
export function asRead(
  resource: RegisteredResource,
  record: WrittenRecord,
  { dialect }: Pick<SqlSession, 'dialect'>,
): StoredRecord {
  const { type, id, values } = record;
  const version = firstVersion(resource, record);
  return { type, id, values: readBack(resource, values, dialect), version };
}

/** Whether a type has a member that shows the value of another member when its own is empty. */
const showsOthers = ({ fields }: RegisteredResource): boolean =>
  fields.some((field) => field.kind === 'computed' && field.coalesce !== undefined);

/**
 * Whether an updated record needs no reading back. It does when a relation changed, or a value that the database works out may
 * have changed with it.
 */
export function isPlainUpdate(resource: RegisteredResource, changed: readonly string[]): boolean {
  if (showsOthers(resource)) return false;
  return changed.every((name) => {
    const field = resource.field(name);
    return field !== undefined && isKept(field);
  });
}

/** An updated record as a read answers it; only for changes that `isPlainUpdate` accepts. */
export function applied(
  { session }: WriteScope,
  resource: RegisteredResource,
  { edit, changed }: { readonly edit: Edit; readonly changed: readonly string[] },
): StoredRecord {
  const { before, after } = edit;
  const members = Object.fromEntries(changed.map((name) => [name, after.values[name]]));
  const values = { ...before.values, ...readBack(resource, members, session.dialect) };
  return { ...withNextVersion(before), values };
}

/** Reads a record after it was written. @throws InternalError when it is gone. */
export async function reload(
  reader: RecordReader,
  { session }: WriteScope,
  before: StoredRecord,
): Promise<StoredRecord> {
  const record = await reader.find(session, before);
  if (record === undefined)
    throw new InternalError(`${before.type} ${before.id} vanished inside its own transaction`);
  return record;
}
