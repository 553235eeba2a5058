import type { IncomingBody, StoredWrite, WriteScope } from '../contract/records/writes.js';
import type { StoredRecord } from '../contract/records/record.js';
import { requireBody } from './body-result.js';
import { mergeBody } from './pending-write.js';
import { resolveReferences } from './resolve-references.js';
import { openStage, workAhead } from './slow-work.js';
import { storeWrite } from './store-record.js';
import { releaseParked, withOwnValues } from './unique-exchanges.js';
import { validateWrite } from './validate-write.js';
import type { OperationDeps, StorePrepared, UpdateInput, WriteDeps } from './write-input.js';

/** Updates a record. `work` runs the unit of work and calls the function that stores the record in it. */
export async function updateItem<Result>(
  write: UpdateInput,
  work: (store: StorePrepared) => Promise<Result>,
  deps: OperationDeps,
): Promise<Result> {
  const { kind, resource, key } = write;
  // Slow work, before the transaction begins.
  const staged = await openStage(write, [write.body], deps);
  try {
    const [sent = write.body] = staged.bodies;
    const body = await workAhead(write, sent, deps);
    return await work(async (scope) => {
      // Locks, in a common order.
      const members = body.isParsed ? body.incoming.body : {};
      for (const rule of deps.prepared(resource).rules) await rule.lockFirst?.(key, members, scope);
      // Authorization of the locked record; only after it, an invalid body is reported.
      const loaded = await write.authorize(scope);
      return updateRecord({ kind, loaded, incoming: requireBody(body) }, scope, deps);
    });
  } finally {
    await staged.close();
  }
}

/** A body for a loaded and locked record. */
export interface RecordUpdate {
  readonly kind: UpdateInput['kind'];
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
  // Target: the record itself, or its draft.
  const own = withOwnValues(loaded, scope.session);
  const found = await target?.redirect(own, incoming.body, scope);
  const { record: before, isCopy = false, body } = found ?? { record: own, body: incoming.body };
  // Values: converts the body and merges it into the stored state.
  const write = mergeBody({ kind, resource, before, isCopy, incoming: { ...incoming, body } }, scope, deps);
  // References: replaces IRIs by the records that they name.
  await resolveReferences([write], scope, deps);
  // Rules and validation: all violations are reported together.
  await validateWrite(write, scope, deps);
  // Row and follow-up.
  const stored = await storeWrite(write, scope, deps);
  releaseParked(before, stored.changed, scope.session);
  return stored;
}
