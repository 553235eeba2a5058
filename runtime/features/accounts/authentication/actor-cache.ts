import { LRUCache } from 'lru-cache';
import type { Actor } from '../../../kernel/contract/context.js';
import type { TagWatch, WatchTags } from '../../../kernel/contract/records/watch-tags.js';
import type { Clock } from '../../../kernel/ports/clock.js';

/** Actor cache of sessions. Entries are valid until something they depend on is written (ADR 10). */
export interface ActorCache {
  /** Returns the cached actor of a session; undefined if it must be read. */
  find(sessionId: string): Actor | undefined;
  /** Starts watching a session before it is read. The returned function caches the actor until the session expires. */
  watch(sessionId: string, userId: string): (actor: Actor, until: Date) => void;
}

export interface ActorCacheDeps {
  readonly watchTags: WatchTags;
  /** Returns the cache tags that every relevant write to a user's session invalidates. */
  readonly tagsOf: (userId: string, sessionId: string) => readonly string[];
  readonly clock: Clock;
}

interface Entry {
  readonly actor: Actor;
  readonly until: Date;
  readonly isUntouched: TagWatch;
  /** Monotonic time of the read in milliseconds. */
  readonly readAt: number;
}

/** Maximum number of cached sessions, enough for a busy site. */
const MOST = 2000;

/**
 * Maximum age of a cached actor in milliseconds. Writes outside the service announce nothing: manual changes, restored
 * databases and old releases.
 */
const LONGEST_MS = 2000;

export function createActorCache({ watchTags, tagsOf, clock }: ActorCacheDeps): ActorCache {
  const entries = new LRUCache<string, Entry>({ max: MOST });

  function isRight({ until, isUntouched, readAt }: Entry): boolean {
    return performance.now() - readAt < LONGEST_MS && clock.now() < until && isUntouched();
  }

  return {
    find(sessionId) {
      const entry = entries.get(sessionId);
      if (entry === undefined) return undefined;
      if (isRight(entry)) return entry.actor;
      entries.delete(sessionId);
      return undefined;
    },
    watch(sessionId, userId) {
      const readAt = performance.now();
      const isUntouched = watchTags(tagsOf(userId, sessionId));
      return (actor, until) => {
        if (isUntouched !== undefined) entries.set(sessionId, { actor, until, isUntouched, readAt });
      };
    },
  };
}
