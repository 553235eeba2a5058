/** Which answers may take the room of others, by the hashes of their keys. */
export interface Admission {
  /** Remembers that somebody asked for it. */
  note(hash: number): void;
  /** Whether the hash is among the last few thousand that were noted. */
  isKnown(hash: number): boolean;
}

/** Number of slots; each keeps the last hash that fell into it. They take 64 kB. */
const SLOTS = 16_384;

/**
 * A client that asks for one new address after another must not drive out answers that are asked for again. A key with the hash
 * of another only costs the room of one answer.
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
