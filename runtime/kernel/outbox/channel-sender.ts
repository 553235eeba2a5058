import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../contract/database.js';
import type { Clock } from '../ports/clock.js';
import type { Logger } from '../ports/logger.js';
import { backoffMs } from './backoff.js';
import { createChannelLog } from './channel-log.js';
import { type Claim, createClaims, type Lease, type Settlement } from './claims.js';
import type { SetChannel } from './compile-channels.js';
import { deliver } from './deliver.js';
import { startHeartbeat } from './heartbeat.js';
import { createStaleLeases } from './stale-leases.js';
import { createSweep } from './sweep.js';

export interface SenderDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Sends the messages of one channel, as one of any number of processes. */
export interface ChannelSender {
  /** New messages are there. */
  wake(): void;
  /** Waits a few seconds for what is under way; the rest stays stored. */
  close(): Promise<void>;
  readonly counts: { readonly sent: number; readonly failed: number; readonly dropped: number };
}

/** How long messages of other processes wait at most to be noticed. */
const POLL_MS = 1000;
const LONGEST_SWEEP_PAUSE_MS = 30_000;
const PAUSE_MS = 60_000;
/** Room for a slow database around a delivery, before others take its lease for abandoned. */
const LEASE_MARGIN_MS = 5000;
/** How long a shutdown waits for deliveries before it aborts them. */
const GRACE_MS = 5000;
/** Keys that wait for another attempt come up together at most so often. */
const RETRY_TICK_MS = 200;
const SETTLE_PAUSE_MS = 500;

/** What has become of messages, and the lease that settles them. */
interface Delivered {
  readonly outcome: Settlement;
  readonly lease: Pick<Lease, 'token'>;
}

const released = (lease: Lease): Delivered => ({ outcome: { kind: 'release' }, lease });

export function createChannelSender(
  channel: SetChannel,
  { database, clock, log }: SenderDeps,
): ChannelSender {
  const { name, concurrency, batchSize, timeoutMs, expiryMs } = channel;
  const claims = createClaims({ database, clock, channel: name, batchSize });
  const sweep = createSweep(database, channel);
  const report = createChannelLog(log, channel);
  const isLong = timeoutMs > channel.leaseMs;
  const leaseMs = Math.min(timeoutMs, channel.leaseMs);
  const findStale = createStaleLeases(leaseMs + LEASE_MARGIN_MS);
  const counts = { sent: 0, failed: 0, dropped: 0 };
  const stop = new AbortController();
  const active = new Map<string, Promise<void>>();
  /** Moments before which keys are not tried again. */
  const dueAt = new Map<string, number>();
  const timers = new Set<NodeJS.Timeout>();
  let candidates: string[] = [];
  let isStale = true;
  let wakes = 0;
  let isWoken = false;
  let pausedUntil = 0;
  let lastSweep = -Infinity;
  let isClosing = false;
  let filling: Promise<void> | undefined;
  let isAskedAgain = false;
  let polling = poll();

  function after(milliseconds: number, work: () => void): void {
    if (isClosing) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, milliseconds);
    timers.add(timer.unref());
  }

  function lookAgain(): void {
    isStale = true;
    fill();
  }

  /** Begins as many deliveries as there is room for; one look at a time. */
  function fill(): void {
    if (filling !== undefined) {
      isAskedAgain = true;
      return;
    }
    filling = fillOnce()
      .catch(report.failed)
      .finally(() => {
        filling = undefined;
        if (!isAskedAgain) return;
        isAskedAgain = false;
        fill();
      });
  }

  async function fillOnce(): Promise<void> {
    while (!isClosing && performance.now() >= pausedUntil && active.size < concurrency) {
      if (candidates.length === 0) {
        if (!isStale) return;
        isStale = false;
        candidates = [...(await claims.waiting(dueAt.size > 0))];
      }
      candidates = candidates.filter(isDue);
      const lanes = candidates.splice(0, concurrency - active.size);
      if (lanes.length === 0) continue;
      const claimed = await claims.claim(lanes);
      if (claimed === undefined) {
        after(Math.random() * RETRY_TICK_MS, lookAgain);
        return;
      }
      for (const claim of claimed) begin(claim);
    }
  }

  function isDue(lane: string): boolean {
    return !active.has(lane) && (dueAt.get(lane) ?? 0) <= performance.now();
  }

  function begin(claim: Claim): void {
    const work = send(claim)
      .catch(report.failed)
      .finally(() => {
        active.delete(claim.lane);
        fill();
      });
    active.set(claim.lane, work);
  }

  async function send(claim: Claim): Promise<void> {
    const { lane, messages } = claim;
    const wakesBefore = wakes;
    const { outcome, lease } = isClosing ? released(claim) : await handOver(claim);
    const isOurs = await settle({ ...claim, ...lease }, outcome);
    report.settled(
      outcome,
      messages.map(({ id }) => id),
    );
    if (outcome.kind === 'sent') counts.sent += messages.length;
    else if (outcome.kind !== 'release') counts.failed += 1;
    if (outcome.kind === 'retry') wait(lane, 1 + Math.max(...messages.map(({ attempts }) => attempts)));
    else dueAt.delete(lane);
    if (outcome.kind === 'pause') pause(outcome.forMs ?? PAUSE_MS);
    // While its lease was held, nobody could see what else there is of the key.
    if (claim.hasMore || wakes !== wakesBefore || !isOurs) isStale = true;
  }

  /** Most channels are done, or have given up, before a lease would have to be renewed. */
  async function handOver(claim: Claim): Promise<Delivered> {
    const { messages } = claim;
    if (!isLong) return { outcome: await deliver(channel, messages, stop.signal), lease: claim };
    const { renew } = claims;
    const heartbeat = startHeartbeat(claim, { leaseMs, renew, onError: report.failed });
    const stopped = AbortSignal.any([stop.signal, heartbeat.lost]);
    return { outcome: await deliver(channel, messages, stopped), lease: await heartbeat.stop() };
  }

  /** What was sent is not sent again because the database was away for a moment. */
  async function settle(claim: Claim, outcome: Settlement): Promise<boolean> {
    const until = performance.now() + LEASE_MARGIN_MS;
    for (;;) {
      try {
        return await claims.settle(claim, outcome);
      } catch (error) {
        report.failed(error);
        if (isClosing || performance.now() > until) return false;
      }
      await sleep(SETTLE_PAUSE_MS);
    }
  }

  function wait(lane: string, attempts: number): void {
    const pause = Math.max(backoffMs(attempts), RETRY_TICK_MS);
    dueAt.set(lane, performance.now() + pause);
    after(pause + 1, () => {
      // Many keys may wait, and one look finds all of them that are due.
      if (!isStale) after(dueAt.size > concurrency ? RETRY_TICK_MS : 0, lookAgain);
      isStale = true;
    });
  }

  function pause(milliseconds: number): void {
    pausedUntil = Math.max(pausedUntil, performance.now() + milliseconds);
    after(milliseconds + 1, lookAgain);
  }

  /** Looks for messages of other processes, and for those that killed ones have left behind. */
  async function poll(): Promise<void> {
    try {
      await sweepWhenDue();
      const foreign = (await claims.leases()).filter(({ lane }) => !active.has(lane));
      for (const lease of findStale(foreign)) {
        if (isClosing || active.size >= concurrency || performance.now() < pausedUntil) break;
        const claim = await claims.takeOver(lease);
        if (claim === undefined) continue;
        report.tookOver();
        begin(claim);
      }
      for (const [lane, due] of dueAt) if (due < performance.now() - leaseMs) dueAt.delete(lane);
      lookAgain();
    } catch (error) {
      report.failed(error);
    }
    after(POLL_MS, () => {
      polling = poll();
    });
  }

  async function sweepWhenDue(): Promise<void> {
    const now = performance.now();
    if (now - lastSweep < Math.min(LONGEST_SWEEP_PAUSE_MS, expiryMs / 4)) return;
    lastSweep = now;
    const swept = await sweep();
    counts.dropped += swept.expired + swept.surplus;
    report.swept(swept);
  }

  return {
    counts,
    wake() {
      wakes += 1;
      if (isWoken || isClosing) return;
      isWoken = true;
      // Whoever has just committed gives its answer first.
      setImmediate(() => {
        isWoken = false;
        if (!isClosing) lookAgain();
      });
    },
    async close() {
      isClosing = true;
      for (const timer of timers) clearTimeout(timer);
      await polling;
      await filling;
      const ended = Promise.all(active.values());
      const grace = setTimeout(() => stop.abort('the process was stopped'), GRACE_MS);
      await ended;
      clearTimeout(grace);
    },
  };
}
