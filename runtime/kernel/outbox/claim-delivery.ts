import { setTimeout as sleep } from 'node:timers/promises';
import type { DeliveryOutcome, PendingMessage } from '../contract/features/outbox.js';
import { DELIVERY_CHANNEL, type DeliveryMessage, isObserved } from '../observation/channels.js';
import type { Clock } from '../ports/clock.js';
import type { ChannelLog } from './channel-log.js';
import type { Claim, Lease, Settlement } from './claim-rows.js';
import type { Claims } from './claims.js';
import { linkSignals } from '../util/async/linked-signal.js';
import type { SetChannel } from './compile-channels.js';
import { startHeartbeat } from './heartbeat.js';

/**
 * Allowance for a slow database before and after a delivery. Other processes consider a lease abandoned only
 * after it.
 */
export const LEASE_MARGIN_MS = 5000;
const SETTLE_PAUSE_MS = 500;

export interface ClaimDeliveryDeps {
  readonly channel: SetChannel;
  readonly claims: Claims;
  readonly clock: Clock;
  readonly report: ChannelLog;
  /** Aborts deliveries on shutdown. */
  readonly stopped: AbortSignal;
  /** Returns whether the process is shutting down, so that claims are returned without a delivery. */
  isClosing(): boolean;
}

/** Outcome of a delivery, and the lease to settle it with. */
interface Delivered {
  readonly outcome: Settlement;
  readonly lease: Pick<Lease, 'token'>;
}

/**
 * Delivers a claim, then stores and reports the outcome. `isSettled` is false if another process took over
 * the lease, or one settled together with it.
 * @param isRefused returns the claim without a delivery
 */
export type DeliverClaim = (
  claim: Claim,
  isRefused?: boolean,
) => Promise<{ readonly outcome: Settlement; readonly isSettled: boolean }>;

export function createClaimDelivery({
  channel,
  claims,
  clock,
  report,
  stopped,
  isClosing,
}: ClaimDeliveryDeps): DeliverClaim {
  const isLong = channel.timeoutMs > channel.leaseMs;
  const leaseMs = Math.min(channel.timeoutMs, channel.leaseMs);

  async function handOver(claim: Claim): Promise<Delivered> {
    const delivered = await observed(claim);
    const { outcome } = delivered;
    const isOver = claim.messages.some(({ createdAt }) => ageOf(createdAt) >= channel.deadAfterMs);
    if (outcome.kind !== 'retry' || !isOver) return delivered;
    return { ...delivered, outcome: { kind: 'dead', reason: outcome.reason } };
  }

  const ageOf = (date: Date): number => clock.now().getTime() - date.getTime();

  async function observed(claim: Claim): Promise<Delivered> {
    if (!isObserved(DELIVERY_CHANNEL)) return attempt(claim);
    const notified = describeDelivery(channel.name, claim);
    return DELIVERY_CHANNEL.tracePromise(async () => {
      const delivered = await attempt(claim);
      notified.outcome = delivered.outcome.kind;
      return delivered;
    }, notified);
  }

  /**
   * Delivers a claim. Renews the lease only if a delivery may outlast it, which most channels do not need.
   */
  async function attempt(claim: Claim): Promise<Delivered & { readonly outcome: DeliveryOutcome }> {
    const { messages } = claim;
    const isOver = (since: number): boolean => performance.now() - since >= leaseMs;
    if (!isLong) {
      const handed = { messages, stopped, isLate: () => isOver(claim.claimedAt) };
      return { outcome: await deliver(channel, handed), lease: claim };
    }
    const { renew } = claims;
    const { claimedAt } = claim;
    const heartbeat = startHeartbeat(claim, { leaseMs, claimedAt, renew, onError: report.failed });
    const { signal, unlink } = linkSignals(stopped, heartbeat.lost);
    try {
      const handed = { messages, stopped: signal, isLate: () => isOver(heartbeat.renewedAt) };
      return { outcome: await deliver(channel, handed), lease: await heartbeat.stop() };
    } finally {
      unlink();
    }
  }

  /** Stores the outcome and retries during short outages, so that sent messages are not sent again. */
  async function settle(claim: Claim, outcome: Settlement): Promise<boolean> {
    const until = performance.now() + LEASE_MARGIN_MS;
    for (;;) {
      try {
        return await claims.settle(claim, outcome);
      } catch (error) {
        report.failed(error);
        if (isClosing() || performance.now() > until) return false;
      }
      await sleep(SETTLE_PAUSE_MS);
    }
  }

  return async (claim, isRefused = false) => {
    const { outcome, lease }: Delivered =
      isRefused || isClosing() ? { outcome: { kind: 'release' }, lease: claim } : await handOver(claim);
    const isSettled = await settle({ ...claim, ...lease }, outcome);
    report.settled(
      outcome,
      claim.messages.map(({ id }) => id),
    );
    return { outcome, isSettled };
  };
}

const describeDelivery = (channel: string, { messages }: Claim): DeliveryMessage => ({
  channel,
  messages: messages.length,
  traceparents: [...new Set(messages.flatMap(({ trace }) => trace ?? []))],
});

/** Arguments for a channel's delivery. */
interface Handed {
  readonly messages: readonly PendingMessage[];
  /** Aborted with a message that states the reason. */
  readonly stopped: AbortSignal;
  readonly isLate: () => boolean;
}

/** Runs one delivery with a timeout. Errors and timeouts are outcomes that lead to a retry. */
export async function deliver(
  channel: Pick<SetChannel, 'deliver' | 'timeoutMs'>,
  { messages, stopped, isLate }: Handed,
): Promise<DeliveryOutcome> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), channel.timeoutMs);
  const { signal, unlink } = linkSignals(late.signal, stopped);
  const timeout = new Promise<DeliveryOutcome>((resolve) => {
    const end = (): void =>
      resolve({
        kind: 'retry',
        reason: late.signal.aborted ? `no answer within ${channel.timeoutMs} ms` : String(stopped.reason),
      });
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
  try {
    return await Promise.race([attempt(), timeout]);
  } finally {
    clearTimeout(timer);
    unlink();
  }

  async function attempt(): Promise<DeliveryOutcome> {
    try {
      return await channel.deliver(messages, signal, isLate);
    } catch (error) {
      return { kind: 'retry', reason: error instanceof Error ? error.message : String(error) };
    }
  }
}
