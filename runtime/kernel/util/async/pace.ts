import { setImmediate as nextTick } from 'node:timers/promises';

/** Milliseconds of work after which the event loop gets a tick. */
const SLICE_MS = 10;

/**
 * Called between the parts of long work. Undefined while there is nothing to wait for; otherwise a promise that resolves in a later tick
 * of the event loop, so that other requests are served.
 * @throws what `assertWanted` throws, when nobody waits for the work any more
 */
export type Pace = () => Promise<void> | undefined;

/**
 * Makes the pace of one piece of long work.
 * @example
 * const pace = createPace(context.assertWanted);
 * for (const record of records) {
 *   await pace();
 *   print(record);
 * }
 */
export function createPace(assertWanted?: () => void, now: () => number = () => performance.now()): Pace {
  let began = now();
  return () => {
    assertWanted?.();
    if (now() - began < SLICE_MS) return undefined;
    return nextTick().then(() => {
      began = now();
      assertWanted?.();
    });
  };
}
