import type { JsonObject } from '../contract/json.js';
import type { IncomingBody, StoredWrite, WriteScope } from '../contract/records/writes.js';
import type { RegisteredResource } from '../metadata/resource-registry.js';
import { createPendingWrite, createPendingWrites, type PendingWriteDeps } from './pending-write.js';
import { type StoreDeps, storeMany, storeWrite } from './store-record.js';
import { validateMany, validateWrite, type ValidationDeps } from './validate-write.js';

export type WriteDeps = StoreDeps & PendingWriteDeps & ValidationDeps;

/** Stores a new record within the caller's transaction. @throws AppError 400 or 422, with nothing written. */
export async function createRecord(
  { resource, incoming }: { readonly resource: RegisteredResource; readonly incoming: IncomingBody },
  scope: WriteScope,
  deps: WriteDeps,
): Promise<StoredWrite> {
  const write = await createPendingWrite({ kind: 'create', resource, before: null, incoming }, scope, deps);
  await validateWrite(write, scope, deps);
  return storeWrite(write, scope, deps);
}

/**
 * Stores new records of one type within the caller's transaction, in bulk if the rules support it.
 * @throws AppError 400 or 422 of the first rejected record, or for a clash among them; the caller rolls back
 */
export async function createRecords(
  {
    resource,
    incoming,
  }: { readonly resource: RegisteredResource; readonly incoming: readonly IncomingBody[] },
  scope: WriteScope,
  deps: WriteDeps,
): Promise<readonly StoredWrite[]> {
  const prepared = deps.prepared(resource);
  if (incoming.length === 1 || !prepared.takesMany) {
    const stored: StoredWrite[] = [];
    for (const each of incoming) stored.push(await createRecord({ resource, incoming: each }, scope, deps));
    return stored;
  }
  const inputs = incoming.map((each) => ({
    kind: 'create' as const,
    resource,
    before: null,
    incoming: each,
  }));
  const writes = await createPendingWrites(inputs, scope, deps);
  await validateMany(writes, prepared, { scope, reader: deps.reader });
  return storeMany(writes, prepared, { ...deps, scope });
}

/** Wraps an unprocessed body. */
export const asSent = (body: JsonObject): IncomingBody => ({ body, concealed: {}, violations: [] });
