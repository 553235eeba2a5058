import { createHash } from 'node:crypto';

/**
 * Append-only set of strings that stores a 53-bit hash of each, in eight bytes. With a million members, a
 * million other strings have a chance of one in ten thousand of a false match.
 */
export interface TextSet {
  /** Number of added strings, repetitions included. */
  readonly size: number;
  add(text: string): void;
  has(text: string): boolean;
  /** Returns the index of a string, or -1. Valid until another string is added. */
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

/** Returns the first index of a value in the sorted first `length` items, or -1. */
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
