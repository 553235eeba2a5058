import type { DeliverClaim } from './claim-delivery.js';
import type { Claim } from './claim-rows.js';
import type { ChannelLog } from './channel-log.js';
import type { SetChannel } from './compile-channels.js';
import { createHeldClaims } from './held-claims.js';
import type { LaneQueue } from './lane-queue.js';
import type { Timers } from './timers.js';

/** The deliveries of one channel by this process, and what waits for them with a lease. */
export interface Deliveries {
  readonly counts: { sent: number; failed: number; dropped: number };
  /** Whether this process delivers the lane now, or is about to. */
  isOurs(lane: string): boolean;
  /** Deliveries that may begin now. */
  room(): number;
  begin(claim: Claim): void;
  /** Keys of a target that this process delivers now, or is about to. */
  underWay(target: string): number;
  /** Whether a writer may claim a lane that is due. */
  reserve(lane: string, key: string): boolean;
  /** Keeps the claim of a reserved lane until `beginHeld` finds room for it. */
  keep(claim: Omit<Claim, 'hasMore'>): void;
  giveUp(lane: string): void;
  /** Begins what writers have claimed, as far as there is room; claims that wait for too long are given back. */
  beginHeld(): void;
  /** Says that messages were committed which nobody has claimed. */
  noteMessages(): void;
  /** Gives back what has not begun, and waits for the rest; what takes longer than `graceMs` is aborted. */
  close(stop: AbortController, graceMs: number): Promise<void>;
}

export interface DeliveriesDeps {
  readonly channel: SetChannel;
  /** Milliseconds. */
  readonly leaseMs: number;
  readonly deliverClaim: DeliverClaim;
  readonly queue: () => LaneQueue;
  readonly timers: Timers;
  readonly report: ChannelLog;
  isClosing(): boolean;
  /** Called when there is room again. */
  fill(): void;
  lookAgain(): void;
}

/** How a delivery begins. */
interface Beginning {
  /** `commits` before the claim; messages of its key that came behind that are not found yet. */
  readonly commitsBefore: number;
  /** It is given back without a delivery. */
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
  /** The targets of what is active or held, by lane. */
  const targets = new Map<string, string>();
  let commits = 0;
  let pausedUntil = 0;

  const isHalted = (): boolean => isClosing() || performance.now() < pausedUntil;
  const room = (): number => (isHalted() ? 0 : Math.max(0, concurrency - active.size));
  /** What is begun must be done before others take it over. */
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
    const lanes = queue();
    if (outcome.kind === 'sent') counts.sent += messages.length;
    else if (outcome.kind !== 'release') counts.failed += 1;
    const target = targetFor(claim);
    if (outcome.kind === 'retry') {
      const attempts = 1 + Math.max(...messages.map((message) => message.attempts));
      lanes.retryLater({ lane, target }, { attempts, afterMs: outcome.afterMs });
    } else lanes.release(lane);
    if (outcome.kind === 'sent' || outcome.kind === 'dead') lanes.deliverAgain(target);
    if (outcome.kind === 'pause') pause(outcome.forMs ?? PAUSE_MS);
    // Other messages of a key are invisible while its lease is held, so they are looked for now.
    const isSent = isSettled && outcome.kind !== 'release';
    if (claim.hasMore || commits !== commitsBefore || !isSent) lanes.markStale();
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
      // What there is no room for is collapsed and read in batches.
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
