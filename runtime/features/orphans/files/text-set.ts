import { createHash } from 'node:crypto';

/**
 * Texts of which none is taken away. What is kept of each is 53 bits of a hash: eight bytes. Another text has the hash of one of them with a
 * chance of one in ten thousand for a million of each; then it counts as one of them.
 */
export interface TextSet {
  /** Texts that were added, each time. */
  readonly size: number;
  add(text: string): void;
  has(text: string): boolean;
  /** The position of a text until another one is added; -1 when it is not there. */
  indexOf(text: string): number;
}

const FIRST_LENGTH = 1024;

export function createTextSet(): TextSet {
  let hashes = new Float64Array(FIRST_LENGTH);
  let length = 0;
  let isSorted = true;

  function indexOf(text: string): number {
    if (!isSorted) hashes.subarray(0, length).sort();
    isSorted = true;
    return indexIn(hashes, length, hashOf(text));
  }

  return {
    get size() {
      return length;
    },
    add(text) {
      if (length === hashes.length) {
        const longer = new Float64Array(length * 2);
        longer.set(hashes);
        hashes = longer;
      }
      hashes[length] = hashOf(text);
      length += 1;
      isSorted = false;
    },
    has: (text) => indexOf(text) !== -1,
    indexOf,
  };
}

function hashOf(text: string): number {
  const hash = createHash('sha256').update(text).digest();
  return hash.readUInt32BE(0) * 2 ** 21 + (hash.readUInt32BE(4) >>> 11);
}

/** The first index of a value in a list that is sorted up to a length; -1 when it is not there. */
function indexIn(sorted: Float64Array, length: number, value: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? Infinity) < value) low = middle + 1;
    else high = middle;
  }
  return low < length && sorted[low] === value ? low : -1;
}
