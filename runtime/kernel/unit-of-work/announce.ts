import type { Change } from '../contract/records/change-set.js';
import type { TransactionSession } from '../contract/database/database.js';
import type { FanOut } from '../contract/records/fan-out.js';
import type { Reference } from '../contract/records/record.js';
import { fanOut } from './fan-out.js';
import { type Chain, type Lookups, lookupsOf } from './lookups.js';
import type { StateDeps } from './record-state.js';

/** Effects of changes that only a feature can determine. */
export interface Followed {
  /** Records that count as updated. */
  readonly references?: readonly Reference[];
  /** Records whose audience changes, which also changes the lists of their types. */
  readonly moved?: readonly Reference[];
  /** Further cache tags that may be affected. */
  readonly tags?: readonly string[];
}

/**
 * Finds indirect effects of changes. All implementations run concurrently within the transaction and use a
 * few keyed statements at most.
 */
export interface FollowsChanges {
  /** Relations of a type to itself, in which every hop shows the end of the chain. */
  readonly chains?: readonly Chain[];
  follow(requested: FollowRequest): Promise<Followed>;
}

export interface FollowRequest {
  readonly changes: readonly Change[];
  readonly lookups: Lookups;
  readonly session: TransactionSession;
}

export interface AnnounceDeps extends Pick<StateDeps, 'registry' | 'iris'> {
  readonly follows: readonly FollowsChanges[];
}

/** Returns the records and tags affected by changes, for caches and subscribers. */
export type Announce = (
  changes: readonly Change[],
  scope: { readonly session: TransactionSession; readonly now: Date },
) => Promise<FanOut>;

export function createAnnounce({ follows, ...deps }: AnnounceDeps): Announce {
  const chains = follows.flatMap((each) => each.chains ?? []);
  return async (changes, { session, now }) => {
    const lookups = lookupsOf(changes, { ...deps, chains, now });
    // Their statements are sent together if the database supports it.
    const followed =
      changes.length === 0
        ? []
        : await Promise.all(follows.map((each) => each.follow({ changes, lookups, session })));
    return fanOut(changes, {
      ...deps,
      now,
      found: followed.flatMap(({ references }) => references ?? []),
      moved: followed.flatMap(({ moved }) => moved ?? []),
      tags: followed.flatMap(({ tags }) => tags ?? []),
    });
  };
}
