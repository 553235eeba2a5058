import type { Backoff } from '../contract/features/outbox.js';
import type { Claims, WaitingPartition } from './claims.js';
import type { SetChannel } from './compile-channels.js';
import type { Timers } from './timers.js';

/** Minimum interval, in milliseconds, at which a success of other keys may end the wait of a key. */
const HURRY_MS = 60_000;

/** Minimum interval between checks for partitions that wait for a retry. */
export const RETRY_TICK_MS = 200;

/** Partitions of a channel that may be delivered next, as far as this process knows. */
export interface PartitionQueue {
  /**
   * Returns up to `count` due partitions; undefined if there are none. Reads the database once per
   * `markStale`.
   */
  next(count: number): Promise<readonly string[] | undefined>;
  /** Returns whether a partition may be delivered now. */
  isDue(lane: string): boolean;
  /** Marks the queue as outdated: other partitions may be waiting. */
  markStale(): void;
  /** Delays a partition until its next attempt is due. */
  retryLater(failed: { readonly lane: string; readonly target: string }, failure: Failure): void;
  /** Ends the delay of a partition. */
  release(lane: string): void;
  /**
   * Marks a destination as reachable, which makes partitions due that failed before. Limited to once a minute
   * per partition; otherwise a permanently failing one would be retried after every other delivery.
   */
  deliverAgain(target: string): void;
  /** Forgets partitions that have been due for this long, because another process has delivered them. */
  forgetDueFor(milliseconds: number): void;
}

interface Failure {
  /** Number of failed attempts so far. */
  readonly attempts: number;
  /** Delay requested by the receiver, which replaces the backoff. */
  readonly afterMs: number | undefined;
}

export interface PartitionQueueDeps {
  readonly claims: Pick<Claims, 'waiting'>;
  readonly timers: Timers;
  readonly channel: Pick<SetChannel, 'concurrency' | 'backoff' | 'targetOf' | 'targetConcurrency'>;
  /** Returns whether this process delivers the partition or is about to. */
  isOurs(lane: string): boolean;
  /** Returns the number of a destination's keys that it delivers or is about to. */
  underWay(target: string): number;
  /** Called when partitions are due again. */
  lookAgain(): void;
}

/** Delay of a partition, in monotonic time. */
interface Wait {
  readonly target: string;
  /** Earliest time of the next attempt. */
  readonly due: number;
}

export function createPartitionQueue({
  claims,
  timers,
  channel: { concurrency, backoff, targetOf, targetConcurrency },
  isOurs,
  underWay,
  lookAgain,
}: PartitionQueueDeps): PartitionQueue {
  const waits = new Map<string, Wait>();
  /** Times at which deliveries of other partitions ended the delay of a partition. */
  const hurriedAt = new Map<string, number>();
  /** Destinations with a successful delivery since their last failure; empty in a new process. */
  const reached = new Set<string>();
  const hasTargets = targetConcurrency < Infinity;
  let candidates: readonly WaitingPartition[] = [];
  let isStale = true;

  /**
   * Returns the maximum pause. A key that fails at a reachable destination backs off alone; at an unreachable
   * one, some key must probe it regularly.
   */
  function longestPause(now: number, target: string): number {
    const { longestMs, probeMs } = backoff;
    if (reached.has(target)) return longestMs;
    for (const wait of waits.values())
      if (wait.target === target && now < wait.due && wait.due <= now + probeMs) return longestMs;
    return probeMs * (0.5 + Math.random() / 2);
  }

  const isDue = (lane: string): boolean => !isOurs(lane) && (waits.get(lane)?.due ?? 0) <= performance.now();

  /** Takes candidates whose destinations have capacity; the others stay. */
  function take(count: number): readonly string[] {
    const taken: string[] = [];
    const left: WaitingPartition[] = [];
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
        // One check finds all partitions that are due, so many waiting ones share a timer.
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
 * Returns a random delay in milliseconds after the given number of failed attempts (at least 1). The upper
 * bound doubles with each attempt, and full jitter spreads the retries (realtime.md 5.2).
 */
export function backoffMs(
  attempts: number,
  { firstMs, longestMs }: Pick<Backoff, 'firstMs' | 'longestMs'>,
  random: () => number = Math.random,
): number {
  return random() * Math.min(longestMs, firstMs * 2 ** Math.min(attempts - 1, 20));
}
