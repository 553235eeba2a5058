import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { propertyRuns } from '../../support/property-runs.js';
import type { CoreApp } from '../core/core-app.js';
import { ADMIN, startCoreApp } from '../core/core-app.js';
import {
  CALLERS,
  inOrder,
  matches,
  ordering,
  question,
  type Question,
  queryOf,
  relatedSite,
  type RelatedSite,
  seriesOf,
  titleOf,
} from './related-model.js';
import { relatedTypes } from './related-types.js';

const PAST = '2020-01-01T00:00:00Z';
const RUNS = propertyRuns(24);

let app: CoreApp;
let template: string;
beforeAll(async () => {
  app = await startCoreApp({ manifest: relatedTypes });
  template = (await app.aPage({ isTemplate: true }))['@id'];
});
afterAll(() => app.close());

async function inTurn<From, To>(
  list: readonly From[],
  make: (one: From, index: number) => Promise<To>,
): Promise<To[]> {
  const made: To[] = [];
  for (const [index, one] of list.entries()) made.push(await make(one, index));
  return made;
}

/** Writes the model through the API; returns how to delete it. */
async function build(site: RelatedSite): Promise<() => Promise<void>> {
  const create = async (path: string, body: object): Promise<string> =>
    (await app.create(path, body as { title: string }))['@id'];
  const pick = (those: readonly string[], wanted: readonly number[]): readonly string[] =>
    wanted.flatMap((index) => those[index] ?? []);
  const topics = await inTurn(site.topics, (topic) => create('/record/topics', topic));
  const stories = await inTurn(site.stories, ({ title, isPublished }) =>
    create('/page_data/story_datas', { title, page: template, publishedAt: isPublished ? PAST : null }),
  );
  const talks: string[] = [];
  for (const [index, talk] of site.talks.entries()) {
    const series = seriesOf(site, index);
    talks.push(
      await create('/record/talks', {
        title: titleOf(index),
        topics: pick(topics, talk.topics),
        stories: pick(stories, talk.stories),
        series: series === undefined ? null : talks[series],
      }),
    );
  }
  const articles = await inTurn(site.articles, async ({ headline, state, talk }) => {
    const publishedAt = state === 'draft' ? null : PAST;
    const body = { headline, body: 'b', publishedAt, talk: talks[talk] ?? null };
    const iri = await create('/component/articles', body);
    if (state === 'changed') await app.patch(iri, { headline: 'elk' }, ADMIN);
    return iri;
  });
  for (const [index, { readings }] of site.talks.entries())
    await app.patch(talks[index] ?? '', { readings: pick(articles, readings) }, ADMIN);
  return async () => {
    for (const iri of [...articles, ...talks.toReversed(), ...topics, ...stories])
      expect([204, 404]).toContain((await app.delete(iri, ADMIN)).status);
    const left = (await app.get('/component/articles?perPage=0', ADMIN)).body.totalItems;
    if (left > 0)
      for (const { '@id': iri } of (await app.get('/component/articles', ADMIN)).body.member)
        await app.delete(iri, ADMIN);
  };
}

const parameterOf = (requested: Question): string => queryOf(requested).split(/[[=]/, 1)[0] ?? '';

async function pagesOf(query: string, as: (typeof CALLERS)[number]): Promise<readonly string[]> {
  const titles: string[] = [];
  for (let page = 1; ; page += 1) {
    const { status, body } = await app.get(`/record/talks?perPage=2&page=${page}&${query}`, { as });
    if (status !== 200) throw new Error(`${query} answered ${status}: ${JSON.stringify(body)}`);
    titles.push(...body.member.map(({ title }: { title: string }) => title));
    if (page * 2 >= body.totalItems) {
      expect([query, as, titles.length]).toEqual([query, as, body.totalItems]);
      return titles;
    }
  }
}

test('filters and orders over to-many relations have the results of a search in memory', async () => {
  let found = 0;
  const scene = fc.tuple(
    relatedSite,
    fc.array(fc.tuple(question, fc.option(question), ordering), { minLength: 6, maxLength: 6 }),
  );
  await fc.assert(
    fc.asyncProperty(scene, async ([site, questions]) => {
      const remove = await build(site);
      const all = site.talks.map((_talk, index) => index);
      for (const [first, second, order] of questions) {
        // Two queries with one parameter would become one list.
        const requested =
          second === null || parameterOf(second) === parameterOf(first) ? [first] : [first, second];
        const query = [
          ...requested.map(queryOf),
          `order[${order.path}]=${order.direction}`,
          'order[title]=asc',
        ].join('&');
        for (const caller of CALLERS) {
          const wanted = all.filter((talk) => requested.every((one) => matches({ site, caller }, talk, one)));
          const ordered = inOrder({ site, caller }, wanted, order);
          found += ordered.length;
          expect([query, caller, await pagesOf(query, caller)]).toEqual([
            query,
            caller,
            ordered.map(titleOf),
          ]);
        }
      }
      await remove();
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
  expect(found).toBeGreaterThan(RUNS * 5);
}, 900_000);
