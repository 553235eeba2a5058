import type { Dropped } from './feed.js';

/** A result with its cache tags, and the generation before its first statement. */
export interface Tagged {
  readonly tags: readonly string[];
  readonly since: number;
  /** The latest generation for which the result was found valid; initially `since`. */
  checked: number;
}

/**
 * Records when tags were invalidated. The cost of an invalidation does not depend on the number of affected responses:
 * they are found stale at their next use.
 */
export interface DroppedTags {
  /** Increases with every invalidation. */
  readonly generation: number;
  drop(dropped: Dropped): void;
  /** Returns whether none of its tags was invalidated since it was started. */
  isValid(tagged: Tagged): boolean;
}

const LIMIT = 100_000;

/** Creates a record of up to `limit` tags. Beyond that, every earlier result becomes stale. */
export function createDroppedTags(limit = LIMIT): DroppedTags {
  const droppedAt = new Map<string, number>();
  let generation = 0;
  let allDroppedAt = 0;

  function dropAll(): void {
    droppedAt.clear();
    allDroppedAt = generation;
  }

  return {
    get generation() {
      return generation;
    },
    drop(dropped) {
      generation += 1;
      if (dropped === 'everything') {
        dropAll();
        return;
      }
      for (const tag of dropped) droppedAt.set(tag, generation);
      if (droppedAt.size > limit) dropAll();
    },
    isValid(tagged) {
      if (tagged.checked === generation) return true;
      if (tagged.since < allDroppedAt) return false;
      for (const tag of tagged.tags) if ((droppedAt.get(tag) ?? 0) > tagged.since) return false;
      tagged.checked = generation;
      return true;
    },
  };
}
