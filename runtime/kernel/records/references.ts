import type { Reference } from '../contract/records/record.js';
import type { PendingWrite } from '../contract/records/writes.js';

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

/** The references in the value of a relation, to one record or to many; documents in the place of some are left out. */
export function referencesIn(value: unknown): readonly Reference[] {
  const entries: readonly unknown[] = Array.isArray(value) ? value : [value];
  return entries.filter(isReference);
}

/** Keeps those records in a list that whoever replaces it was not shown; `hiddenAmong` finds them among what the new list lacks. */
export async function keepHidden(
  { before, values }: Pick<PendingWrite, 'before' | 'values'>,
  name: string,
  hiddenAmong: (left: readonly Reference[]) => Promise<readonly Reference[]>,
): Promise<void> {
  const [sent, stored] = [referencesIn(values[name]), referencesIn(before?.values[name])];
  const kept = new Set(sent.map(({ id }) => id));
  const hidden = await hiddenAmong(stored.filter(({ id }) => !kept.has(id)));
  values[name] = withHidden(sent, stored, new Set(hidden.map(({ id }) => id)));
}

/**
 * A list sent by somebody who was not shown all of it: each hidden record stays behind the one that it stood behind, as far as
 * that is still there, so that sending back what was shown changes nothing.
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

/** Whether the references that two lists share stand in the same order in both. */
export function inSameOrder(left: readonly Reference[], right: readonly Reference[]): boolean {
  const [known, others] = [left, right].map((list) => new Set(list.map(({ id }) => id)));
  const shared = right.filter(({ id }) => known?.has(id));
  return left.filter(({ id }) => others?.has(id)).every(({ id }, index) => id === shared[index]?.id);
}
