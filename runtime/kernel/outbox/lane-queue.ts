import type { Backoff } from '../contract/features/outbox.js';
import type { Claims, WaitingLane } from './claims.js';
import type { SetChannel } from './compile-channels.js';
import type { Timers } from './timers.js';

/** A key gains by the success of others this often at most, in milliseconds. */
const HURRY_MS = 60_000;

/** Lanes that wait for another attempt are looked at together, at most this often. */
export const RETRY_TICK_MS = 200;

/** The lanes of a channel that may be delivered next, as this process knows them. */
export interface LaneQueue {
  /** Up to `count` lanes that may be delivered; undefined when there are none. Reads the database once for each `markStale`. */
  next(count: number): Promise<readonly string[] | undefined>;
  /** Whether a lane may be delivered now. */
  isDue(lane: string): boolean;
  /** Says that other lanes may wait by now. */
  markStale(): void;
  /** Holds a lane back until its next attempt is due. */
  retryLater(failed: { readonly lane: string; readonly target: string }, failure: Failure): void;
  /** Ends the wait of a lane. */
  release(lane: string): void;
  /**
   * Says that a target is reached: lanes that failed when it was not are due. Once a minute each, because what fails by itself would
   * be tried with every delivery of others.
   */
  deliverAgain(target: string): void;
  /** Forgets lanes that were due this long ago, and that others have delivered since. */
  forgetDueFor(milliseconds: number): void;
}

interface Failure {
  /** Failed attempts by now. */
  readonly attempts: number;
  /** What the receiver asks for in place of the usual pause. */
  readonly afterMs: number | undefined;
}

export interface LaneQueueDeps {
  readonly claims: Pick<Claims, 'waiting'>;
  readonly timers: Timers;
  readonly channel: Pick<SetChannel, 'concurrency' | 'backoff' | 'targetOf' | 'targetConcurrency'>;
  /** Whether this process delivers the lane now, or is about to. */
  isOurs(lane: string): boolean;
  /** Keys of a target that it delivers, or is about to. */
  underWay(target: string): number;
  /** Called when lanes are due again. */
  lookAgain(): void;
}

/** The wait of a lane, on the monotone clock. */
interface Wait {
  readonly target: string;
  /** Before it the lane is not tried again. */
  readonly due: number;
}

export function createLaneQueue({
  claims,
  timers,
  channel: { concurrency, backoff, targetOf, targetConcurrency },
  isOurs,
  underWay,
  lookAgain,
}: LaneQueueDeps): LaneQueue {
  const waits = new Map<string, Wait>();
  /** Moments at which deliveries of other lanes ended the wait of a lane. */
  const hurriedAt = new Map<string, number>();
  /** Targets that something was delivered to since their last failure; a new process does not know. */
  const reached = new Set<string>();
  const hasTargets = targetConcurrency < Infinity;
  let candidates: readonly WaitingLane[] = [];
  let isStale = true;

  /** What never gets through to a target that is reached waits by itself; of one that is not, some lane finds out when it is back. */
  function longestPause(now: number, target: string): number {
    const { longestMs, probeMs } = backoff;
    if (reached.has(target)) return longestMs;
    for (const wait of waits.values())
      if (wait.target === target && now < wait.due && wait.due <= now + probeMs) return longestMs;
    return probeMs * (0.5 + Math.random() / 2);
  }

  const isDue = (lane: string): boolean => !isOurs(lane) && (waits.get(lane)?.due ?? 0) <= performance.now();

  /** Takes candidates as far as their targets have room; what there is none for stays. */
  function take(count: number): readonly string[] {
    const taken: string[] = [];
    const left: WaitingLane[] = [];
    const going = new Map<string, number>();
    for (const candidate of candidates) {
      const { lane, key } = candidate;
      if (!isDue(lane)) continue;
      const target = targetOf(key ?? '');
      const ofTarget = going.get(target) ?? underWay(target);
      if (taken.length === count || ofTarget >= targetConcurrency) left.push(candidate);
      else {
        going.set(target, ofTarget + 1);
        taken.push(lane);
      }
    }
    candidates = left;
    return taken;
  }

  return {
    isDue,
    async next(count) {
      const known = take(count);
      if (known.length > 0) return known;
      if (!isStale) return undefined;
      isStale = false;
      candidates = await claims.waiting(hasTargets || waits.size > 0);
      const found = take(count);
      return found.length > 0 ? found : undefined;
    },
    markStale() {
      isStale = true;
    },
    retryLater({ lane, target }, { attempts, afterMs }) {
      const now = performance.now();
      const usual = Math.min(backoffMs(attempts, backoff), longestPause(now, target));
      const pause = Math.max(afterMs ?? usual, RETRY_TICK_MS);
      reached.delete(target);
      waits.set(lane, { target, due: now + pause });
      timers.after(pause + 1, () => {
        // Many lanes may wait, and one look finds all of them that are due.
        if (!isStale) timers.after(waits.size > concurrency ? RETRY_TICK_MS : 0, lookAgain);
        isStale = true;
      });
    },
    release(lane) {
      waits.delete(lane);
      hurriedAt.delete(lane);
    },
    deliverAgain(target) {
      if (reached.has(target)) return;
      reached.add(target);
      const now = performance.now();
      for (const [lane, wait] of waits) {
        if (wait.target !== target || wait.due <= now) continue;
        if (now - (hurriedAt.get(lane) ?? -Infinity) < HURRY_MS) continue;
        hurriedAt.set(lane, now);
        waits.set(lane, { target, due: now });
        isStale = true;
      }
    },
    forgetDueFor(milliseconds) {
      const now = performance.now();
      for (const [lane, { due }] of waits) if (due < now - milliseconds) waits.delete(lane);
      for (const [lane, at] of hurriedAt) if (at < now - HURRY_MS) hurriedAt.delete(lane);
    },
  };
}

/**
 * Milliseconds to wait after the given number of failed attempts (at least 1): any time up to a bound that doubles with each,
 * so that those who failed together do not come back together (realtime.md 5.2).
 */
export function backoffMs(
  attempts: number,
  { firstMs, longestMs }: Pick<Backoff, 'firstMs' | 'longestMs'>,
  random: () => number = Math.random,
): number {
  return random() * Math.min(longestMs, firstMs * 2 ** Math.min(attempts - 1, 20));
}
