import type { StoredRecord } from '../contract/records/record.js';
import type { ExpiryDescriptor, ResourceDescriptor } from '../contract/schema/resource.js';

/** The members that say from when until when records of a type are live; undefined for types that do not expire. */
export function expiryOf({
  expiry,
  publishable,
}: Pick<ResourceDescriptor, 'expiry' | 'publishable'>): ExpiryDescriptor | undefined {
  if (publishable?.expiryField === undefined) return expiry;
  return { startField: publishable.field, endField: publishable.expiryField };
}

/** The moment at which a record stops being live; null where it has begun no life that ends. */
export function endOf({ startField, endField }: ExpiryDescriptor, { values }: StoredRecord): Date | null {
  const [start, end] = [values[startField], values[endField]];
  return start instanceof Date && end instanceof Date ? end : null;
}
