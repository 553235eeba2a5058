/** Maximum number of recorded primary positions; older ones exceed any lag limit. */
const MOST_SEEN = 300;

/**
 * Time up to which a replica is known to be complete. All times are monotonic times of this process in
 * milliseconds, so no clocks are compared.
 */
export interface Freshness {
  /** Records the position of the primary; `at` is a time before it was read. */
  seen(at: number, position: string): void;
  /** Records the position of the replica. */
  applied(position: string): void;
  /** Clears what is known about the replica. */
  forget(): void;
  /** Returns the time up to which all commits are readable on the replica. */
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
