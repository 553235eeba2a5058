import type { JsonObject } from '../contract/json.js';
import type { IncomingBody, StoredWrite, WriteScope } from '../contract/operations.js';
import type { RegisteredResource } from '../metadata/resource-registry.js';
import type { PendingWriteDeps } from './pending-write.js';
import { createPendingWrite } from './pending-write.js';
import type { StoreDeps } from './store-record.js';
import { storeWrite } from './store-record.js';
import type { ValidationDeps } from './validate-write.js';
import { validateWrite } from './validate-write.js';

export type WriteDeps = StoreDeps & PendingWriteDeps & ValidationDeps;

/** Stores a new record inside the caller's transaction. @throws AppError 400 or 422, with nothing written. */
export async function createRecord(
  { resource, incoming }: { readonly resource: RegisteredResource; readonly incoming: IncomingBody },
  scope: WriteScope,
  deps: WriteDeps,
): Promise<StoredWrite> {
  const write = await createPendingWrite({ kind: 'create', resource, before: null, incoming }, scope, deps);
  await validateWrite(write, scope, deps);
  return storeWrite(write, scope, deps);
}

/** A body that nothing was made of. */
export const asSent = (body: JsonObject): IncomingBody => ({ body, concealed: {}, violations: [] });
