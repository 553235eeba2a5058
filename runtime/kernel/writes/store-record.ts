import { stateKey } from '../util/async/state.js';
import type { Prepared, PreparedResource } from '../prepared-resource.js';
import type { PendingWrite, StoredWrite, WriteScope } from '../contract/records/writes.js';
import type { StoredRecord } from '../contract/records/record.js';
import type { RegisteredResource } from '../metadata/resource-registry.js';
import { changedFields } from '../records/record-diff.js';
import type { RecordReader } from '../records/record-reader.js';
import type { RowWriter } from '../records/row-writer.js';

export interface StoreDeps {
  readonly reader: RecordReader;
  readonly writer: RowWriter;
  readonly prepared: Prepared;
}

/** Stores a validated write, runs the follow-up rules and returns the stored state. */
export async function storeWrite(
  write: PendingWrite,
  scope: WriteScope,
  deps: StoreDeps,
): Promise<StoredWrite> {
  const { id, before, isCopy = false, concealed } = write;
  const { resource, rules } = deps.prepared(write.resource);
  const { now } = scope.context;
  let stored: StoredWrite;
  if (before === null) {
    const [createdAt = now] = creationDates(scope, 1);
    const record = newRecord(write, resource, createdAt);
    const after = await deps.writer.insert(scope, { ...record, concealed });
    stored = { ...facts(write), before, after, changed: Object.keys(record.values) };
  } else if (!isCopy && isSame(write, before, resource)) {
    // Without changes, nothing is purged or broadcast (contract decision 29).
    stored = { ...facts(write), before, after: before, changed: [] };
  } else {
    const values = { ...write.values, ...stamps(resource, now, ['modified_at']) };
    const edit = { before, after: { ...before, values, concealed } };
    const done = await (isCopy ? deps.writer.insertCopy(scope, edit) : deps.writer.update(scope, edit));
    stored = { ...facts(write), before, ...done };
  }
  const { writes } = scope.changes;
  for (const rule of rules) await rule.apply?.(stored, scope);
  if (scope.changes.writes === writes) return stored;
  // Effects of the write may show in the record itself, such as the positions of a component placed by the
  // same request.
  const after = await deps.reader.find(scope.session, { type: resource.name, id });
  // A published draft no longer exists: its content is in the published row.
  return after === undefined ? stored : { ...stored, after };
}

/** Stores validated new records of a type that `takesMany` and returns them as stored. */
export async function storeMany(
  writes: readonly PendingWrite[],
  { resource, rules }: PreparedResource,
  { scope, writer, reader }: Pick<StoreDeps, 'writer' | 'reader'> & { readonly scope: WriteScope },
): Promise<readonly StoredWrite[]> {
  const dates = creationDates(scope, writes.length);
  const records = writes.map((write, index) => ({
    ...newRecord(write, resource, dates[index] ?? scope.context.now),
    concealed: write.concealed,
  }));
  const rows = await writer.insertAll(scope, records);
  const stored = writes.flatMap((write, index): StoredWrite[] => {
    const after = rows[index];
    return after === undefined
      ? []
      : [{ ...facts(write), before: null, after, changed: Object.keys(after.values) }];
  });
  const { writes: before } = scope.changes;
  for (const rule of rules) {
    if (typeof rule.many === 'object') await rule.many.apply?.(stored, scope);
    else for (const write of stored) await rule.apply?.(write, scope);
  }
  if (scope.changes.writes === before) return stored;
  const ids = rows.map(({ id }) => id);
  const found = await reader.findMany(scope.session, resource.name, ids);
  const after = new Map(found.map((record) => [record.id, record]));
  return stored.map((write) => ({ ...write, after: after.get(write.after.id) ?? write.after }));
}

function newRecord(
  { id, values, createdAt: given }: PendingWrite,
  resource: RegisteredResource,
  now: Date,
): StoredRecord & { readonly createdAt: Date } {
  const createdAt = given ?? now;
  const dates = { ...stamps(resource, createdAt, ['created_at']), ...stamps(resource, now, ['modified_at']) };
  return { type: resource.name, id, values: { ...values, ...dates }, createdAt };
}

function isSame(
  { values, concealed }: PendingWrite,
  before: StoredRecord,
  resource: RegisteredResource,
): boolean {
  return changedFields(resource, before.values, values).length === 0 && Object.keys(concealed).length === 0;
}

function facts({
  kind,
  resource,
  values,
  body,
  sent,
  concealed,
}: PendingWrite): Omit<StoredWrite, 'before' | 'after' | 'changed'> {
  return { kind, resource, values, body, sent, concealed: new Set(Object.keys(concealed)) };
}

/** Returns the values of timestamp fields. They are found by column, because a type may rename the fields. */
function stamps(resource: RegisteredResource, now: Date, columns: readonly string[]): Record<string, Date> {
  const fields = resource.fields.filter(
    (field) => field.kind === 'scalar' && !field.writable && columns.includes(field.column),
  );
  return Object.fromEntries(fields.map(({ name }) => [name, now]));
}

const LAST = stateKey(() => ({ time: 0 }));

/**
 * Returns creation dates. Lists show the newest first, so records stored together are a millisecond apart,
 * and later ones of the same transaction follow them.
 */
function creationDates({ session, context }: WriteScope, count: number): readonly Date[] {
  const last = session.whole.of(LAST);
  const now = context.now.getTime();
  const from = Math.max(now, last.time + 1);
  if (count > 1 || from > now) last.time = from + count - 1;
  return Array.from({ length: count }, (_, index) => new Date(from + index));
}
