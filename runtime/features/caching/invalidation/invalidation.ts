import type { TransactionSession } from '../../../kernel/contract/database/database.js';
import { defineFeatureApi } from '../../../kernel/contract/features/feature-api.js';
import type { FanOut } from '../../../kernel/contract/records/fan-out.js';
import type { OutboxChannel } from '../../../kernel/contract/features/outbox.js';
import type { UnitHooks } from '../../../kernel/contract/records/unit-of-work.js';
import type { WatchTags } from '../../../kernel/contract/records/watch-tags.js';
import { stateKey } from '../../../kernel/util/async/state.js';
import { shortTag } from '../tag-text.js';
import { atOnce } from '../at-once.js';
import { createDroppedTags, type DroppedTags } from './dropped-tags.js';
import type { Dropped, InvalidationFeed } from './feed.js';

/** The invalidation of a service, shared with services inside its transactions. */
export const INVALIDATION = defineFeatureApi<Invalidation>('invalidation');

/** Invalidates the response cache of this process after writes of this and other processes (ADR 47). */
export interface Invalidation {
  readonly dropped: Pick<DroppedTags, 'generation' | 'isValid'>;
  /**
   * Announces what units of work make stale: to other processes with the commit, and to this one before the response.
   */
  readonly hooks: UnitHooks;
  /**
   * Returns whether the invalidations of all processes are known. The first call starts following them. Never throws.
   */
  isCurrent(): boolean | Promise<boolean>;
  /**
   * Returns a number that increases with invalidations of any process. Undefined while they are unknown, or if finding
   * out takes a statement.
   */
  writeNumber(): number | undefined;
  /**
   * Returns a check whether tags are unchanged in all processes since now. Undefined while that is unknown, or if
   * finding out takes a statement.
   */
  readonly watchTags: WatchTags;
  /** Registers a listener for invalidations from other processes. */
  listen(listener: (dropped: Dropped) => void): void;
  /** Outbox channels that carry invalidations to other processes. */
  readonly channels: readonly OutboxChannel[];
  close(): Promise<void>;
}

/**
 * Maximum number of tags per unit of work. Beyond that everything is invalidated, because announcing every tag would
 * take longer than recomputing.
 */
const MOST_TAGS = 2000;

/** Invalidations that the committing transaction announces at its end. */
const PENDING = stateKey(() => ({ tags: new Set<string>(), isRequested: false }));

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
    // Registered again at the end, to run after other final work, which may hold locks that must be taken first.
    session.beforeEnd((whole) => {
      whole.beforeEnd((last) => feed.append(last, work()));
      return Promise.resolve();
    });
  }

  /** Returns whether the cache is current without sending a statement. */
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
        if (pending.isRequested) return;
        pending.isRequested = true;
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

/** Used by processes without a response cache, which have nothing to announce. */
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
