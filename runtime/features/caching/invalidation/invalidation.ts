import type { TransactionSession } from '../../../kernel/contract/database/database.js';
import { defineDoor } from '../../../kernel/contract/features/door.js';
import type { FanOut } from '../../../kernel/contract/records/fan-out.js';
import type { OutboxChannel } from '../../../kernel/contract/features/outbox.js';
import type { UnitHooks } from '../../../kernel/contract/records/unit-of-work.js';
import type { WatchTags } from '../../../kernel/contract/records/watch-tags.js';
import { stateKey } from '../../../kernel/util/async/state.js';
import { shortTag } from '../tag-text.js';
import { atOnce } from '../at-once.js';
import { createDroppedTags, type DroppedTags } from './dropped-tags.js';
import type { Dropped, InvalidationFeed } from './feed.js';

/** The invalidation of a service, which services within a transaction of it share with it. */
export const INVALIDATION = defineDoor<Invalidation>('invalidation');

/** Drops from the cache of this process what this and all other processes change (ADR 47). */
export interface Invalidation {
  readonly dropped: Pick<DroppedTags, 'generation' | 'isValid'>;
  /** Tells what units of work make stale: the other processes with their commit, this one before they are answered. */
  readonly hooks: UnitHooks;
  /** Whether the drops of all processes are known; the first who asks has them followed. Never throws. */
  isCurrent(): boolean | Promise<boolean>;
  /** Grows with the drops of all processes; undefined while they are not known, and where that takes a statement to say. */
  writeNumber(): number | undefined;
  /** Whether tags are untouched by all processes since now; undefined while that is not known, and where it takes a statement to say. */
  readonly watchTags: WatchTags;
  /** Has a listener told of what other processes drop, as soon as this one hears of it. */
  listen(listener: (dropped: Dropped) => void): void;
  /** Channels of the outbox that carry drops to other processes. */
  readonly channels: readonly OutboxChannel[];
  close(): Promise<void>;
}

/** A unit of work that drops more than this drops everything: to tell of each would take longer than to read anew. */
const MOST_TAGS = 2000;

/** Drops that the committed transaction announces at its end. */
const PENDING = stateKey(() => ({ tags: new Set<string>(), isAsked: false }));

export function createInvalidation(feed: InvalidationFeed): Invalidation {
  const dropped = createDroppedTags();
  const shortTags = new WeakMap<FanOut, readonly string[]>();
  const listeners: ((dropped: Dropped) => void)[] = [];
  let isFollowing = false;

  function hear(others: Dropped): void {
    dropped.drop(others);
    for (const listener of listeners) listener(others);
  }

  function shortTagsOf(fanOut: FanOut): readonly string[] {
    const known = shortTags.get(fanOut);
    if (known !== undefined) return known;
    const tags = fanOut.tags.map(shortTag);
    shortTags.set(fanOut, tags);
    return tags;
  }

  function tell(session: TransactionSession, work: () => Dropped): void {
    // Once more at the end: whoever else has work to do last asked for it before, and may hold locks that come first.
    session.beforeEnd((whole) => {
      whole.beforeEnd((last) => feed.append(last, work()));
      return Promise.resolve();
    });
  }

  /** Where each look is a statement nobody may ask on the way. */
  const isKnown = (): boolean => feed.asksDatabase !== true && isCurrent() === true;

  function isCurrent(): boolean | Promise<boolean> {
    if (!isFollowing) {
      isFollowing = true;
      feed.follow(hear);
    }
    return feed.isCurrent();
  }

  return {
    dropped,
    hooks: {
      async beforeCommit({ changes }, session, askFanOut) {
        if (changes.length > 0) feed.prepare?.(session);
        const fanOut = await askFanOut();
        if (fanOut.tags.length === 0) return;
        const pending = session.whole.of(PENDING);
        for (const tag of shortTagsOf(fanOut)) pending.tags.add(tag);
        if (pending.isAsked) return;
        pending.isAsked = true;
        tell(session, () => limited([...pending.tags]));
      },
      afterCommit(_changes, _context, fanOut) {
        if (fanOut !== undefined && fanOut.tags.length === 0) return;
        const stale = fanOut === undefined ? 'everything' : limited(shortTagsOf(fanOut));
        dropped.drop(stale);
        return atOnce(feed.tell?.(stale));
      },
      afterFailure: (outcome) => {
        if (outcome === 'unknown') dropped.drop('everything');
      },
      beforeOutOfBandCommit: (session, tags) => tell(session, () => shortened(tags)),
      afterOutOfBandCommit(tags) {
        const stale = shortened(tags);
        dropped.drop(stale);
        return atOnce(feed.tell?.(stale));
      },
    },
    isCurrent,
    writeNumber: () => (isKnown() ? dropped.generation : undefined),
    watchTags(tags) {
      if (!isKnown()) return undefined;
      const { generation } = dropped;
      const tagged = { tags: tags.map(shortTag), since: generation, checked: generation };
      return () => isKnown() && dropped.isValid(tagged);
    },
    listen: (listener) => void listeners.push(listener),
    channels: feed.channels ?? [],
    close: () => feed.close(),
  };
}

const shortened = (tags: readonly string[] | undefined): Dropped =>
  tags === undefined ? 'everything' : limited(tags.map(shortTag));

const limited = (tags: readonly string[]): Dropped => (tags.length > MOST_TAGS ? 'everything' : tags);

/** A process without kept answers has nothing to announce. */
export const NO_INVALIDATION: Invalidation = {
  dropped: { generation: 0, isValid: () => false },
  hooks: {},
  isCurrent: () => false,
  writeNumber: () => undefined,
  watchTags: () => undefined,
  listen: () => undefined,
  channels: [],
  close: () => Promise.resolve(),
};
