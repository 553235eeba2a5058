import type { ChannelLog } from './channel-log.js';
import { LEASE_MARGIN_MS } from './claim-delivery.js';
import type { Claim, Lease } from './claim-rows.js';
import type { Claims } from './claims.js';

/** Deliveries of this process. */
interface Own {
  isOurs(lane: string): boolean;
  hasRoom(): boolean;
  begin(claim: Claim): void;
}

/** Takes over leases of processes that no longer deliver, as capacity allows. */
export function createTakeOver({
  claims,
  report,
  leaseMs,
  abandoned,
}: {
  readonly claims: Claims;
  readonly report: ChannelLog;
  readonly leaseMs: number;
  /** Tokens that this process may have stored but will not use. */
  readonly abandoned: Set<string>;
}): (deliveries: Own) => Promise<void> {
  const findStale = createStaleLeases(leaseMs + LEASE_MARGIN_MS);
  return async ({ isOurs, hasRoom, begin }) => {
    const foreign = (await claims.leases()).filter(({ lane }) => !isOurs(lane));
    const stale = new Set([...findStale(foreign), ...foreign.filter(({ token }) => abandoned.has(token))]);
    abandoned.clear();
    for (const lease of stale) {
      if (!hasRoom()) break;
      const claim = await claims.takeOver(lease);
      if (claim === undefined) continue;
      report.tookOver();
      begin(claim);
    }
  };
}

/**
 * Finds abandoned leases. A lease is stale if this process has seen the same token for longer than any
 * delivery takes, by its own monotonic clock. No timestamps are compared, so clock changes and differences
 * between machines do not matter.
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
