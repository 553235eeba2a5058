import type { Claim } from './claim-rows.js';

/** Claims of writers in this process that wait for their delivery. */
export interface HeldClaims {
  /** Returns whether a partition is reserved or held. */
  has(lane: string): boolean;
  readonly size: number;
  /** Reserves a partition that a writer is about to claim. */
  reserve(lane: string, wakes: number): void;
  /** Holds the claim of a reserved partition until capacity is available. */
  keep(claim: Claim): void;
  /** Returns the oldest held claim; its partition stays held until `forget`. */
  oldest(): Claim | undefined;
  /** Removes a partition and returns the value it was reserved with. */
  forget(lane: string): number | undefined;
}

export function createHeldClaims(): HeldClaims {
  const reserved = new Map<string, number>();
  const claims = new Map<string, Claim>();
  return {
    has: (lane) => reserved.has(lane),
    get size() {
      return reserved.size;
    },
    reserve: (lane, wakes) => void reserved.set(lane, wakes),
    keep: (claim) => void claims.set(claim.lane, claim),
    oldest: () => claims.values().next().value,
    forget(lane) {
      const wakes = reserved.get(lane);
      reserved.delete(lane);
      claims.delete(lane);
      return wakes;
    },
  };
}
