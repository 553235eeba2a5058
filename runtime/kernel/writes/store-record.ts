import type { Prepared } from '../prepared-resource.js';
import type { PendingWrite, StoredWrite, WriteScope } from '../contract/operations.js';
import type { StoredRecord } from '../contract/record.js';
import type { RegisteredResource } from '../metadata/resource-registry.js';
import { changedFields } from '../records/record-diff.js';
import type { RecordReader } from '../records/record-reader.js';
import type { RowWriter } from '../records/row-writer.js';

export interface StoreDeps {
  readonly reader: RecordReader;
  readonly writer: RowWriter;
  readonly prepared: Prepared;
}

/** Stores a validated write, lets rules follow it up; answers the state as it is stored. */
export async function storeWrite(
  write: PendingWrite,
  scope: WriteScope,
  deps: StoreDeps,
): Promise<StoredWrite> {
  const { id, before, concealed } = write;
  const { resource, rules } = deps.prepared(write.resource);
  const { now } = scope.context;
  let stored: StoredWrite;
  if (before === null) {
    const values = { ...write.values, ...stamps(resource, now, ['created_at', 'modified_at']) };
    const after = await deps.writer.insert(scope, { type: resource.name, id, values, concealed });
    stored = { ...facts(write), before, after, changed: Object.keys(values) };
  } else if (isSame(write, before, resource)) {
    // A write that changes nothing is no change: nothing is purged or broadcast (contract decision 29).
    stored = { ...facts(write), before, after: before, changed: [] };
  } else {
    const values = { ...write.values, ...stamps(resource, now, ['modified_at']) };
    const edit = { before, after: { ...before, values, concealed } };
    stored = { ...facts(write), before, ...(await deps.writer.update(scope, edit)) };
  }
  const { writes } = scope.changes;
  for (const rule of rules) await rule.apply?.(stored, scope);
  if (scope.changes.writes === writes) return stored;
  // What followed may show in the record itself: the positions of a component placed by the same request.
  const after = await deps.reader.find(scope.session, { type: resource.name, id });
  // A published draft is gone: its content is in the published row.
  return after === undefined ? stored : { ...stored, after };
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

/** Time stamps are found by their columns, because a type may rename the members. */
function stamps(resource: RegisteredResource, now: Date, columns: readonly string[]): Record<string, Date> {
  const fields = resource.fields.filter(
    (field) => field.kind === 'scalar' && !field.writable && columns.includes(field.column),
  );
  return Object.fromEntries(fields.map(({ name }) => [name, now]));
}
