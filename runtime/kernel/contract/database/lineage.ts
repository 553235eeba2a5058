/** A migration and those that it builds on. */
export interface Lineage {
  readonly id: string;
  /** The migrations it builds on: none for the first one, two when it joins two branches. */
  readonly parents: readonly string[];
}

/** A migration that is part of another one by now. */
export interface ReplacedMigration {
  readonly id: string;
  /** The hash in the form in which databases store it (`migrationHash`). */
  readonly hash: string;
  readonly replaces?: readonly ReplacedMigration[];
}

export interface Squashing extends Lineage {
  readonly replaces?: readonly ReplacedMigration[] | undefined;
}

/** Whoever builds on the last of what a migration replaces builds on that migration. */
export function withPresentParents<Entry extends Squashing>(entries: readonly Entry[]): readonly Entry[] {
  const heirs = new Map(
    entries.flatMap(({ id, replaces }) => lastOf(replaces).map((end) => [end, id] as const)),
  );
  for (const { id } of entries) heirs.delete(id);
  if (heirs.size === 0) return entries;
  return entries.map((entry) => ({ ...entry, parents: entry.parents.map((id) => heirs.get(id) ?? id) }));
}

function lastOf(replaced: readonly ReplacedMigration[] = []): readonly string[] {
  const last = replaced.at(-1);
  return last === undefined ? [] : [last.id, ...lastOf(last.replaces)];
}

/** The migrations that are part of another, those of a part included. */
export function allReplaced(replaced: readonly ReplacedMigration[] = []): readonly ReplacedMigration[] {
  return replaced.flatMap((each) => [each, ...allReplaced(each.replaces)]);
}

/** The migration that `id` is part of by now. */
export function squashOf<Entry extends Squashing>(entries: readonly Entry[], id: string): Entry | undefined {
  return entries.find(({ replaces }) => allReplaced(replaces).some((each) => each.id === id));
}

/** The remedy for a migration of a branch that builds on a squashed one other than the last. */
export function builtOnSquashed(
  id: string,
  { parent, squash }: { readonly parent: string; readonly squash: string },
): string {
  return (
    `Migration ${id} builds on ${parent}, which ${squash} stands for together with later ones. Write it anew: delete ` +
    `generated/migrations/${id}.ts, meta/${id}.json and meta/${id}_snapshot.json, then run \`cms generate\`. ` +
    '`cms dev` takes a database along that has it already.'
  );
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

/** Finds the point at which two branches part: the last migrations that both build on. */
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
