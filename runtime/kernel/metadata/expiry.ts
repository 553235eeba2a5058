import type { StoredRecord } from '../contract/records/record.js';
import type { ExpiryDescriptor, ResourceDescriptor } from '../contract/schema/resource.js';

/** Returns the fields that bound the live period of a type's records; undefined if they do not expire. */
export function expiryOf({
  expiry,
  publishable,
}: Pick<ResourceDescriptor, 'expiry' | 'publishable'>): ExpiryDescriptor | undefined {
  if (publishable?.expiryField === undefined) return expiry;
  return { startField: publishable.field, endField: publishable.expiryField };
}

/** Returns the time at which a record stops being live; null if it has no start or no end. */
export function endOf({ startField, endField }: ExpiryDescriptor, { values }: StoredRecord): Date | null {
  const [start, end] = [values[startField], values[endField]];
  return start instanceof Date && end instanceof Date ? end : null;
}
