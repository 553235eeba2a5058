import type { Claims } from './claims.js';
import type { Timers } from './timers.js';

const FIRST_MS = 500;
const LONGEST_MS = 60_000;
/** While a channel delivers nothing, one of its lanes is tried this often, so that its receiver is found soon when it is back. */
const PROBE_MS = 5000;

/** Lanes that wait for another attempt are looked at together, at most this often. */
export const RETRY_TICK_MS = 200;

/** The lanes of a channel that may be delivered next, as this process knows them. */
export interface LaneQueue {
  /** Up to `count` lanes that are due; undefined when none are left. Reads the database once for each `markStale`. */
  next(count: number): Promise<readonly string[] | undefined>;
  /** Whether a lane may be delivered now. */
  isDue(lane: string): boolean;
  /** Says that other lanes may wait by now. */
  markStale(): void;
  /** Holds a lane back until its next attempt is due. */
  retryLater(lane: string, attempts: number): void;
  /** Ends the wait of a lane. */
  release(lane: string): void;
  /**
   * Says that the channel delivers: lanes that failed when it did not are due. Once a minute each, because what fails by itself would
   * be tried with every delivery of others.
   */
  deliverAgain(): void;
  /** Forgets lanes that were due this long ago, and that others have delivered since. */
  forgetDueFor(milliseconds: number): void;
}

export interface LaneQueueDeps {
  readonly claims: Pick<Claims, 'waiting'>;
  readonly timers: Timers;
  readonly concurrency: number;
  /** Whether this process delivers the lane now, or is about to. */
  isOurs(lane: string): boolean;
  /** Called when lanes are due again. */
  lookAgain(): void;
}

export function createLaneQueue({
  claims,
  timers,
  concurrency,
  isOurs,
  lookAgain,
}: LaneQueueDeps): LaneQueue {
  /** Moments before which lanes are not tried again. */
  const dueAt = new Map<string, number>();
  /** Moments at which deliveries of other lanes ended the wait of a lane. */
  const hurriedAt = new Map<string, number>();
  /** Whether something was delivered since the last failure; a new process does not know. */
  let delivers = false;
  let candidates: string[] = [];
  let isStale = true;

  /** What never gets through in a channel that delivers waits by itself; in one that does not, some lane finds out when its receiver is back. */
  function longestPause(now: number): number {
    if (delivers) return LONGEST_MS;
    for (const due of dueAt.values()) if (now < due && due <= now + PROBE_MS) return LONGEST_MS;
    return PROBE_MS * (0.5 + Math.random() / 2);
  }

  const isDue = (lane: string): boolean => !isOurs(lane) && (dueAt.get(lane) ?? 0) <= performance.now();

  return {
    isDue,
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
      const now = performance.now();
      const pause = Math.max(Math.min(backoffMs(attempts), longestPause(now)), RETRY_TICK_MS);
      delivers = false;
      dueAt.set(lane, now + pause);
      timers.after(pause + 1, () => {
        // Many lanes may wait, and one look finds all of them that are due.
        if (!isStale) timers.after(dueAt.size > concurrency ? RETRY_TICK_MS : 0, lookAgain);
        isStale = true;
      });
    },
    release(lane) {
      dueAt.delete(lane);
      hurriedAt.delete(lane);
    },
    deliverAgain() {
      if (delivers) return;
      delivers = true;
      const now = performance.now();
      for (const [lane, due] of dueAt) {
        if (due <= now || now - (hurriedAt.get(lane) ?? -Infinity) < LONGEST_MS) continue;
        hurriedAt.set(lane, now);
        dueAt.set(lane, now);
        isStale = true;
      }
    },
    forgetDueFor(milliseconds) {
      const now = performance.now();
      for (const [lane, due] of dueAt) if (due < now - milliseconds) dueAt.delete(lane);
      for (const [lane, at] of hurriedAt) if (at < now - LONGEST_MS) hurriedAt.delete(lane);
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
