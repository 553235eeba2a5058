import { describe, expect, test } from 'vitest';
import type { RoutableFacts } from '../../../../../../runtime/features/pages/routes/route-liveness.js';
import { effectiveLiveAt } from '../../../../../../runtime/features/pages/routes/route-liveness.js';

const [early, late] = [new Date('2024-01-01'), new Date('2024-06-01')];
const ancestor = (route: Date | null | 'unrouted'): RoutableFacts => ({
  reference: { type: 'Page', id: 'x', key: 'x' },
  level: 1,
  route: route === 'unrouted' ? null : { path: '/x', liveAt: route, isRedirect: false },
  label: '',
  templateId: null,
  publishedAt: null,
});

describe('effectiveLiveAt', () => {
  test.for<[string, Date | null, (Date | null | 'unrouted')[], Date | null]>([
    ['is the own date without ancestors', early, [], early],
    ['is the latest of all', early, [late, early], late],
    ['ancestors without a route are skipped', early, ['unrouted'], early],
    ['a null anywhere up the tree means not live', early, ['unrouted', null, late], null],
    ['a null of its own means not live', null, [early], null],
  ])('%s', ([, liveAt, chain, want]) => {
    expect(effectiveLiveAt({ liveAt, chain: chain.map(ancestor) })).toEqual(want);
  });
});
