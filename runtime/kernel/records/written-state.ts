import type { SqlSession } from '../contract/database/database.js';
import type { WriteScope } from '../contract/records/writes.js';
import type { StoredRecord } from '../contract/records/record.js';
import { InternalError } from '../errors/internal-error.js';
import type { RegisteredResource } from '../metadata/resource-registry.js';
import type { RecordReader } from './record-reader.js';
import { firstVersion, withNextVersion } from './record-versions.js';
import type { WrittenRecord } from './row-values.js';
import { isKept, isStored, readBack } from './stored-members.js';

/** A record's stored and desired state. */
export interface Edit {
  readonly before: StoredRecord;
  readonly after: WrittenRecord;
}

export interface Updated {
  readonly after: StoredRecord;
  /** Names of the fields whose value differs. */
  readonly changed: readonly string[];
}

/**
 * Returns whether a new record need not be read back: its values are stored unchanged, and it has no lists
 * that other records own.
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

/** Returns a new record as a read would; requires `isPlainRecord`. */
export function asRead(
  resource: RegisteredResource,
  record: WrittenRecord,
  { dialect }: Pick<SqlSession, 'dialect'>,
): StoredRecord {
  const { type, id, values } = record;
  const version = firstVersion(resource, record);
  return { type, id, values: readBack(resource, values, dialect), version };
}

/** Returns whether a type has a field that falls back to another field's value. */
const showsOthers = ({ fields }: RegisteredResource): boolean =>
  fields.some((field) => field.kind === 'computed' && field.coalesce !== undefined);

/**
 * Returns whether an updated record need not be read back. It must be if a relation or a computed value may
 * have changed.
 */
export function isPlainUpdate(resource: RegisteredResource, changed: readonly string[]): boolean {
  if (showsOthers(resource)) return false;
  return changed.every((name) => {
    const field = resource.field(name);
    return field !== undefined && isKept(field);
  });
}

/** Returns an updated record as a read would; requires `isPlainUpdate`. */
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

/** Reads a record after a write. @throws InternalError if it does not exist. */
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
