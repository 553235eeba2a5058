import type { Dropped } from './feed.js';

/** A result that depends on tags, with the generation before its first statement ran. */
export interface Tagged {
  readonly tags: readonly string[];
  readonly since: number;
  /** The last generation for which it was found to be valid; at first `since`. */
  checked: number;
}

/**
 * Remembers which tags were dropped when, so that a drop costs the same whatever the number of answers that have the tag:
 * nobody looks for these, they are found to be stale when somebody asks for them.
 */
export interface DroppedTags {
  /** Grows with every drop. */
  readonly generation: number;
  drop(dropped: Dropped): void;
  /** Whether none of its tags was dropped since it was begun. */
  isValid(tagged: Tagged): boolean;
}

const LIMIT = 100_000;

/** Remembers up to `limit` tags; when there are more, everything that was begun before is stale. */
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
