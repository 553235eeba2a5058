import type { Lease } from './claim-rows.js';

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
