/** What must be there before a record is made. */
interface Dependent {
  readonly id: string;
  readonly parent: string | null;
  readonly template: string | null;
}

/**
 * Ids of those that cannot be made below their parents, because these are made from them by some way: page data may stand above
 * its own template. One of each circle, the one found first.
 */
export function circularParents(entries: readonly Dependent[]): ReadonlySet<string> {
  const waiting = new Map(entries.map((entry) => [entry.id, entry]));
  const freed = new Set<string>();
  const needs = ({ id, parent, template }: Dependent): readonly string[] =>
    [freed.has(id) ? null : parent, template].filter(
      (need) => need !== null && waiting.has(need),
    ) as string[];
  const holders = holdersOf(entries);
  let ready = entries.filter((entry) => needs(entry).length === 0);
  for (;;) {
    while (ready.length > 0) {
      for (const { id } of ready) waiting.delete(id);
      const next = ready.flatMap(({ id }) => holders.get(id) ?? []);
      ready = [...new Set(next)].filter((entry) => waiting.has(entry.id) && needs(entry).length === 0);
    }
    const [left] = waiting.values();
    if (left === undefined) return freed;
    const broken = breakCircle(left, { waiting, freed, needs });
    freed.add(broken.id);
    if (needs(broken).length === 0) ready = [broken];
  }
}

interface Circles {
  readonly waiting: ReadonlyMap<string, Dependent>;
  readonly freed: ReadonlySet<string>;
  readonly needs: (entry: Dependent) => readonly string[];
}

/** Goes from need to need until it comes round, and then to the first that has its parent on the way. */
function breakCircle(start: Dependent, { waiting, freed, needs }: Circles): Dependent {
  const seen = new Set<string>();
  let entry = start;
  for (;;) {
    const { id, parent } = entry;
    const [need] = needs(entry);
    if (seen.has(id) && !freed.has(id) && parent !== null && parent === need) return entry;
    seen.add(id);
    entry = (need === undefined ? undefined : waiting.get(need)) ?? start;
  }
}

function holdersOf(entries: readonly Dependent[]): ReadonlyMap<string, readonly Dependent[]> {
  const holders = new Map<string, Dependent[]>();
  for (const entry of entries)
    for (const need of [entry.parent, entry.template]) {
      if (need === null) continue;
      const known = holders.get(need);
      if (known === undefined) holders.set(need, [entry]);
      else known.push(entry);
    }
  return holders;
}
