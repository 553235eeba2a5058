/** Entries by what they have in common, both in the order in which they come; `valueOf` says what is kept of each. */
export function groupBy<Key, Entry, Value = Entry>(
  entries: Iterable<Entry>,
  keyOf: (entry: Entry) => Key,
  // Without it the values are the entries.
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
