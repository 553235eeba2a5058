import { describe, expect, test } from 'vitest';
import { created, deleted, FUTURE, lookups, PAST, row, to, updated } from './stored-site.js';

const none = { appeared: [], chains: [], held: [], slots: [] };
const [a, b] = [to(row('Route', 'a')), to(row('Route', 'b'))];
const redirect = row('Route', 'from', { redirect: a });

describe('look-ups in the database after a write (core.md 1.8)', () => {
  test.each([
    ['created', created(redirect), [a]],
    ['deleted', deleted(redirect), [a]],
    ['changed', updated(redirect, { name: 'x' }), [a]],
    ['changed', updated(redirect, { redirect: b }), [a, b]],
    ['removed', created(row('Route', 'r')), []],
  ])('follow the redirect chain of a route whose redirect is %s', (_name, change, starts) => {
    expect(lookups(change).chains).toEqual(starts.map((from) => ({ member: 'redirect', from })));
  });

  test('find an updated component in page data, and its slot in positions', () => {
    const title = row('Title', 't1');
    expect(lookups(updated(title, { title: 'A' })).held).toEqual([to(title)]);
    expect(lookups(created(title), deleted(row('Title', 't2'))).held).toEqual([]);
  });

  test('find a component that becomes visible in positions', () => {
    const hidden = row('Title', 't1', { publishedAt: null });
    const live = row('Title', 't2');
    const appeared = (before: typeof live, publishedAt: Date | null) =>
      lookups(updated(before, { title: 'A', publishedAt })).appeared;
    expect(appeared(hidden, PAST)).toEqual([to(hidden)]);
    expect([appeared(hidden, FUTURE), appeared(live, PAST), appeared(live, null)]).toEqual([[], [], []]);
    const draft = row('Title', 't3', { publishedAt: null, publishedResource: to(live) });
    expect(appeared(draft, PAST)).toEqual([]);
  });

  test('find the positions bound to a changed member of page data', () => {
    const article = row('BlogArticleData', 'd1');
    const image = to(row('Image', 'i1'));
    expect(lookups(updated(article, { image, title: 'B' })).slots).toEqual(['image']);
    expect(lookups(updated(article, { title: 'B' })).slots).toEqual([]);
  });

  test('find the components that list the collection of every written type, once', () => {
    const found = lookups(
      created(row('Page', 'p1')),
      deleted(row('Page', 'p2')),
      created(row('Title', 't1')),
    );
    expect(found.collections).toEqual(['/_api/_/pages', '/_api/component/titles']);
  });

  test('are not needed for a write that changes nothing', () => {
    expect(lookups()).toEqual({ ...none, collections: [] });
  });
});
