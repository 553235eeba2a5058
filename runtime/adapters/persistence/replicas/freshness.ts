/** Positions that the database was seen at and that a replica may still reach; the rest is behind by more than any bound. */
const MOST_SEEN = 300;

/**
 * The moment up to which a replica is known to have everything. All moments are of the monotone clock of this process, in
 * milliseconds, so that no two clocks are compared.
 */
export interface Freshness {
  /** The database was at `position`; `at` is a moment before it was asked. */
  seen(at: number, position: string): void;
  /** The replica was at `position`. */
  applied(position: string): void;
  /** Nothing is known of the replica any more. */
  forget(): void;
  /** Everything that was committed by this moment can be read at the replica. */
  knownAt(): number;
}

export function createFreshness(isReached: (applied: string, written: string) => boolean): Freshness {
  let seen: { readonly at: number; readonly position: string }[] = [];
  let known = -Infinity;
  return {
    seen(at, position) {
      seen.push({ at, position });
      if (seen.length > MOST_SEEN) seen.shift();
    },
    applied(position) {
      const newest = seen.findLast((one) => isReached(position, one.position));
      if (newest === undefined) return;
      known = Math.max(known, newest.at);
      seen = seen.filter(({ at }) => at > newest.at);
    },
    forget() {
      seen = [];
      known = -Infinity;
    },
    knownAt: () => known,
  };
}
