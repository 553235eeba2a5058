import type { Reference } from '../../kernel/contract/records/record.js';
import type { WriteScope } from '../../kernel/contract/records/writes.js';
import type { Kernel } from '../../kernel/kernel.js';
import { endOf, expiryOf } from '../../kernel/metadata/expiry.js';

/** Unpublishes a record that has expired at the time of the scope. Other records stay unchanged. */
export type ExpireRecord = (reference: Reference, scope: WriteScope) => Promise<void>;

/**
 * Stores an expired record as not live. All queries for live records, in any process and release, are then correct,
 * and everything that follows a write happens (contract decision 107, ADR 31). Both dates are cleared. A published
 * row keeps its places, content and draft: expiry deletes nothing.
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
    // Another process has expired the record, or its expiry was postponed.
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
