/** How many ids a statement takes: with 60 lists of them it stays below the 65535 parameters of MySQL and MariaDB. */
const LIST_SIZE = 1024;

/** Cuts ids into lists for `Dialect.anyOf`; sorted, so that transactions lock rows in one order. */
export function idLists(ids: Iterable<string>): readonly (readonly string[])[] {
  const sorted = [...new Set(ids)].sort();
  const lists: (readonly string[])[] = [];
  for (let from = 0; from < sorted.length; from += LIST_SIZE)
    lists.push(sorted.slice(from, from + LIST_SIZE));
  return lists;
}

/** Groups what has a type by it, in the order of the types' names. */
export function byType<Entry extends { readonly type: string }>(
  entries: Iterable<Entry>,
): readonly (readonly [type: string, entries: readonly Entry[]])[] {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const group = groups.get(entry.type);
    if (group === undefined) groups.set(entry.type, [entry]);
    else group.push(entry);
  }
  return [...groups].sort(([left], [right]) => (left < right ? -1 : 1));
}
