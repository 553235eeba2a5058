import type { Reference } from '../../kernel/contract/records/record.js';
import type { WriteScope } from '../../kernel/contract/records/writes.js';
import type { Kernel } from '../../kernel/kernel.js';
import { endOf, expiryOf } from '../../kernel/metadata/expiry.js';

/** Takes a record offline whose end has come by the moment of the scope; any other is left as it is. */
export type ExpireRecord = (reference: Reference, scope: WriteScope) => Promise<void>;

/**
 * What has expired is stored as not live, so that all that asks what is live, in any process and of any release, is right about
 * it, and all that follows a write follows (contract decision 107, ADR 31). Both dates go. A published row keeps its places, its
 * content and its draft: nothing is deleted because time goes by.
 */
export function createExpireRecord({
  registry,
  reader,
  writer,
}: Pick<Kernel, 'registry' | 'reader' | 'writer'>): ExpireRecord {
  return async (reference, scope) => {
    const { now } = scope.context;
    const expiry = expiryOf(registry.require(reference.type));
    const before = await reader.findLocked(scope.session, reference);
    if (expiry === undefined || before === undefined) return;
    const end = endOf(expiry, before);
    // Somebody else was faster, or has put it off.
    if (end === null || end > now) return;
    const dates = { [expiry.startField]: null, [expiry.endField]: null };
    const values = { ...before.values, ...dates, ...modifiedAt(registry.require(reference.type), now) };
    await writer.update(scope, { before, after: { ...before, values } });
  };
}

function modifiedAt({ timestamped, fields }: ReturnType<Kernel['registry']['require']>, now: Date): object {
  const name = timestamped?.modifiedAtField ?? 'modifiedAt';
  return fields.some((field) => field.name === name) ? { [name]: now } : {};
}
