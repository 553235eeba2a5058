import type { Reference } from '../contract/record.js';

/** Tells references from other values of members: documents, dates, scalars. */
export function isReference(value: unknown): value is Reference {
  return typeof value === 'object' && value !== null && 'type' in value && 'id' in value && 'key' in value;
}

/** A reference to a record whose IRI ends in its id; those of routes and parameters end in a key of their own. */
export function referenceTo({ type, id }: Pick<Reference, 'type' | 'id'>): Reference {
  return { type, id, key: id };
}

/** The value of a to-one member; null when it names nothing. */
export function referenceOf(value: unknown): Reference | null {
  return (value as Reference | null | undefined) ?? null; // to-one members hold references or null
}

/** The value of a to-many member; empty when a record being created lacks it. */
export function referencesOf(value: unknown): readonly Reference[] {
  return (value as readonly Reference[] | undefined) ?? []; // to-many members hold lists of references
}
