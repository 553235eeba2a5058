/** The records that must be there before another one is made. */
interface Dependent {
  readonly id: string;
  readonly parent: string | null;
  readonly template: string | null;
}

/**
 * Ids of records that cannot be made below their parents, because the parents are made from them in some way: page data may
 * stand above its own template. Without these parents no circle is left.
 */
export function circularParents(entries: readonly Dependent[]): ReadonlySet<string> {
  const needs = new Map(entries.map(({ id, template }) => [id, template === null ? [] : [template]]));
  const circular = new Set<string>();
  for (const { id, parent } of entries) {
    if (parent === null) continue;
    if (leadsTo(parent, id, needs)) circular.add(id);
    else needs.get(id)?.push(parent);
  }
  return circular;
}

function leadsTo(from: string, to: string, needs: ReadonlyMap<string, readonly string[]>): boolean {
  const reached = new Set([from]);
  // The set grows while it is walked.
  for (const id of reached) {
    if (id === to) return true;
    for (const need of needs.get(id) ?? []) reached.add(need);
  }
  return false;
}
