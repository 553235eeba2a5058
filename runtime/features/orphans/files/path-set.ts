import { createHash } from 'node:crypto';

/** Paths, which can be marked. A million of them take nine megabytes. */
export interface PathSet {
  has(path: string): boolean;
  /** Remembers the mark for the path, if the set has it. */
  mark(path: string, mark: string): void;
  hasMark(path: string, mark: string): boolean;
}

const FIRST_LENGTH = 1024;

/**
 * What is kept of a path is 53 bits of a hash. Another path has the same with a chance of one in ten thousand for a million of each;
 * then it counts as one of the set.
 */
export async function collectPaths(paths: AsyncIterable<string>): Promise<PathSet> {
  let hashes = new Float64Array(FIRST_LENGTH);
  let length = 0;
  for await (const path of paths) {
    if (length === hashes.length) {
      const longer = new Float64Array(length * 2);
      longer.set(hashes);
      hashes = longer;
    }
    hashes[length] = hashOf(path);
    length += 1;
  }
  const sorted = hashes.subarray(0, length).sort();
  const marks = new Map<string, Uint8Array>();
  return {
    has: (path) => indexIn(sorted, hashOf(path)) !== -1,
    mark(path, mark) {
      const index = indexIn(sorted, hashOf(path));
      if (index === -1) return;
      const marked = marks.get(mark) ?? new Uint8Array(length);
      marked[index] = 1;
      marks.set(mark, marked);
    },
    hasMark(path, mark) {
      const index = indexIn(sorted, hashOf(path));
      return index !== -1 && marks.get(mark)?.[index] === 1;
    },
  };
}

function hashOf(path: string): number {
  const hash = createHash('sha256').update(path).digest();
  return hash.readUInt32BE(0) * 2 ** 21 + (hash.readUInt32BE(4) >>> 11);
}

/** The first index of a value in a sorted list; -1 when it is not there. */
function indexIn(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? Infinity) < value) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === value ? low : -1;
}
