import type { Lease } from './claim-rows.js';
import type { Claims } from './claims.js';

/** Renews the lease of one delivery. */
export interface Heartbeat {
  /** Aborted when another process has the key or may have it. */
  readonly lost: AbortSignal;
  /** Monotonic time of the last renewal. */
  readonly renewedAt: number;
  /** Stops the renewals and returns the current lease. */
  stop(): Promise<Lease>;
}

/** Number of renewals per lease duration. */
const RENEWALS = 3;

/**
 * Renews a lease for the duration of a delivery. A process that was suspended, or cannot reach the database,
 * detects by its own clock that it may have lost the lease.
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
    /** Monotonic time before the lease was stored. */
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
