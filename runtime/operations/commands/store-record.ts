import type { ChangeSet } from '../../contract/change-set.js';
import type { PendingWrite, StoredWrite, WriteRule, WriteScope } from '../../contract/operations.js';
import type { Dialect } from '../../contract/database.js';
import type { StoredRecord } from '../../contract/record.js';
import type { ColumnType } from '../../contract/resource.js';
import { InternalError } from '../../errors/internal-error.js';
import type { RegisteredResource } from '../../metadata/resource-registry.js';
import { changedFields } from '../../records/record-diff.js';
import type { RecordReader } from '../../records/record-reader.js';
import type { RecordWriter } from '../../records/record-writer.js';

export interface StoreDeps {
  readonly reader: RecordReader;
  readonly writer: RecordWriter;
  readonly rules: readonly WriteRule[];
}

/** Stores a validated write, lets rules follow it up and records the change; answers the state as it is stored. */
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
  const isFollowed = await applyRules(stored, resource, scope, deps);
  if (!isFollowed) return stored;
  // What followed may show in the record itself: the positions of a component placed by the same request.
  const after = await deps.reader.find(scope.session, resource.name, write.id);
  // A published draft is gone: its content is in the published row.
  if (after === undefined) return stored;
  if (changedFields(resource, stored.after.values, after.values).length === 0) return stored;
  scope.changes.record({ kind: 'updated', before: stored.after, after, fields: [] });
  return { ...stored, after };
}

/** Lets rules follow a write up; answers whether they changed any other record. */
async function applyRules(
  stored: StoredWrite,
  resource: RegisteredResource,
  scope: WriteScope,
  { rules }: StoreDeps,
): Promise<boolean> {
  let isFollowed = false;
  const changes: ChangeSet = {
    get changes() {
      return scope.changes.changes;
    },
    record(change) {
      isFollowed = true;
      scope.changes.record(change);
    },
  };
  for (const rule of rules) {
    if (rule.appliesTo(resource)) await rule.apply?.(stored, { ...scope, changes });
  }
  return isFollowed;
}

async function insert(
  write: PendingWrite,
  resource: RegisteredResource,
  scope: WriteScope,
  { reader, writer }: StoreDeps,
): Promise<StoredWrite> {
  const { now } = scope.context;
  const values = { ...write.values, ...stamps(resource, now, ['created_at', 'modified_at']) };
  const { id, concealed } = write;
  await writer.insert(scope.session, { type: resource.name, id, values, concealed }, now);
  const after = await reload(reader, resource, id, scope);
  scope.changes.record({ kind: 'created', after });
  return { ...facts(write), before: null, after, changed: Object.keys(values) };
}

async function update(
  write: PendingWrite,
  before: StoredRecord,
  resource: RegisteredResource,
  scope: WriteScope,
  { reader, writer }: StoreDeps,
): Promise<StoredWrite> {
  const { now } = scope.context;
  const { concealed } = write;
  const isSame = changedFields(resource, before.values, write.values).length === 0;
  if (isSame && Object.keys(concealed).length === 0) {
    // A write that changes nothing is no change: nothing is purged or broadcast (contract decision 29).
    return { ...facts(write), before, after: before, changed: [] };
  }
  const values = { ...write.values, ...stamps(resource, now, ['modified_at']) };
  const changed = await writer.update(scope.session, before, { ...before, values, concealed }, now);
  const after =
    written(resource, before, values, changed, scope.session.dialect) ??
    (await reload(reader, resource, before.id, scope));
  scope.changes.record({ kind: 'updated', before, after, fields: changed });
  return { ...facts(write), before, after, changed };
}

/** Columns that answer what was written, whatever the database; it may give decimals and JSON another form. */
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

/**
 * The state after an update that says all about itself, which saves reading it back; undefined when a relation or a value
 * that the database works out may have changed with it.
 */
function written(
  resource: RegisteredResource,
  before: StoredRecord,
  values: Readonly<Record<string, unknown>>,
  changed: readonly string[],
  dialect: Dialect,
): StoredRecord | undefined {
  if (resource.fields.some((field) => field.kind === 'computed' && field.coalesce !== undefined))
    return undefined;
  const after: Record<string, unknown> = { ...before.values };
  for (const name of changed) {
    const field = resource.field(name);
    if (field?.kind !== 'scalar' || !KEPT.has(field.type)) return undefined;
    after[name] = dialect.decode(field.type, dialect.encode(field.type, values[name]));
  }
  return { ...before, values: after };
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

async function reload(
  reader: RecordReader,
  resource: RegisteredResource,
  id: string,
  { session }: WriteScope,
): Promise<StoredRecord> {
  const record = await reader.find(session, resource.name, id);
  if (record === undefined)
    throw new InternalError(`${resource.name} ${id} vanished inside its own transaction`);
  return record;
}
