import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** By how many percent the heap may grow behind a full collection before the next one. */
const GROWTH = 20;

/**
 * Does work in a heap that stays small. By itself V8 lets it grow to several times of what is alive while the machine has room: what a
 * batch holds outlives its young generation, so that most of the heap would be batches of before. It asks for this whenever a full
 * collection ends; one takes some ten milliseconds, and the first one is made here, because a process that just started has none.
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
  const collect = runInNewContext('gc') as () => void; // what the flag makes of that name in contexts to come
  setFlagsFromString('--no-expose-gc');
  collect();
}
