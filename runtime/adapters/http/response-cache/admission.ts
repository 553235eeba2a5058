/** Which answers may take the room of others, by the hashes of their keys. */
export interface Admission {
  /** Remembers that somebody asked for it. */
  note(hash: number): void;
  /** It is among the last few thousand that were noted. */
  isKnown(hash: number): boolean;
}

/** Places for hashes, each for the last one that came to it: 64 kB. */
const PLACES = 16_384;

/**
 * Somebody who asks for address after address drives out no answer that others come back for. A key with the hash of another
 * costs room for an answer, and nothing else.
 */
export function createAdmission(): Admission {
  const noted = new Uint32Array(PLACES);
  return {
    note(hash) {
      noted[hash % PLACES] = hash;
    },
    isKnown: (hash) => noted[hash % PLACES] === hash,
  };
}
