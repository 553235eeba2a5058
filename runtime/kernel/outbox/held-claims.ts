import type { Claim } from './claim-rows.js';

/** Keys that writers of this process have claimed, until their deliveries begin. */
export interface HeldClaims {
  /** Has the lanes that are reserved or held. */
  has(lane: string): boolean;
  readonly size: number;
  /** A writer is about to claim the lane. */
  reserve(lane: string, wakes: number): void;
  /** Keeps the claim of a reserved lane until there is room. */
  keep(claim: Claim): void;
  /** The oldest of those that are kept; its lane stays until `forget`. */
  oldest(): Claim | undefined;
  /** Ends what is known of a lane. Answers what it was reserved with. */
  forget(lane: string): number | undefined;
}

export function createHeldClaims(): HeldClaims {
  const reserved = new Map<string, number>();
  const kept = new Map<string, Claim>();
  return {
    has: (lane) => reserved.has(lane),
    get size() {
      return reserved.size;
    },
    reserve: (lane, wakes) => void reserved.set(lane, wakes),
    keep: (claim) => void kept.set(claim.lane, claim),
    oldest: () => kept.values().next().value,
    forget(lane) {
      const wakes = reserved.get(lane);
      reserved.delete(lane);
      kept.delete(lane);
      return wakes;
    },
  };
}
