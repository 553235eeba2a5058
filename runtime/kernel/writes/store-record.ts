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
  resource: RegisteredResource,
  scope: WriteScope,
  deps: StoreDeps,
): Promise<StoredWrite> {
  const stored =
    write.before === null
      ? await insert(write, resource, scope, deps)
      : await update(write, write.before, resource, scope, deps);
  const { writes } = scope.changes;
  for (const rule of deps.prepared(resource).rules) await rule.apply?.(stored, scope);
  if (scope.changes.writes === writes) return stored;
  // What followed may show in the record itself: the positions of a component placed by the same request.
  const after = await deps.reader.find(scope.session, resource.name, write.id);
  // A published draft is gone: its content is in the published row.
  return after === undefined ? stored : { ...stored, after };
}

async function insert(
  write: PendingWrite,
  resource: RegisteredResource,
  scope: WriteScope,
  { writer }: StoreDeps,
): Promise<StoredWrite> {
  const { now } = scope.context;
  const values = { ...write.values, ...stamps(resource, now, ['created_at', 'modified_at']) };
  const { id, concealed } = write;
  const after = await writer.insert(scope, { type: resource.name, id, values, concealed });
  return { ...facts(write), before: null, after, changed: Object.keys(values) };
}

async function update(
  write: PendingWrite,
  before: StoredRecord,
  resource: RegisteredResource,
  scope: WriteScope,
  { writer }: StoreDeps,
): Promise<StoredWrite> {
  const { now } = scope.context;
  const { concealed } = write;
  const isSame = changedFields(resource, before.values, write.values).length === 0;
  if (isSame && Object.keys(concealed).length === 0) {
    // A write that changes nothing is no change: nothing is purged or broadcast (contract decision 29).
    return { ...facts(write), before, after: before, changed: [] };
  }
  const values = { ...write.values, ...stamps(resource, now, ['modified_at']) };
  const { after, changed } = await writer.update(scope, { before, after: { ...before, values, concealed } });
  return { ...facts(write), before, after, changed };
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
