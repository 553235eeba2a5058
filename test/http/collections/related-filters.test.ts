import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RequestOptions } from '../../support/test-client.js';
import type { CoreApp } from '../core/core-app.js';
import { ADMIN, startCoreApp } from '../core/core-app.js';
import { createTestClock, inMinutes } from '../publishing/support.js';
import { relatedTypes } from './related-types.js';

const PAST = '2020-01-01T00:00:00Z';
const clock = createTestClock();
let app: CoreApp;
const topics: Record<string, string> = {};
const talks: Record<string, string> = {};
const articles: Record<string, string> = {};
beforeAll(async () => {
  app = await startCoreApp({ manifest: relatedTypes, clock });
  for (const [name, rest] of Object.entries({
    modern: { isOpen: true, weight: 3, price: '9.50', day: '2026-05-01', note: 'x' },
    baroque: { isOpen: true, weight: 1, price: '10.00', day: '2026-06-01' },
    secret: { isOpen: false, weight: 9, price: '1.00', day: '2030-01-01', note: 'y' },
    empty: { isOpen: true },
  }))
    topics[name] = (await app.create('/record/topics', { name, ...rest }))['@id'];
  for (const [title, names] of Object.entries({
    one: ['modern', 'baroque'],
    two: ['modern'],
    three: ['baroque', 'secret'],
    four: ['secret'],
    five: ['empty'],
    six: [],
  }))
    talks[title] = (
      await app.create('/record/talks', {
        title,
        topics: names.map((name) => topics[name] ?? ''),
        series: title === 'five' ? (talks.one ?? null) : null,
      })
    )['@id'];
  for (const [headline, talk, publishedAt] of [
    ['live', 'one', PAST],
    ['draft', 'two', null],
    ['soon', 'three', inMinutes(1, clock)],
  ] as const)
    articles[headline] = (
      await app.create('/component/articles', { headline, body: 'b', talk: talks[talk] ?? null, publishedAt })
    )['@id'];
});
afterAll(() => app.close());

async function find(query: string, options?: RequestOptions): Promise<string[]> {
  const { status, body } = await app.get(`/record/talks?perPage=40&order[title]=asc&${query}`, options);
  if (status !== 200) throw new Error(`${query} answered ${status}: ${JSON.stringify(body)}`);
  expect(body.totalItems).toBe(body.member.length);
  return body.member.map(({ title }: { title: string }) => title);
}
const all = ['five', 'four', 'one', 'six', 'three', 'two'];
const without = (...titles: readonly string[]): string[] => all.filter((title) => !titles.includes(title));

describe('a filter over a to-many relation', () => {
  test.each<[string, string[], string[]]>([
    ['topic=modern', ['one', 'two'], ['one', 'two']],
    ['topic[]=modern&topic[]=baroque', ['one', 'three', 'two'], ['one', 'three', 'two']],
    ['topic=secret', [], ['four', 'three']],
    ['topic[not]=modern', without('one', 'two'), without('one', 'two')],
    ['topic[not]=secret', all, without('four', 'three')],
    ['topic[not][]=modern&topic[not][]=baroque', ['five', 'four', 'six'], ['five', 'four', 'six']],
    ['topic[]=baroque&topic[not]=modern', ['three'], ['three']],
    ['topicHas=OD', ['one', 'two'], ['one', 'two']],
    ['topicHas[not]=o', ['five', 'four', 'six'], ['five', 'four', 'six']],
    ['topicDay[after]=2026-06-01', ['one', 'three'], ['four', 'one', 'three']],
    ['topicDay[after]=2026-05-02&topicDay[before]=2026-05-31', [], []],
    ['topicWeight[between]=2..9', ['one', 'two'], ['four', 'one', 'three', 'two']],
    ['topicOpen=true', without('four', 'six'), without('four', 'six')],
    ['topicOpen[not]=true', ['four', 'six'], ['four', 'six']],
    // The document of "four" shows its topic to visitors, who cannot read the topic's values.
    ['hasTopics=true', without('six'), without('six')],
    ['hasTopics=false', ['six'], ['six']],
    ['hasWeights=true', ['one', 'three', 'two'], without('five', 'six')],
    ['hasWeights=0', ['five', 'four', 'six'], ['five', 'six']],
    ['article=live', ['one'], ['one']],
    ['article=draft', [], ['two']],
    ['hasArticles=true', ['one'], ['one', 'three', 'two']],
    ['seriesTopic=modern', ['five'], ['five']],
    ['seriesTopic[not]=modern', without('five'), without('five')],
    ['sibling=two', ['one', 'two'], ['one', 'two']],
    ['sibling=four', [], ['four', 'three']],
    ['title[not]=one', without('one'), without('one')],
    ['title[not][]=one&title[not][]=two', without('one', 'two'), without('one', 'two')],
    ['topicNote=x', all, ['one', 'two']],
  ])('%s', async (query, visitor, administrator) => {
    expect(await find(query)).toEqual(visitor);
    expect(await find(query, ADMIN)).toEqual(administrator);
  });

  test('accepts records by IRI and by id, and none that the caller cannot see', async () => {
    const modern = topics.modern ?? '';
    expect(await find(`topicIs=${modern}`)).toEqual(['one', 'two']);
    expect(await find(`topicIs=${modern.slice(-36)}`)).toEqual(['one', 'two']);
    expect(await find(`topicIs[not]=${modern}`)).toEqual(without('one', 'two'));
    expect(await find(`topicIs[]=${modern}&topicIs[]=${topics.baroque}`)).toEqual(['one', 'three', 'two']);
    expect(await find(`articleIs=${articles.live}`)).toEqual(['one']);
    expect(await find(`articleIs=${articles.draft}`)).toEqual([]);
    expect(await find(`articleIs=${articles.draft}`, ADMIN)).toEqual(['two']);
    expect(await find(`partIs=${talks.five}`)).toEqual(['one']);
    expect(await find('topicIs=nothing')).toEqual([]);
  });

  test('reports values that the member cannot have', async () => {
    const ignored = async (query: string): Promise<string | null> =>
      (await app.get(`/record/talks?${query}`)).headers.get('x-ignored');
    expect(await find('topicOpen[not]=maybe')).toEqual([]);
    expect(await ignored('topicOpen[not]=maybe')).toBe('?topicOpen[not]');
    expect(await ignored('topic[not]=modern')).toBeNull();
    expect(await ignored('topic[nor]=modern')).toBe('?topic');
  });

  test('works through a Collection component, from its defaults and from the page', async () => {
    const { '@id': iri } = await app.create('/component/collections', {
      resourceIri: '/record/talks',
      defaultQueryParameters: { 'topic[not]': 'modern', 'order[topics.name]': 'asc' },
    });
    const read = async (query = ''): Promise<string[]> =>
      (await app.get(`${iri}${query}`)).body.collection.member.map(({ title }: { title: string }) => title);
    expect((await read()).toSorted()).toEqual(without('one', 'two'));
    expect((await read()).slice(-2)).toEqual(['three', 'five']);
    expect(await read('?topic=baroque&order[title]=asc')).toEqual(['one', 'three']);
  });

  test('is cached until a related record is published', async () => {
    expect(await find('article=soon')).toEqual([]);
    const { headers } = await app.get('/record/talks?article=soon', { as: 'anonymous' });
    const [, seconds] = /s-maxage=(\d+)/.exec(headers.get('cache-control') ?? '') ?? [];
    expect(Number(seconds)).toBeLessThanOrEqual(60);
    clock.forward(61_000);
    expect(await find('article=soon')).toEqual(['three']);
  });

  test('reflects changes of a related record and of the relation immediately', async () => {
    const iri = (await app.create('/record/topics', { name: 'fresh', isOpen: true }))['@id'];
    expect(await find('topic=fresh')).toEqual([]);
    await app.patch(talks.six ?? '', { topics: [iri] }, ADMIN);
    expect(await find('topic=fresh')).toEqual(['six']);
    await app.patch(iri, { isOpen: false }, ADMIN);
    expect(await find('topic=fresh')).toEqual([]);
    await app.patch(talks.six ?? '', { topics: [] }, ADMIN);
    expect(await find('topic=fresh', ADMIN)).toEqual([]);
    await app.patch(articles.live ?? '', { talk: talks.six ?? null, publishedAt: PAST }, ADMIN);
  });
});

describe('an order over a to-many relation', () => {
  const order = async (query: string, options?: RequestOptions): Promise<string[]> => {
    const { body } = await app.get(`/record/talks?perPage=40&${query}`, options);
    return body.member.map(({ title }: { title: string }) => title);
  };

  test.each<[string, string[]]>([
    ['order[topics.weight]=asc&order[title]=asc', ['five', 'four', 'six', 'one', 'three', 'two']],
    ['order[topics.weight]=desc&order[title]=asc', ['one', 'two', 'three', 'five', 'four', 'six']],
    ['order[topics.name]=asc&order[title]=asc', ['four', 'six', 'one', 'three', 'five', 'two']],
    ['order[topics.price]=desc&order[title]=asc', ['one', 'three', 'two', 'five', 'four', 'six']],
    ['order[topics.day]=asc&order[title]=desc', ['six', 'four', 'five', 'two', 'one', 'three']],
  ])('%s uses the lowest value ascending and the highest one descending', async (query, want) => {
    expect(await order(query)).toEqual(want);
  });

  test('uses more values for callers who can read more', async () => {
    expect(await order('order[topics.weight]=desc&order[title]=asc', ADMIN)).toEqual([
      ...['four', 'three', 'one', 'two', 'five', 'six'],
    ]);
  });

  test('has no effect for a hidden member', async () => {
    expect(await order('order[topics.note]=asc')).toEqual(await order(''));
    expect(await order('order[topics.note]=desc')).toEqual(await order(''));
  });

  test('keeps all records across pages', async () => {
    for (const direction of ['asc', 'desc']) {
      const query = `order[topics.weight]=${direction}`;
      const paged: string[] = [];
      for (let page = 1; page <= 3; page += 1) {
        const { body } = await app.get(`/record/talks?perPage=2&page=${page}&${query}`);
        expect(body.totalItems).toBe(6);
        paged.push(...body.member.map(({ title }: { title: string }) => title));
      }
      expect(paged).toEqual(await order(query));
    }
  });
});
