import type { DeliverClaim } from './claim-delivery.js';
import type { Claim } from './claim-rows.js';
import type { ChannelLog } from './channel-log.js';
import type { SetChannel } from './compile-channels.js';
import { createHeldClaims } from './held-claims.js';
import type { PartitionQueue } from './partition-queue.js';
import type { Timers } from './timers.js';

/** Deliveries of one channel in this process, and claims that wait for capacity. */
export interface Deliveries {
  readonly counts: { sent: number; failed: number; dropped: number };
  /** Returns whether this process delivers the partition or is about to. */
  isOurs(lane: string): boolean;
  /** Returns the number of deliveries that may start now. */
  room(): number;
  begin(claim: Claim): void;
  /** Returns the number of a destination's keys that this process delivers or is about to. */
  underWay(target: string): number;
  /** Returns whether a writer may claim a due partition, and reserves it. */
  reserve(lane: string, key: string): boolean;
  /** Holds the claim of a reserved partition until `beginHeld` has capacity for it. */
  keep(claim: Omit<Claim, 'hasMore'>): void;
  giveUp(lane: string): void;
  /** Starts claims of writers as capacity allows, and returns claims that have waited too long. */
  beginHeld(): void;
  /** Called after messages have been committed that no writer has claimed. */
  noteMessages(): void;
  /**
   * Returns claims that have not started and waits for the others. Aborts those that take longer than
   * `graceMs`.
   */
  close(stop: AbortController, graceMs: number): Promise<void>;
}

export interface DeliveriesDeps {
  readonly channel: SetChannel;
  /** Lease duration in milliseconds. */
  readonly leaseMs: number;
  readonly deliverClaim: DeliverClaim;
  readonly queue: () => PartitionQueue;
  readonly timers: Timers;
  readonly report: ChannelLog;
  isClosing(): boolean;
  /** Called when capacity is available again. */
  fill(): void;
  lookAgain(): void;
}

/** State at the start of a delivery. */
interface Beginning {
  /** Number of commits before the claim. Later messages of its key have not been read yet. */
  readonly commitsBefore: number;
  /** Whether the claim is returned without a delivery. */
  readonly isRefused: boolean;
}

const PAUSE_MS = 60_000;

export function createDeliveries({
  channel: { concurrency, batchSize, targetOf, targetConcurrency },
  leaseMs,
  deliverClaim,
  queue,
  timers,
  report,
  isClosing,
  fill,
  lookAgain,
}: DeliveriesDeps): Deliveries {
  const counts = { sent: 0, failed: 0, dropped: 0 };
  const active = new Map<string, Promise<void>>();
  const held = createHeldClaims();
  /** Destinations of active and held claims, by partition. */
  const targets = new Map<string, string>();
  let commits = 0;
  let pausedUntil = 0;

  const isHalted = (): boolean => isClosing() || performance.now() < pausedUntil;
  const room = (): number => (isHalted() ? 0 : Math.max(0, concurrency - active.size));
  /** Claims must finish well before other processes take them over. */
  const isOld = ({ claimedAt }: Claim): boolean => performance.now() - claimedAt >= leaseMs / 2;

  const targetFor = ({ messages: [first] }: Claim): string => targetOf(first?.key ?? '');
  const underWay = (target: string): number => {
    let count = 0;
    for (const each of targets.values()) if (each === target) count += 1;
    return count;
  };

  function begin(claim: Claim, beginning: Beginning): void {
    targets.set(claim.lane, targetFor(claim));
    const work = send(claim, beginning)
      .catch(report.failed)
      .finally(() => {
        active.delete(claim.lane);
        targets.delete(claim.lane);
        fill();
      });
    active.set(claim.lane, work);
  }

  async function send(claim: Claim, { commitsBefore, isRefused }: Beginning): Promise<void> {
    const { lane, messages } = claim;
    const { outcome, isSettled } = await deliverClaim(claim, isRefused);
    const partitions = queue();
    if (outcome.kind === 'sent') counts.sent += messages.length;
    else if (outcome.kind !== 'release') counts.failed += 1;
    const target = targetFor(claim);
    if (outcome.kind === 'retry') {
      const attempts = 1 + Math.max(...messages.map((message) => message.attempts));
      partitions.retryLater({ lane, target }, { attempts, afterMs: outcome.afterMs });
    } else partitions.release(lane);
    if (outcome.kind === 'sent' || outcome.kind === 'dead') partitions.deliverAgain(target);
    if (outcome.kind === 'pause') pause(outcome.forMs ?? PAUSE_MS);
    // Other messages of a key are invisible while it is leased, so look for them now.
    const isSent = isSettled && outcome.kind !== 'release';
    if (claim.hasMore || commits !== commitsBefore || !isSent) partitions.markStale();
  }

  function pause(milliseconds: number): void {
    pausedUntil = Math.max(pausedUntil, performance.now() + milliseconds);
    timers.after(milliseconds + 1, lookAgain);
    beginHeld();
  }

  function beginHeld(): void {
    for (let claim = held.oldest(); claim !== undefined; claim = held.oldest()) {
      const isRefused = isHalted() || isOld(claim);
      if (!isRefused && room() === 0) return;
      begin(claim, { commitsBefore: held.forget(claim.lane) ?? commits, isRefused });
    }
  }

  return {
    counts,
    isOurs: (lane) => active.has(lane) || held.has(lane),
    room,
    begin: (claim) => begin(claim, { commitsBefore: commits, isRefused: false }),
    underWay,
    reserve(lane, key) {
      const target = targetOf(key);
      // Without capacity, messages are left to be collapsed and read in batches.
      if (room() <= held.size || underWay(target) >= targetConcurrency) return false;
      held.reserve(lane, commits);
      targets.set(lane, target);
      return true;
    },
    keep({ messages, ...claim }) {
      const next = messages.slice(0, batchSize);
      held.keep({ ...claim, messages: next, hasMore: next.length < messages.length });
    },
    giveUp(lane) {
      held.forget(lane);
      targets.delete(lane);
    },
    beginHeld,
    noteMessages: () => void (commits += 1),
    async close(stop, graceMs) {
      beginHeld();
      const ended = Promise.all(active.values());
      const grace = setTimeout(() => stop.abort('the process was stopped'), graceMs);
      await ended;
      clearTimeout(grace);
    },
  };
}
