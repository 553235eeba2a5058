/** Finds the place of a record in memory by the hash of its key. Several records may have the same hash. */
export interface RecordIndex {
  /** The first place with this hash for which `suits` is true. */
  find(hash: number, suits: (place: number) => boolean): number | undefined;
  has(hash: number, place: number): boolean;
  /** Returns the place that was dropped to make room, if the row of this hash was full. */
  add(hash: number, place: number): number | undefined;
  move(hash: number, from: number, to: number): void;
  remove(hash: number, place: number): void;
}

/** Entries that are searched for one hash. */
const WAYS = 8;
/** Size of one entry: a hash (4 bytes) and a place (8 bytes). */
export const INDEX_ENTRY_BYTES = 12;

/**
 * A hash table of fixed size. It is no `Map`, because a map in the heap of V8 takes several times the size of its content. Rows are
 * short, so that no choice of addresses can make a search long.
 */
export function createRecordIndex(most: number): RecordIndex {
  const rows = Math.max(1, Math.floor(most / WAYS));
  const hashes = new Uint32Array(rows * WAYS);
  /** Stored plus one, because 0 marks a free entry. */
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
