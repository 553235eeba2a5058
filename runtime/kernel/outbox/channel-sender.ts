import { AsyncResource } from 'node:async_hooks';
import type { Database } from '../contract/database/database.js';
import type { Clock } from '../ports/clock.js';
import type { Logger } from '../ports/logger.js';
import { createChannelLog } from './channel-log.js';
import { createClaimDelivery } from './claim-delivery.js';
import type { Claim } from './claim-rows.js';
import { createClaims } from './claims.js';
import type { SetChannel } from './compile-channels.js';
import { createDeliveries } from './deliveries.js';
import { createPartitionQueue, RETRY_TICK_MS } from './partition-queue.js';
import { onceATick, oneAtATime } from './one-at-a-time.js';
import { createDueSweep, createSweep } from './sweep.js';
import { createTakeOver } from './take-over.js';
import { createTimers } from './timers.js';
import { createPoller } from '../util/async/poller.js';

export interface SenderDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Sends the messages of one channel. Any number of processes may run one. */
export interface ChannelSender {
  /** Called after new messages have been committed. */
  wake(): void;
  /** Returns whether a writer of this process may claim the key now. `deliver` or `giveUp` must follow. */
  reserve(lane: string, key: string): boolean;
  /** Sends messages of a reserved key whose claim is committed, as soon as capacity allows. */
  deliver(claim: Omit<Claim, 'hasMore'>): void;
  /** Releases a reservation that was not used. Pass `token` if it is unknown whether the claim was stored. */
  giveUp(lane: string, token?: string): void;
  /** Waits a few seconds for running deliveries; all other messages stay stored. */
  close(): Promise<void>;
  readonly counts: { readonly sent: number; readonly failed: number; readonly dropped: number };
}

/** Maximum delay until a message of another process is noticed. */
const POLL_MS = 1000;
/** Grace period for deliveries on shutdown, before they are aborted. */
const GRACE_MS = 5000;

export function createChannelSender(
  channel: SetChannel,
  { database, clock, log }: SenderDeps,
): ChannelSender {
  const { name, batchSize, expiryMs } = channel;
  const hasTargets = channel.targetConcurrency < Infinity;
  const claims = createClaims({ database, clock, channel: name, batchSize, hasTargets });
  const report = createChannelLog(log, channel);
  const leaseMs = Math.min(channel.timeoutMs, channel.leaseMs);
  const sweepWhenDue = createDueSweep(createSweep(database, channel), { expiryMs, report });
  const abandoned = new Set<string>();
  const takeOverStale = createTakeOver({ claims, report, leaseMs, abandoned });
  const stop = new AbortController();
  const timers = createTimers();
  let isClosing = false;
  const isStopped = (): boolean => isClosing;
  const filling = oneAtATime(fillOnce, report.failed);
  const fill = (): void => filling.run();
  const deliveries = createDeliveries({
    ...{ channel, leaseMs, timers, report, fill, lookAgain },
    isClosing: isStopped,
    deliverClaim: createClaimDelivery({
      channel,
      claims,
      clock,
      report,
      stopped: stop.signal,
      isClosing: isStopped,
    }),
    queue: () => queue,
  });
  const { isOurs, room, begin, counts } = deliveries;
  const { underWay } = deliveries;
  const queue = createPartitionQueue({ claims, timers, channel, isOurs, underWay, lookAgain });
  // Detached from the caller's async context, so that its trace does not continue here.
  const lookSoon = AsyncResource.bind(onceATick(lookAgain));
  const fillSoon = AsyncResource.bind(onceATick(fill));
  const poller = createPoller({ intervalMs: POLL_MS, isImmediate: true, run: poll, onError: report.failed });

  function lookAgain(): void {
    queue.markStale();
    fill();
  }

  /** Starts as many deliveries as capacity allows. */
  async function fillOnce(): Promise<void> {
    for (deliveries.beginHeld(); room() > 0; deliveries.beginHeld()) {
      const partitions = await queue.next(room());
      if (partitions === undefined) return;
      const claimed = await claims.claim(partitions);
      if (claimed === undefined) {
        timers.after(Math.random() * RETRY_TICK_MS, lookAgain);
        return;
      }
      for (const claim of claimed) begin(claim);
    }
  }

  /** Polls for messages of other processes and takes over leases of dead ones. */
  async function poll(): Promise<void> {
    counts.dropped += await sweepWhenDue();
    await takeOverStale({ isOurs, hasRoom: () => room() > 0, begin });
    queue.forgetDueFor(leaseMs);
    lookAgain();
  }

  poller.start();
  return {
    counts,
    wake() {
      deliveries.noteMessages();
      lookSoon();
    },
    reserve: (lane, key) => queue.isDue(lane) && deliveries.reserve(lane, key),
    deliver(claim) {
      deliveries.keep(claim);
      fillSoon();
    },
    giveUp(lane, token) {
      deliveries.giveUp(lane);
      if (token !== undefined) abandoned.add(token);
    },
    async close() {
      isClosing = true;
      timers.close();
      await poller.close();
      await filling.running;
      await deliveries.close(stop, GRACE_MS);
    },
  };
}
