import { AsyncResource } from 'node:async_hooks';
import type { Database } from '../contract/database.js';
import type { Clock } from '../ports/clock.js';
import type { Logger } from '../ports/logger.js';
import { type ChannelLog, createChannelLog } from './channel-log.js';
import { createClaimDelivery, LEASE_MARGIN_MS } from './claim-delivery.js';
import type { Lease } from './claim-rows.js';
import { type Claim, type Claims, createClaims } from './claims.js';
import type { SetChannel } from './compile-channels.js';
import { createLaneQueue, RETRY_TICK_MS } from './lane-queue.js';
import { onceATick, oneAtATime } from './one-at-a-time.js';
import { createDueSweep, createSweep } from './sweep.js';
import { createTimers } from './timers.js';

/** The deliveries of this process. */
interface Deliveries {
  readonly active: ReadonlyMap<string, unknown>;
  hasRoom(): boolean;
  begin(claim: Claim): void;
}

export interface SenderDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Sends the messages of one channel, as one of any number of processes. */
export interface ChannelSender {
  /** Says that new messages were committed. */
  wake(): void;
  /** Waits a few seconds for deliveries under way; all other messages stay stored. */
  close(): Promise<void>;
  readonly counts: { readonly sent: number; readonly failed: number; readonly dropped: number };
}

/** The longest time until a message of another process is noticed. */
const POLL_MS = 1000;
const PAUSE_MS = 60_000;
/** The time for which a shutdown waits for deliveries before it aborts them. */
const GRACE_MS = 5000;

export function createChannelSender(
  channel: SetChannel,
  { database, clock, log }: SenderDeps,
): ChannelSender {
  const { name, concurrency, batchSize, expiryMs } = channel;
  const claims = createClaims({ database, clock, channel: name, batchSize });
  const report = createChannelLog(log, channel);
  const leaseMs = Math.min(channel.timeoutMs, channel.leaseMs);
  const sweepWhenDue = createDueSweep(createSweep(database, channel), { expiryMs, report });
  const takeOverStale = createTakeOver({ claims, report, leaseMs });
  const counts = { sent: 0, failed: 0, dropped: 0 };
  const stop = new AbortController();
  const deliverClaim = createClaimDelivery({
    channel,
    claims,
    report,
    stopped: stop.signal,
    isClosing: () => isClosing,
  });
  const active = new Map<string, Promise<void>>();
  const timers = createTimers();
  let wakes = 0;
  let pausedUntil = 0;
  let isClosing = false;
  const filling = oneAtATime(fillOnce, report.failed);
  const queue = createLaneQueue({ claims, timers, concurrency, active, lookAgain });
  // Whoever wakes it takes no part in what is sent, so that nothing follows him here.
  const lookSoon = AsyncResource.bind(onceATick(lookAgain));
  let polling = poll();

  function hasRoom(): boolean {
    return !isClosing && performance.now() >= pausedUntil && active.size < concurrency;
  }

  function lookAgain(): void {
    queue.markStale();
    filling.run();
  }

  /** Begins as many deliveries as there is room for. */
  async function fillOnce(): Promise<void> {
    while (hasRoom()) {
      const lanes = await queue.next(concurrency - active.size);
      if (lanes === undefined) return;
      if (lanes.length === 0) continue;
      const claimed = await claims.claim(lanes);
      if (claimed === undefined) {
        timers.after(Math.random() * RETRY_TICK_MS, lookAgain);
        return;
      }
      for (const claim of claimed) begin(claim);
    }
  }

  function begin(claim: Claim): void {
    const work = send(claim)
      .catch(report.failed)
      .finally(() => {
        active.delete(claim.lane);
        filling.run();
      });
    active.set(claim.lane, work);
  }

  async function send(claim: Claim): Promise<void> {
    const { lane, messages } = claim;
    const wakesBefore = wakes;
    const { outcome, isOurs } = await deliverClaim(claim);
    if (outcome.kind === 'sent') counts.sent += messages.length;
    else if (outcome.kind !== 'release') counts.failed += 1;
    if (outcome.kind === 'retry')
      queue.retryLater(lane, 1 + Math.max(...messages.map(({ attempts }) => attempts)));
    else queue.release(lane);
    if (outcome.kind === 'sent' || outcome.kind === 'dead') queue.deliverAgain();
    if (outcome.kind === 'pause') pause(outcome.forMs ?? PAUSE_MS);
    // Other messages of a key are invisible while its lease is held, so they are looked for now.
    if (claim.hasMore || wakes !== wakesBefore || !isOurs) queue.markStale();
  }

  function pause(milliseconds: number): void {
    pausedUntil = Math.max(pausedUntil, performance.now() + milliseconds);
    timers.after(milliseconds + 1, lookAgain);
  }

  /** Looks for messages of other processes, and for those that killed processes left behind. */
  async function poll(): Promise<void> {
    try {
      counts.dropped += await sweepWhenDue();
      await takeOverStale({ active, hasRoom, begin });
      queue.forgetDueFor(leaseMs);
      lookAgain();
    } catch (error) {
      report.failed(error);
    }
    timers.after(POLL_MS, () => void (polling = poll()));
  }

  return {
    counts,
    wake() {
      wakes += 1;
      lookSoon();
    },
    async close() {
      isClosing = true;
      timers.close();
      await polling;
      await filling.running;
      await drain(active, stop);
    },
  };
}

/** Waits for deliveries, and aborts those that take too long. */
async function drain(active: ReadonlyMap<string, Promise<void>>, stop: AbortController): Promise<void> {
  const ended = Promise.all(active.values());
  const grace = setTimeout(() => stop.abort('the process was stopped'), GRACE_MS);
  await ended;
  clearTimeout(grace);
}

/** Takes over, as far as there is room, the leases of processes that no longer deliver. */
function createTakeOver({
  claims,
  report,
  leaseMs,
}: {
  readonly claims: Claims;
  readonly report: ChannelLog;
  readonly leaseMs: number;
}): (deliveries: Deliveries) => Promise<void> {
  const findStale = createStaleLeases(leaseMs + LEASE_MARGIN_MS);
  return async ({ active, hasRoom, begin }) => {
    const foreign = (await claims.leases()).filter(({ lane }) => !active.has(lane));
    for (const lease of findStale(foreign)) {
      if (!hasRoom()) break;
      const claim = await claims.takeOver(lease);
      if (claim === undefined) continue;
      report.tookOver();
      begin(claim);
    }
  };
}

/**
 * Finds leases whose holder is gone. A lease is stale when this process has seen the same token for longer than any delivery
 * takes, on its own clock that nobody sets: no dates are compared, so neither jumps of clocks nor their differences between
 * machines matter.
 */
export function createStaleLeases(
  afterMs: number,
  now: () => number = () => performance.now(),
): (leases: readonly Lease[]) => readonly Lease[] {
  let seen = new Map<string, number>();
  return (leases) => {
    const at = now();
    seen = new Map(leases.map(({ token, lane }) => [`${token} ${lane}`, seen.get(`${token} ${lane}`) ?? at]));
    return leases.filter(({ token, lane }) => at - (seen.get(`${token} ${lane}`) ?? at) >= afterMs);
  };
}
