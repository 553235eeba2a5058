import type { Reference } from '../contract/records/record.js';
import type { PendingWrite } from '../contract/records/writes.js';

/** Returns whether a field value is a reference, as opposed to a document, a date or a scalar. */
export function isReference(value: unknown): value is Reference {
  return typeof value === 'object' && value !== null && 'type' in value && 'id' in value && 'key' in value;
}

/** Creates a reference to a record whose IRI ends in its id. Those of routes and parameters end in a key. */
export function referenceTo({ type, id }: Pick<Reference, 'type' | 'id'>): Reference {
  return { type, id, key: id };
}

/** Returns the value of a to-one field; null if it is empty. */
export function referenceOf(value: unknown): Reference | null {
  return (value as Reference | null | undefined) ?? null; // To-one fields hold references or null.
}

/** Returns the value of a to-many field; empty if a new record does not have it yet. */
export function referencesOf(value: unknown): readonly Reference[] {
  return (value as readonly Reference[] | undefined) ?? []; // To-many fields hold lists of references.
}

/**
 * Returns the references in the value of a relation, to one or many records; embedded documents are skipped.
 */
export function referencesIn(value: unknown): readonly Reference[] {
  const entries: readonly unknown[] = Array.isArray(value) ? value : [value];
  return entries.filter(isReference);
}

/**
 * Restores hidden records in a list that a caller replaces without having seen them. `hiddenAmong` finds them
 * among the missing ones.
 */
export async function keepHidden(
  { before, values }: Pick<PendingWrite, 'before' | 'values'>,
  name: string,
  hiddenAmong: (left: readonly Reference[]) => Promise<readonly Reference[]>,
): Promise<void> {
  const [sent, stored] = [referencesIn(values[name]), referencesIn(before?.values[name])];
  const sentIds = new Set(sent.map(({ id }) => id));
  const hidden = await hiddenAmong(stored.filter(({ id }) => !sentIds.has(id)));
  values[name] = withHidden(sent, stored, new Set(hidden.map(({ id }) => id)));
}

/**
 * Merges hidden records into a sent list. Each stays behind its previous predecessor, as far as that is still
 * listed, so that sending back the visible list changes nothing.
 */
function withHidden(
  sent: readonly Reference[],
  stored: readonly Reference[],
  hidden: ReadonlySet<string>,
): readonly Reference[] {
  const named = new Set(sent.map(({ id }) => id));
  const first: Reference[] = [];
  const behind = new Map<string, Reference[]>();
  let followers = first;
  for (const reference of stored) {
    if (named.has(reference.id)) behind.set(reference.id, (followers = []));
    else if (hidden.has(reference.id)) followers.push(reference);
  }
  return [...first, ...sent.flatMap((reference) => [reference, ...(behind.get(reference.id) ?? [])])];
}

/** Returns whether the common references of two lists are in the same order. */
export function inSameOrder(left: readonly Reference[], right: readonly Reference[]): boolean {
  const [known, others] = [left, right].map((list) => new Set(list.map(({ id }) => id)));
  const shared = right.filter(({ id }) => known?.has(id));
  return left.filter(({ id }) => others?.has(id)).every(({ id }, index) => id === shared[index]?.id);
}
