/** Decides which responses may replace others, by the hashes of their keys. */
export interface Admission {
  /** Records a request for this key. */
  note(hash: number): void;
  /** Returns whether the hash is among the last few thousand recorded ones. */
  isKnown(hash: number): boolean;
}

/** Number of slots, each with its latest hash; 64 kB in total. */
const SLOTS = 16_384;

/**
 * Creates the admission filter. A client that requests many different URLs must not evict responses that are requested
 * repeatedly. A hash collision only wastes the space of one response.
 */
export function createAdmission(): Admission {
  const noted = new Uint32Array(SLOTS);
  return {
    note(hash) {
      noted[hash % SLOTS] = hash;
    },
    isKnown: (hash) => noted[hash % SLOTS] === hash,
  };
}
