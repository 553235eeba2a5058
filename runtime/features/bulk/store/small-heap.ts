import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Heap growth in percent after a full garbage collection before the next one starts. */
const GROWTH = 20;

/**
 * Runs work with a small heap. By default V8 lets the heap grow to a multiple of the live data, and batches outlive the
 * young generation, so garbage would dominate. V8 reads the flag after each full collection, so the first one is
 * triggered here.
 */
export async function inSmallHeap<Result>(work: () => Promise<Result>): Promise<Result> {
  setFlagsFromString(`--heap-growing-percent=${GROWTH}`);
  collectGarbage();
  try {
    return await work();
  } finally {
    setFlagsFromString('--heap-growing-percent=0');
  }
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void; // the flag defines this name in new contexts
  setFlagsFromString('--no-expose-gc');
  collect();
}
