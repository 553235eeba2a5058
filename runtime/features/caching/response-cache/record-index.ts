/** Index of record positions by key hash. Several records can have the same hash. */
export interface RecordIndex {
  /** Returns the first position with this hash that `suits` accepts. */
  find(hash: number, suits: (place: number) => boolean): number | undefined;
  has(hash: number, place: number): boolean;
  /** Returns the position that was evicted if the row of this hash was full. */
  add(hash: number, place: number): number | undefined;
  move(hash: number, from: number, to: number): void;
  remove(hash: number, place: number): void;
}

/** Entries per row, searched for one hash. */
const WAYS = 8;
/** Size of an entry in bytes: hash (4) and position (8). */
export const INDEX_ENTRY_BYTES = 12;

/**
 * Creates a hash table of fixed size. A `Map` on the V8 heap would take several times the size of its content. Rows are
 * short, so that no choice of URLs can slow down a search.
 */
export function createRecordIndex(most: number): RecordIndex {
  const rows = Math.max(1, Math.floor(most / WAYS));
  const hashes = new Uint32Array(rows * WAYS);
  /** Position plus one, because 0 marks a free entry. */
  const places = new Float64Array(rows * WAYS);
  let forgotten = 0;

  const startOf = (hash: number): number => (hash % rows) * WAYS;

  function slotOf(hash: number, place: number): number | undefined {
    const start = startOf(hash);
    for (let at = start; at < start + WAYS; at += 1)
      if (places[at] === place + 1 && hashes[at] === hash) return at;
    return undefined;
  }

  return {
    find(hash, suits) {
      const start = startOf(hash);
      for (let at = start; at < start + WAYS; at += 1) {
        const place = (places[at] ?? 0) - 1;
        if (place >= 0 && hashes[at] === hash && suits(place)) return place;
      }
      return undefined;
    },
    has: (hash, place) => slotOf(hash, place) !== undefined,
    add(hash, place) {
      const start = startOf(hash);
      let at = places.subarray(start, start + WAYS).indexOf(0);
      if (at < 0) at = forgotten = (forgotten + 1) % WAYS;
      const before = (places[start + at] ?? 0) - 1;
      hashes[start + at] = hash;
      places[start + at] = place + 1;
      return before < 0 ? undefined : before;
    },
    move(hash, from, to) {
      const at = slotOf(hash, from);
      if (at !== undefined) places[at] = to + 1;
    },
    remove(hash, place) {
      const at = slotOf(hash, place);
      if (at !== undefined) places[at] = 0;
    },
  };
}
