import type { Claims } from './claims.js';
import type { Timers } from './timers.js';

const FIRST_MS = 500;
const LONGEST_MS = 60_000;

/** Lanes that wait for another attempt are looked at together, at most this often. */
export const RETRY_TICK_MS = 200;

/** The lanes of a channel that may be delivered next, as this process knows them. */
export interface LaneQueue {
  /** Up to `count` lanes that are due; undefined when none are left. Reads the database once for each `markStale`. */
  next(count: number): Promise<readonly string[] | undefined>;
  /** Says that other lanes may wait by now. */
  markStale(): void;
  /** Holds a lane back until its next attempt is due. */
  retryLater(lane: string, attempts: number): void;
  /** Ends the wait of a lane. */
  release(lane: string): void;
  /** Forgets lanes that were due this long ago, and that others have delivered since. */
  forgetDueFor(milliseconds: number): void;
}

export interface LaneQueueDeps {
  readonly claims: Pick<Claims, 'waiting'>;
  readonly timers: Timers;
  readonly concurrency: number;
  /** Has the lanes that this process delivers now. */
  readonly active: ReadonlyMap<string, unknown>;
  /** Called when lanes are due again. */
  lookAgain(): void;
}

export function createLaneQueue({
  claims,
  timers,
  concurrency,
  active,
  lookAgain,
}: LaneQueueDeps): LaneQueue {
  /** Moments before which lanes are not tried again. */
  const dueAt = new Map<string, number>();
  let candidates: string[] = [];
  let isStale = true;

  const isDue = (lane: string): boolean => !active.has(lane) && (dueAt.get(lane) ?? 0) <= performance.now();

  return {
    async next(count) {
      if (candidates.length === 0) {
        if (!isStale) return undefined;
        isStale = false;
        candidates = [...(await claims.waiting(dueAt.size > 0))];
      }
      candidates = candidates.filter(isDue);
      return candidates.splice(0, count);
    },
    markStale() {
      isStale = true;
    },
    retryLater(lane, attempts) {
      const pause = Math.max(backoffMs(attempts), RETRY_TICK_MS);
      dueAt.set(lane, performance.now() + pause);
      timers.after(pause + 1, () => {
        // Many lanes may wait, and one look finds all of them that are due.
        if (!isStale) timers.after(dueAt.size > concurrency ? RETRY_TICK_MS : 0, lookAgain);
        isStale = true;
      });
    },
    release: (lane) => void dueAt.delete(lane),
    forgetDueFor(milliseconds) {
      const before = performance.now() - milliseconds;
      for (const [lane, due] of dueAt) if (due < before) dueAt.delete(lane);
    },
  };
}

/**
 * Milliseconds to wait after the given number of failed attempts (at least 1): any time up to a bound that doubles with each,
 * from half a second to a minute, so that those who failed together do not come back together (realtime.md 5.2).
 */
export function backoffMs(attempts: number, random: () => number = Math.random): number {
  return random() * Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempts - 1, 20));
}
