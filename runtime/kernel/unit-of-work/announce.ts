import type { Change } from '../contract/records/change-set.js';
import type { TransactionSession } from '../contract/database/database.js';
import type { FanOut } from '../contract/records/fan-out.js';
import type { Reference } from '../contract/records/record.js';
import { fanOut } from './fan-out.js';
import { type Chain, type Lookups, lookupsOf } from './lookups.js';
import type { StateDeps } from './record-state.js';

/** Effects of changes that only a feature knows, beyond the rows themselves. */
export interface Followed {
  /** Records that count as updated. */
  readonly references?: readonly Reference[];
  /** Records that other callers may see, or see no more, than before: lists of their types show others too. */
  readonly moved?: readonly Reference[];
  /** Tags of all that may have changed with them. */
  readonly tags?: readonly string[];
}

/** Called while the transaction is open, all of them at once; it reads by a few keyed statements, or none. */
export interface FollowsChanges {
  /** Relations of a type to itself of which every hop shows what is at the end. */
  readonly chains?: readonly Chain[];
  follow(asked: FollowRequest): Promise<Followed>;
}

export interface FollowRequest {
  readonly changes: readonly Change[];
  readonly lookups: Lookups;
  readonly session: TransactionSession;
}

export interface AnnounceDeps extends Pick<StateDeps, 'registry' | 'iris'> {
  readonly follows: readonly FollowsChanges[];
}

/** The records and tags that changes concern, for caches and subscribers. */
export type Announce = (
  changes: readonly Change[],
  scope: { readonly session: TransactionSession; readonly now: Date },
) => Promise<FanOut>;

export function createAnnounce({ follows, ...deps }: AnnounceDeps): Announce {
  const chains = follows.flatMap((each) => each.chains ?? []);
  return async (changes, { session, now }) => {
    const lookups = lookupsOf(changes, { ...deps, chains, now });
    // Their statements leave together where the database takes several at once.
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
