import type { ChannelLog } from './channel-log.js';
import { LEASE_MARGIN_MS } from './claim-delivery.js';
import type { Claim, Claims } from './claims.js';
import { createStaleLeases } from './stale-leases.js';

/** The deliveries of this process. */
export interface Deliveries {
  readonly active: ReadonlyMap<string, unknown>;
  hasRoom(): boolean;
  begin(claim: Claim): void;
}

/** Takes over, as far as there is room, the leases of processes that no longer deliver. */
export function createTakeOver({
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
