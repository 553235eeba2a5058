/** Groups entries by key, in order of appearance; `valueOf` selects the value of each entry. */
export function groupBy<Key, Entry, Value = Entry>(
  entries: Iterable<Entry>,
  keyOf: (entry: Entry) => Key,
  // Without `valueOf`, `Value` is `Entry`.
  valueOf: (entry: Entry) => Value = (entry) => entry as unknown as Value,
): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const entry of entries) {
    const key = keyOf(entry);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [valueOf(entry)]);
    else group.push(valueOf(entry));
  }
  return groups;
}
