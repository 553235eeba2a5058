/** A migration and those that it builds on. */
export interface Lineage {
  readonly id: string;
  /** None = the first one; two = it joins two branches. */
  readonly parents: readonly string[];
}

/** The migrations that none builds on, by id; more than one after a merge of branches. */
export function endsOf(entries: readonly Lineage[]): readonly string[] {
  const followed = new Set(entries.flatMap(({ parents }) => parents));
  return entries
    .map(({ id }) => id)
    .filter((id) => !followed.has(id))
    .sort();
}

/** The migrations with these ids and all that they build on. */
export function withAncestors(entries: readonly Lineage[], ids: readonly string[]): ReadonlySet<string> {
  const parentsOf = new Map(entries.map(({ id, parents }) => [id, parents]));
  const found = new Set<string>();
  const waiting = [...ids];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    waiting.push(...(parentsOf.get(id) ?? []));
  }
  return found;
}

/** Where two branches part: the ends of what both build on. */
export function commonEnds(
  entries: readonly Lineage[],
  one: readonly string[],
  other: readonly string[],
): readonly string[] {
  const right = withAncestors(entries, other);
  const common = new Set([...withAncestors(entries, one)].filter((id) => right.has(id)));
  return endsOf(entries.filter(({ id }) => common.has(id)));
}

/** An order in which every migration comes after those that it builds on, and otherwise the older one first. */
export function inOrder<Entry extends Lineage>(entries: readonly Entry[]): readonly Entry[] {
  const waiting = new Map(
    [...entries]
      .sort((left, right) => (left.id < right.id ? -1 : 1))
      .map((entry): [string, Entry] => [entry.id, entry]),
  );
  const ordered: Entry[] = [];
  while (waiting.size > 0) {
    const candidates = [...waiting.values()];
    // Ids of a circle, which only an editor can make, come as they are.
    const next = candidates.find(({ parents }) => !parents.some((id) => waiting.has(id))) ?? candidates[0];
    if (next === undefined) break;
    ordered.push(next);
    waiting.delete(next.id);
  }
  return ordered;
}
