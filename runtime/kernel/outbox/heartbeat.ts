import type { Lease } from './claim-rows.js';
import type { Claims } from './claims.js';

/** Keeps the lease of one delivery from becoming stale. */
export interface Heartbeat {
  /** Aborted when another process has the key, or may have it by now. */
  readonly lost: AbortSignal;
  /** The moment, on the monotone clock, at which the lease was renewed last. */
  readonly renewedAt: number;
  /** The lease as it was renewed last. */
  stop(): Promise<Lease>;
}

/** Renewals before others would take the lease for abandoned. */
const RENEWALS = 3;

/**
 * Renews a lease for as long as a delivery takes. A process that was stopped for a while, or cannot reach the database, knows by its
 * own clock that the lease may be another's.
 */
export function startHeartbeat(
  first: Lease,
  {
    leaseMs,
    claimedAt,
    renew,
    onError,
  }: {
    readonly leaseMs: number;
    /** A moment on the monotone clock before the lease was written. */
    readonly claimedAt: number;
    readonly renew: Claims['renew'];
    onError(error: unknown): void;
  },
): Heartbeat {
  const lost = new AbortController();
  let lease = first;
  let renewedAt = claimedAt;
  let renewing: Promise<void> | undefined;

  async function renewOnce(): Promise<void> {
    const startedAt = performance.now();
    try {
      const renewed = await renew(lease);
      if (renewed === undefined) return lose();
      lease = renewed;
      renewedAt = startedAt;
    } catch (error) {
      onError(error);
    }
    if (performance.now() - renewedAt >= leaseMs) lose();
  }

  function lose(): void {
    clearInterval(timer);
    lost.abort('another process has taken it over');
  }

  const timer = setInterval(() => {
    renewing ??= renewOnce().finally(() => (renewing = undefined));
  }, leaseMs / RENEWALS).unref();
  return {
    lost: lost.signal,
    get renewedAt() {
      return renewedAt;
    },
    async stop() {
      clearInterval(timer);
      await renewing;
      return lease;
    },
  };
}
