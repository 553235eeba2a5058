import { LRUCache } from 'lru-cache';
import type { Actor } from '../../../kernel/contract/context.js';
import type { TagWatch, WatchTags } from '../../../kernel/contract/records/watch-tags.js';
import type { Clock } from '../../../kernel/ports/clock.js';

/** The callers of sessions, as long as nothing was written on which they depend (ADR 10). */
export interface KeptActors {
  /** The caller with this session; undefined when it has to be read. */
  find(sessionId: string): Actor | undefined;
  /** Begins to watch a session before it is read; what it answers keeps the caller that was found, until the session ends by itself. */
  watch(sessionId: string, userId: string): (actor: Actor, until: Date) => void;
}

export interface KeptActorsDeps {
  readonly watchTags: WatchTags;
  /** The tags that are dropped with every write on which a user's session depends. */
  readonly tagsOf: (userId: string, sessionId: string) => readonly string[];
  readonly clock: Clock;
}

interface Entry {
  readonly actor: Actor;
  readonly until: Date;
  readonly isUntouched: TagWatch;
  /** On the monotone clock, in milliseconds. */
  readonly readAt: number;
}

/** Signed-in browsers of a busy site. */
const MOST = 2000;

/**
 * What is written past the service tells nobody: rows that an operator changes by hand, a database that is restored, a process of a
 * release that did not tell of sessions. So a row is read once in this many milliseconds, whatever is heard.
 */
const LONGEST_MS = 2000;

export function createKeptActors({ watchTags, tagsOf, clock }: KeptActorsDeps): KeptActors {
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
