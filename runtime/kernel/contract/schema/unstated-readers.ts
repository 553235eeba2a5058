import type { SecurityDescriptor } from './resource.js';

const READERS = ['collection', 'read'] as const;

/** The rules about reading that an `x-security` leaves open; without one both. */
export function unstatedReaders(
  security: string | SecurityDescriptor | undefined,
): readonly (typeof READERS)[number][] {
  if (typeof security === 'string') return [];
  return READERS.filter((key) => security?.[key] === undefined);
}
