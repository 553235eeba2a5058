/** Where records are, by the hashes of their keys; several may have the same hash. */
export interface Places {
  /** The first place of this hash that suits. */
  find(hash: number, suits: (place: number) => boolean): number | undefined;
  has(hash: number, place: number): boolean;
  /** Answers the place that is forgotten for it, where there are too many whose hashes are alike. */
  add(hash: number, place: number): number | undefined;
  move(hash: number, from: number, to: number): void;
  remove(hash: number, place: number): void;
}

/** Places that are looked through for a hash. */
const WAYS = 8;
/** A hash and a place. */
export const PLACE_BYTES = 12;

/**
 * A table of fixed size, for at most so many places. It is no `Map` since what lives in the heap of V8 costs several times its
 * size there, and it is divided into rows of a few places so that no choice of addresses makes anybody look through many.
 */
export function createPlaces(most: number): Places {
  const rows = Math.max(1, Math.floor(most / WAYS));
  const hashes = new Uint32Array(rows * WAYS);
  /** Each is one more than its place: 0 is a free one. */
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
