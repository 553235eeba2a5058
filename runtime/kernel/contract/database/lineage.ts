/** A migration and its parents. */
export interface Lineage {
  readonly id: string;
  /** Ids of the parents: none for the first migration, two for one that merges branches. */
  readonly parents: readonly string[];
}

/** A migration that was squashed into another one. */
export interface ReplacedMigration {
  readonly id: string;
  /** Hash in the form that databases store (`migrationHash`). */
  readonly hash: string;
  readonly replaces?: readonly ReplacedMigration[];
}

export interface Squashing extends Lineage {
  readonly replaces?: readonly ReplacedMigration[] | undefined;
}

/** Redirects each parent that was the last of a squashed series to the squashing migration. */
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

/** Returns all squashed migrations, recursively. */
export function allReplaced(replaced: readonly ReplacedMigration[] = []): readonly ReplacedMigration[] {
  return replaced.flatMap((each) => [each, ...allReplaced(each.replaces)]);
}

/** Returns the migration that `id` was squashed into. */
export function squashOf<Entry extends Squashing>(entries: readonly Entry[], id: string): Entry | undefined {
  return entries.find(({ replaces }) => allReplaced(replaces).some((each) => each.id === id));
}

/** Returns the remedy for a migration that builds on a squashed migration other than the last. */
export function builtOnSquashed(
  id: string,
  { parent, squash }: { readonly parent: string; readonly squash: string },
): string {
  return (
    `Migration ${id} builds on ${parent}, which was squashed with later ones into ${squash}. Recreate it: delete ` +
    `generated/migrations/${id}.ts, meta/${id}.json and meta/${id}_snapshot.json, then run \`cms generate\`. ` +
    '`cms dev` updates a database that already has it.'
  );
}

/** Returns the ids of migrations without successors, sorted. Several exist after a merge of branches. */
export function endsOf(entries: readonly Lineage[]): readonly string[] {
  const followed = new Set(entries.flatMap(({ parents }) => parents));
  return entries
    .map(({ id }) => id)
    .filter((id) => !followed.has(id))
    .sort();
}

/** Returns the given ids and those of all their ancestors. */
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

/** Returns the latest common ancestors of two branches. */
export function commonEnds(
  entries: readonly Lineage[],
  one: readonly string[],
  other: readonly string[],
): readonly string[] {
  const right = withAncestors(entries, other);
  const common = new Set([...withAncestors(entries, one)].filter((id) => right.has(id)));
  return endsOf(entries.filter(({ id }) => common.has(id)));
}

/** Sorts migrations topologically; unrelated ones are ordered by age. */
export function inOrder<Entry extends Lineage>(entries: readonly Entry[]): readonly Entry[] {
  const waiting = new Map(
    [...entries]
      .sort((left, right) => (left.id < right.id ? -1 : 1))
      .map((entry): [string, Entry] => [entry.id, entry]),
  );
  const ordered: Entry[] = [];
  while (waiting.size > 0) {
    const candidates = [...waiting.values()];
    // Only manual edits can create a cycle; its ids keep their order.
    const next = candidates.find(({ parents }) => !parents.some((id) => waiting.has(id))) ?? candidates[0];
    if (next === undefined) break;
    ordered.push(next);
    waiting.delete(next.id);
  }
  return ordered;
}
