import { describe, expect, test } from 'vitest';
import { moved, placement, type Group } from '../../../admin-app/src/screens/pages/board.js';
import { routeStateOf } from '../../../admin-app/src/screens/pages/route-state.js';
import { buildSite, found, type PageNode } from '../../../admin-app/src/screens/pages/site.js';

const NOW = new Date('2027-01-01T00:00:00Z');
const PAST = '2026-01-01T00:00:00+00:00';
const TO_COME = '2028-01-01T00:00:00+00:00';

describe('the state of a page in the tree', () => {
  const route = (members: object) => ({ '@id': '/r', '@type': 'Route', ...members });
  const live = { _metadata: { effectiveLiveAt: PAST } };

  test.each([
    ['none without a route', undefined, { kind: 'none' }],
    ['live for callers who receive no dates', route({}), { kind: 'live' }],
    ['live since its date', route({ liveAt: PAST, ...live }), { kind: 'live' }],
    [
      'live until it ends',
      route({ liveAt: PAST, expiresAt: TO_COME, ...live }),
      { kind: 'live_until', date: TO_COME },
    ],
    ['off without a date', route({ liveAt: null }), { kind: 'off' }],
    ['scheduled for its own date', route({ liveAt: TO_COME }), { kind: 'scheduled', date: TO_COME }],
    ['held while a parent page is offline', route({ liveAt: PAST, _metadata: {} }), { kind: 'held' }],
    [
      'held until a parent page is live',
      route({ liveAt: PAST, _metadata: { effectiveLiveAt: TO_COME } }),
      { kind: 'held_until', date: TO_COME },
    ],
  ])('is %s', (_title, given, state) => {
    expect(routeStateOf(given, NOW)).toEqual(state);
  });
});

describe('the page tree', () => {
  const records = [
    { '@id': '/p/talks', '@type': 'Page', title: 'Talks', parentPage: '/p/conference', route: '/r/talks' },
    { '@id': '/p/conference', '@type': 'Page', title: 'Conference', route: '/r/conference' },
    { '@id': '/p/home', '@type': 'Page', title: 'Home', route: '/r/' },
    { '@id': '/p/draft', '@type': 'Page', title: 'A draft', parentPage: '/p/unread' },
    { '@id': '/p/article', '@type': 'Page', title: 'Article', isTemplate: true },
    { '@id': '/d/1', '@type': 'ArticleData', title: 'First', page: '/p/article' },
    { '@id': '/d/2', '@type': 'ArticleData', title: 'Below', page: '/p/article', parentPage: '/p/talks' },
  ];
  const routes = [
    { '@id': '/r/', '@type': 'Route', path: '/' },
    { '@id': '/r/conference', '@type': 'Route', path: '/conference' },
    { '@id': '/r/talks', '@type': 'Route', path: '/conference/talks' },
    { '@id': '/r/old', '@type': 'Route', path: '/old', redirect: '/r/older' },
    { '@id': '/r/older', '@type': 'Route', path: '/older', redirect: '/r/talks' },
  ];
  const site = buildSite({ records, routes, cut: [] });
  const titles = (nodes: readonly PageNode[]): unknown[] =>
    nodes.map(({ title, children }) => (children.length === 0 ? title : [title, ...titles(children)]));

  test('lists pages below their parents by path, and page data below its template or its parent', () => {
    expect(titles(site.roots)).toEqual(['Home', ['Conference', ['Talks', 'Below']], 'A draft']);
    expect(titles(site.templates)).toEqual([['Article', 'First']]);
  });

  test('sorts numbers in titles by value', () => {
    const pages = ['Page 10', 'Page 9', 'Page 100'].map((title) => ({
      '@id': title,
      '@type': 'Page',
      title,
    }));
    expect(titles(buildSite({ records: pages, routes: [], cut: [] }).roots)).toEqual([
      'Page 9',
      'Page 10',
      'Page 100',
    ]);
  });

  test('includes the redirects of a route, and redirects of redirects', () => {
    expect(site.nodes.get('/p/talks')?.redirects.map(({ path }) => path)).toEqual(['/older', '/old']);
  });

  test('finds pages by title and by path, with their ancestors', () => {
    expect(titles(found(site.roots, 'BELOW'))).toEqual([['Conference', ['Talks', 'Below']]]);
    expect(titles(found(site.roots, '/conference/t'))).toEqual([['Conference', ['Talks', 'Below']]]);
    expect(found(site.roots, 'nothing')).toEqual([]);
  });
});

describe('moving a position', () => {
  const place = (name: string, sortValue: number) => ({
    position: { '@id': name, '@type': 'ComponentPosition', sortValue },
    groups: [],
  });
  const groups: readonly Group[] = [
    {
      group: { '@id': 'g', '@type': 'ComponentGroup' },
      positions: [place('a', 0), place('b', 10), place('c', 20)],
    },
    { group: { '@id': 'h', '@type': 'ComponentGroup' }, positions: [place('d', 3)] },
    { group: { '@id': 'empty', '@type': 'ComponentGroup' }, positions: [] },
  ];

  /** Applies the same rule as the service to the values of one group. */
  function carriedOut(values: Map<string, number>, name: string, to: number): string[] {
    const from = values.get(name);
    for (const [one, value] of values) {
      if (one === name) continue;
      if (from === undefined) values.set(one, value >= to ? value + 1 : value);
      else if (to > from && value > from && value <= to) values.set(one, value - 1);
      else if (to < from && value >= to && value < from) values.set(one, value + 1);
    }
    values.set(name, to);
    return [...values].sort(([, a], [, b]) => a - b).map(([one]) => one);
  }

  test('sends the sort value that results in the displayed order, for every position and every index', () => {
    for (const name of ['a', 'b', 'c', 'd'])
      for (const index of name === 'd' ? [0, 1, 2, 3] : [0, 1, 2]) {
        const to = { group: 'g', index };
        const { sortValue } = placement(groups, name, to);
        const values = new Map([
          ['a', 0],
          ['b', 10],
          ['c', 20],
        ]);
        const order = new Map([
          ['g', ['a', 'b', 'c']],
          ['h', ['d']],
        ]);
        expect(carriedOut(values, name, sortValue)).toEqual(moved(order, name, to).get('g'));
      }
  });

  test('starts an empty group', () => {
    expect(placement(groups, 'a', { group: 'empty', index: 0 })).toEqual({
      componentGroup: 'empty',
      sortValue: 0,
    });
  });
});
