import { setTimeout as sleep } from 'node:timers/promises';
import { VISIBILITY_TAG } from '../../kernel/unit-of-work/cache-tags.js';
import type { Dropped } from './invalidation/feed.js';
import type { Invalidation } from './invalidation/invalidation.js';
import type { Purger } from './purgers/purger.js';
import { shortTag } from './tag-text.js';

/**
 * Answers that shared caches may be storing right now. A write purges what a cache has; an answer that left this process before
 * it heard of the write may be stored behind that purge. Nobody but this process knows of it, so it purges once more (ADR 48).
 */
export interface SharedAnswers {
  /** Notes that an answer with these tags, in the form of its header, is sent for caches to store. */
  note(tags: readonly string[]): void;
  /** The same for an answer that may be sent thousands of times in a second; `tagsOf` is asked now and then. */
  noteKept(kept: Shared, tagsOf: () => readonly string[]): void;
  /** Purges what was sent too late for a write of this process; resolves when it is done. */
  purgeSent(tags: readonly string[]): Promise<void>;
  close(): void;
}

export interface Shared {
  /** The moment, on the monotone clock, at which it was noted last. */
  sharedAt: number;
}

export interface SharedAnswersDeps {
  readonly purger: Pick<Purger, 'purge'>;
  readonly invalidation: Pick<Invalidation, 'isCurrent' | 'listen'>;
}

/** The time after which a cache has stored what was sent to it. */
const STORED_MS = 100;
/** The time after which a process that is current has heard of what others committed: longer than the lease of a connection. */
const HEARD_MS = 1000;
const LOOK_MS = 200;
/** A kept answer is noted again after so long. */
const NOTED_MS = 50;
const TIMEOUT_MS = 5000;
/** What is sent beyond them is purged with everything. */
const MOST_TAGS = 100_000;

/** Every answer has it, so it names no answer in particular. */
const IN_ALL = shortTag(VISIBILITY_TAG);

export function createSharedAnswers({ purger, invalidation }: SharedAnswersDeps): SharedAnswers {
  /** The moment at which each tag was last sent, the oldest first. */
  const sentAt = new Map<string, number>();
  /** The moment at which a tag was last sent that found no room there. */
  let othersSentAt = -Infinity;
  const stop = new AbortController();
  let waiting: Set<string> | undefined;
  let last = Promise.resolve();
  let looking: Promise<void> | undefined;

  const pause = (milliseconds: number): Promise<void> =>
    sleep(milliseconds, undefined, { signal: stop.signal, ref: false });

  /** Purges the tags with all others that are named until their turn comes: one purge at a time, and few in a second. */
  function purgeLate(tags: Iterable<string>): Promise<void> {
    if (waiting === undefined) {
      const batch = (waiting = new Set<string>());
      last = last.then(async () => {
        waiting = undefined;
        await pause(STORED_MS);
        await purger.purge([...batch], AbortSignal.timeout(TIMEOUT_MS));
      });
      // A cache that is away is told, and logged, by the message that is stored with the write.
      last = last.catch(() => undefined);
    }
    for (const tag of tags) waiting.add(tag);
    return last;
  }

  function hear(dropped: Dropped): void {
    if (othersSentAt > -Infinity) return void purgeLate([IN_ALL]);
    const found =
      dropped === 'everything'
        ? [...sentAt.keys()].filter((tag) => tag !== IN_ALL)
        : dropped.filter((tag) => sentAt.has(tag));
    if (found.length > 0) void purgeLate(found);
  }

  /** Some feeds tell of nothing unless they are asked, and what a cache has nobody asks this process for. */
  async function look(): Promise<void> {
    while (sentAt.size > 0) {
      await pause(LOOK_MS);
      const before = performance.now() - HEARD_MS;
      if (!(await invalidation.isCurrent())) continue;
      if (othersSentAt < before) othersSentAt = -Infinity;
      for (const [tag, at] of sentAt) {
        if (at >= before) break;
        sentAt.delete(tag);
      }
    }
  }

  function note(tags: readonly string[]): void {
    const now = performance.now();
    for (const tag of tags) {
      sentAt.delete(tag);
      if (sentAt.size < MOST_TAGS) sentAt.set(tag, now);
      else othersSentAt = now;
    }
    looking ??= look()
      .catch(() => undefined) // the service is closed
      .finally(() => (looking = undefined));
  }

  invalidation.listen(hear);
  return {
    note,
    noteKept(kept, tagsOf) {
      const now = performance.now();
      if (now - kept.sharedAt < NOTED_MS) return;
      kept.sharedAt = now;
      note(tagsOf());
    },
    async purgeSent(tags) {
      const since = performance.now() - STORED_MS - NOTED_MS;
      const found = tags.filter((tag) => (sentAt.get(tag) ?? -Infinity) >= since);
      if (found.length > 0) await purgeLate(found);
    },
    close: () => stop.abort(),
  };
}
