import { describe, expect, test } from 'vitest';
import type { ChangeSet } from '../../../../../../runtime/kernel/contract/records/change-set.js';
import type { RequestContext } from '../../../../../../runtime/kernel/contract/context.js';
import type { TransactionSession } from '../../../../../../runtime/kernel/contract/database/database.js';
import type { FanOut } from '../../../../../../runtime/kernel/contract/records/fan-out.js';
import type {
  Dropped,
  InvalidationFeed,
} from '../../../../../../runtime/features/caching/invalidation/feed.js';
import { createInvalidation } from '../../../../../../runtime/features/caching/invalidation/invalidation.js';
import { createState } from '../../../../../../runtime/kernel/util/async/state.js';
import { shortTag } from '../../../../../../runtime/features/caching/tag-text.js';

const changes: ChangeSet = { changes: [], writes: 0 };
// The hooks do not use it.
const context = {} as RequestContext;

const fanOutOf = (tags: readonly string[]): FanOut => ({ tags, records: [] });

function aService() {
  const notified: Dropped[] = [];
  const feed: InvalidationFeed = {
    append: async (_session, dropped) => void notified.push(dropped),
    follow: () => undefined,
    isCurrent: () => true,
    close: () => Promise.resolve(),
  };
  return { notified, invalidation: createInvalidation(feed) };
}

/** A transaction of several units; `end` runs the final steps. */
function aTransaction() {
  const last: ((session: TransactionSession) => Promise<void>)[] = [];
  const whole = createState();
  const session = {
    whole,
    beforeEnd: (work: (of: TransactionSession) => Promise<void>) => void last.push(work),
  } as TransactionSession; // the hooks use only these members
  const end = async (): Promise<void> => {
    for (const work of last) await work(session);
  };
  return { session, end };
}

const aTagged = ({ dropped }: ReturnType<typeof createInvalidation>, tag: string) => ({
  tags: [shortTag(tag)],
  since: dropped.generation,
  checked: dropped.generation,
});

describe('units of work of one transaction', () => {
  test('send their tags once, at the end', async () => {
    const { notified, invalidation } = aService();
    const { session, end } = aTransaction();
    for (const tags of [['a', 'b'], ['b', 'c'], []])
      await invalidation.hooks.beforeCommit?.(changes, session, async () => fanOutOf(tags), context);
    session.beforeEnd(async () => expect(notified).toEqual([]));
    await end();
    expect(notified).toEqual([['a', 'b', 'c'].map(shortTag)]);
  });

  test('invalidate everything if there are more than 2,000 tags', async () => {
    const { notified, invalidation } = aService();
    for (const count of [2000, 2001]) {
      const { session, end } = aTransaction();
      const fanOut = fanOutOf(Array.from({ length: count }, (_, index) => `tag-${index}`));
      await invalidation.hooks.beforeCommit?.(changes, session, async () => fanOut, context);
      await end();
    }
    expect(notified.map((dropped) => (dropped === 'everything' ? dropped : dropped.length))).toEqual([
      2000,
      'everything',
    ]);
  });
});

describe('the writing process', () => {
  test('deletes exactly the invalidated responses', async () => {
    const { invalidation } = aService();
    const [changed, other] = [aTagged(invalidation, 'a'), aTagged(invalidation, 'z')];
    await invalidation.hooks.afterCommit?.(changes, context, fanOutOf(['a']));
    expect([changed, other].map(invalidation.dropped.isValid)).toEqual([false, true]);
  });

  test('deletes everything if the outcome of the commit is unknown', async () => {
    const { invalidation } = aService();
    const other = aTagged(invalidation, 'z');
    await invalidation.hooks.afterFailure?.('unknown', changes, context);
    expect(invalidation.dropped.isValid(other)).toBe(false);
  });
});
