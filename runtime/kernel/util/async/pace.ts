import { setImmediate as nextTick } from 'node:timers/promises';

/** Milliseconds of work after which the event loop gets a tick. */
const SLICE_MS = 10;

/**
 * Yields between parts of long work. Returns undefined while there is no need to wait. Otherwise it
 * returns a promise that resolves in a later tick of the event loop, so that other requests are served.
 * @throws whatever `assertWanted` throws if the work is no longer wanted
 */
export type Pace = () => Promise<void> | undefined;

/**
 * Creates the pace of one long-running task.
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
