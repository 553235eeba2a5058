import type { IncomingBody, StoredWrite, WriteScope } from '../contract/operations.js';
import type { StoredRecord } from '../contract/record.js';
import type { RegisteredResource } from '../metadata/resource-registry.js';
import type { WriteDeps } from './create-item.js';
import { createPendingWrite } from './pending-write.js';
import { storeWrite } from './store-record.js';
import { validateWrite } from './validate-write.js';

/**
 * Merges a body into a loaded and locked record (`update`, merge patch) or puts it in its place (`replace`), inside the
 * caller's transaction. @throws AppError 400 or 422, with nothing written.
 */
export async function updateRecord(
  kind: 'update' | 'replace',
  loaded: StoredRecord,
  incoming: IncomingBody,
  resource: RegisteredResource,
  scope: WriteScope,
  deps: WriteDeps,
): Promise<StoredWrite> {
  const { target } = deps.prepared(resource);
  const { record, body } = (await target?.redirect(loaded, incoming.body, scope)) ?? {
    record: loaded,
    body: incoming.body,
  };
  const write = await createPendingWrite(
    { kind, resource, before: record, incoming: { ...incoming, body } },
    scope,
    deps,
  );
  await validateWrite(write, resource, scope, deps);
  return storeWrite(write, resource, scope, deps);
}
