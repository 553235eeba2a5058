import type { IncomingBody, StoredWrite, WriteScope } from '../contract/records/writes.js';
import type { StoredRecord } from '../contract/records/record.js';
import type { WriteDeps } from './create-item.js';
import { createPendingWrite } from './pending-write.js';
import { storeWrite } from './store-record.js';
import { releaseParked, withOwnValues } from './unique-exchanges.js';
import { validateWrite } from './validate-write.js';

/** A body for a loaded and locked record. */
export interface RecordUpdate {
  /** `update` merges the body into the record (merge patch), `replace` replaces it. */
  readonly kind: 'update' | 'replace';
  readonly loaded: StoredRecord;
  readonly incoming: IncomingBody;
}

/**
 * Updates a stored record within the caller's transaction. @throws AppError 400 or 422, with nothing written.
 */
export async function updateRecord(
  { kind, loaded, incoming }: RecordUpdate,
  scope: WriteScope,
  deps: WriteDeps,
): Promise<StoredWrite> {
  const { resource, target } = deps.prepared({ name: loaded.type });
  const own = withOwnValues(loaded, scope.session);
  const found = await target?.redirect(own, incoming.body, scope);
  const { record, isCopy = false, body } = found ?? { record: own, body: incoming.body };
  const write = await createPendingWrite(
    { kind, resource, before: record, isCopy, incoming: { ...incoming, body } },
    scope,
    deps,
  );
  await validateWrite(write, scope, deps);
  const stored = await storeWrite(write, scope, deps);
  releaseParked(record, stored.changed, scope.session);
  return stored;
}
