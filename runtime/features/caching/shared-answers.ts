import { setTimeout as sleep } from 'node:timers/promises';
import { createPoller } from '../../kernel/util/async/poller.js';
import { VISIBILITY_TAG } from '../../kernel/unit-of-work/cache-tags.js';
import type { Dropped } from './invalidation/feed.js';
import type { Invalidation } from './invalidation/invalidation.js';
import type { Purger } from './purgers/purger.js';
import { shortTag } from './tag-text.js';

/**
 * Tracks responses that shared caches may be storing right now. A response that was sent before this process received
 * an invalidation may be stored after its purge. Only this process knows about it, so it purges again (ADR 48).
 */
export interface SharedAnswers {
  /** Records that a response with these tags, in the form of its header, was sent to shared caches. */
  note(tags: readonly string[]): void;
  /** Records a response that may be sent thousands of times per second; `tagsOf` is called only occasionally. */
  noteCached(response: Shared, tagsOf: () => readonly string[]): void;
  /** Purges what was sent too late for a write of this process. Resolves when done. */
  purgeSent(tags: readonly string[]): Promise<void>;
  close(): void;
}

export interface Shared {
  /** Monotonic time at which it was last recorded. */
  sharedAt: number;
}

export interface SharedAnswersDeps {
  readonly purger: Pick<Purger, 'purge'>;
  readonly invalidation: Pick<Invalidation, 'isCurrent' | 'listen'>;
}

/** Milliseconds within which a cache stores a response. */
const STORED_MS = 100;
/** Milliseconds within which a current process receives commits of others: longer than the lease of a connection. */
const RECEIVED_MS = 1000;
const LOOK_MS = 200;
/** Minimum interval in milliseconds between records of a cached response. */
const NOTED_MS = 50;
const TIMEOUT_MS = 5000;
/** Maximum number of tags. Responses beyond that are purged together with everything. */
const MOST_TAGS = 100_000;

/** Tag of every response, which identifies none of them. */
const IN_ALL = shortTag(VISIBILITY_TAG);

export function createSharedAnswers({ purger, invalidation }: SharedAnswersDeps): SharedAnswers {
  /** Time of the last response by tag, oldest first. */
  const sentAt = new Map<string, number>();
  /** Time of the last response whose tags did not fit. */
  let othersSentAt = -Infinity;
  const stop = new AbortController();
  let waiting: Set<string> | undefined;
  let last = Promise.resolve();

  const pause = (milliseconds: number): Promise<void> =>
    sleep(milliseconds, undefined, { signal: stop.signal, ref: false });

  /** Purges the tags together with all others that arrive while it waits: one purge at a time, and few per second. */
  function purgeLate(tags: Iterable<string>): Promise<void> {
    if (waiting === undefined) {
      const batch = (waiting = new Set<string>());
      last = last.then(async () => {
        waiting = undefined;
        await pause(STORED_MS);
        await purger.purge([...batch], AbortSignal.timeout(TIMEOUT_MS));
      });
      // The purge stored with the write also reaches an unavailable cache, and logs the failure.
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

  /**
   * Checks for invalidations regularly, because some feeds only announce them on request, and responses in shared
   * caches cause no requests here.
   */
  async function look(): Promise<void> {
    const before = performance.now() - RECEIVED_MS;
    if (!(await invalidation.isCurrent())) return;
    if (othersSentAt < before) othersSentAt = -Infinity;
    for (const [tag, at] of sentAt) {
      if (at >= before) break;
      sentAt.delete(tag);
    }
    if (sentAt.size === 0) poller.stop();
  }

  // The next check repeats a failed one.
  const poller = createPoller({ intervalMs: LOOK_MS, run: look, onError: () => undefined });

  function note(tags: readonly string[]): void {
    const now = performance.now();
    for (const tag of tags) {
      sentAt.delete(tag);
      if (sentAt.size < MOST_TAGS) sentAt.set(tag, now);
      else othersSentAt = now;
    }
    poller.start();
  }

  invalidation.listen(hear);
  return {
    note,
    noteCached(response, tagsOf) {
      const now = performance.now();
      if (now - response.sharedAt < NOTED_MS) return;
      response.sharedAt = now;
      note(tagsOf());
    },
    async purgeSent(tags) {
      const since = performance.now() - STORED_MS - NOTED_MS;
      const found = tags.filter((tag) => (sentAt.get(tag) ?? -Infinity) >= since);
      if (found.length > 0) await purgeLate(found);
    },
    close() {
      stop.abort();
      void poller.close();
    },
  };
}
