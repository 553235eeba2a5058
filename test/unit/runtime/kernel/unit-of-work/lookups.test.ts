import { describe, expect, test } from 'vitest';
import { created, deleted, FUTURE, lookups, PAST, row, to, updated } from './stored-site.js';

const none = { appeared: [], chains: [], held: [], slots: [] };
const [a, b] = [to(row('Route', 'a')), to(row('Route', 'b'))];
const redirect = row('Route', 'from', { redirect: a });

describe('what only the database can name (core.md 1.8)', () => {
  test.each([
    ['created', created(redirect), [a]],
    ['deleted', deleted(redirect), [a]],
    ['changed', updated(redirect, { name: 'x' }), [a]],
    ['led elsewhere', updated(redirect, { redirect: b }), [a, b]],
    ['no redirect', created(row('Route', 'r')), []],
  ])('a route that redirects and is %s is followed down its chain of redirects', (_name, change, starts) => {
    expect(lookups(change).chains).toEqual(starts.map((from) => ({ member: 'redirect', from })));
  });

  test('an updated component is looked for in page data, and its slot in positions', () => {
    const title = row('Title', 't1');
    expect(lookups(updated(title, { title: 'A' })).held).toEqual([to(title)]);
    expect(lookups(created(title), deleted(row('Title', 't2'))).held).toEqual([]);
  });

  test('a component that visitors come to see is looked for in positions', () => {
    const hidden = row('Title', 't1', { publishedAt: null });
    const live = row('Title', 't2');
    const appeared = (before: typeof live, publishedAt: Date | null) =>
      lookups(updated(before, { title: 'A', publishedAt })).appeared;
    expect(appeared(hidden, PAST)).toEqual([to(hidden)]);
    expect([appeared(hidden, FUTURE), appeared(live, PAST), appeared(live, null)]).toEqual([[], [], []]);
    const draft = row('Title', 't3', { publishedAt: null, publishedResource: to(live) });
    expect(appeared(draft, PAST)).toEqual([]);
  });

  test('changed page data asks for the positions bound to a changed member', () => {
    const article = row('BlogArticleData', 'd1');
    const image = to(row('Image', 'i1'));
    expect(lookups(updated(article, { image, title: 'B' })).slots).toEqual(['image']);
    expect(lookups(updated(article, { title: 'B' })).slots).toEqual([]);
  });

  test('every touched type asks for the components that list its collection, once', () => {
    const found = lookups(
      created(row('Page', 'p1')),
      deleted(row('Page', 'p2')),
      created(row('Title', 't1')),
    );
    expect(found.collections).toEqual(['/_api/_/pages', '/_api/component/titles']);
  });

  test('a write that changes nothing asks for nothing', () => {
    expect(lookups()).toEqual({ ...none, collections: [] });
  });
});
