import type { SecurityDescriptor } from '../../kernel/contract/schema/resource.js';

const READERS = ['collection', 'read'] as const;

/** Returns the read rules that an `x-security` leaves open; both if there is none. */
export function unstatedReaders(
  security: string | SecurityDescriptor | undefined,
): readonly (typeof READERS)[number][] {
  if (typeof security === 'string') return [];
  return READERS.filter((key) => security?.[key] === undefined);
}
