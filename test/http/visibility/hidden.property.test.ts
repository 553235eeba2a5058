import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import type { CoreApp } from '../core/core-app.js';
import { startCoreApp } from '../core/core-app.js';
import type { Caller } from './hidden-model.js';
import { CALLERS, hiddenSite, word } from './hidden-model.js';
import type { BuiltSite } from './hidden-site.js';
import { buildHiddenSite, changeHidden } from './hidden-site.js';
import { CARD_FILTERS, CARD_PATHS, propertyTypes } from './hidden-types.js';
import { propertyRuns } from '../../support/property-runs.js';

const RUNS = propertyRuns(16);

const apps = new Map<boolean, Promise<CoreApp>>();
afterAll(async () => {
  for (const app of apps.values()) await (await app).close();
});

function appFor(routableSecurity: boolean): Promise<CoreApp> {
  let app = apps.get(routableSecurity);
  if (app === undefined) {
    app = startCoreApp({
      manifest: propertyTypes,
      config: {
        routable_security: routableSecurity ? "is_granted('ROLE_ADMIN')" : null,
        route_security: [{ route: '/secret*', security: "is_granted('ROLE_USER')" }],
      },
    });
    apps.set(routableSecurity, app);
  }
  return app;
}

const LISTS = [
  '/component/cards',
  '/component/vaults',
  '/record/clubs',
  '/component/articles',
  '/page_data/story_datas',
  '/_/pages',
  '/_/routes',
  '/_/component_groups',
  '/_/component_positions',
];

const direction = fc.constantFrom('asc', 'desc');
const path = fc.constantFrom(...CARD_PATHS);
const cardFilter = fc
  .tuple(fc.constantFrom(...CARD_FILTERS), word, fc.boolean())
  .map(
    ([{ parameter, strategy }, text, flag]) => `${parameter}=${strategy === 'exists' ? String(flag) : text}`,
  );

/** What can be asked of one list. */
const cardQuery = fc.oneof(
  word.map((text) => `search=${text}`),
  fc.tuple(path, direction).map(([name, way]) => `order[${name}]=${way}`),
  fc
    .tuple(fc.constantFrom('vault', 'article', 'way', 'home', 'any'), direction)
    .map(([name, way]) => `order[${name}]=${way}`),
  cardFilter,
  fc
    .tuple(cardFilter, path, direction)
    .map(([filter, name, way]) => `${filter}&order[${name}]=${way}&perPage=2`),
  fc.tuple(word, path).map(([text, name]) => `search=${text}&order[${name}]=asc&perPage=1&page=2`),
  fc.constant('published=true'),
  fc.constant('perPage=0'),
);
const otherQuery = fc.oneof(
  word.map((text) => `search=${text}`),
  fc
    .tuple(fc.constantFrom('name', 'headline', 'title', 'createdAt', 'path'), direction)
    .map(([name, way]) => `order[${name}]=${way}`),
  word.map((text) => `name=${text}&owned=true`),
  fc.constant('perPage=1&page=2'),
);
const queries = fc.record({
  cards: fc.array(cardQuery, { minLength: 6, maxLength: 6 }),
  others: fc.array(otherQuery, { minLength: 8, maxLength: 8 }),
});

/** Addresses of everything that is asked: lists, lists through Collection components, and single records. */
async function addresses(
  built: BuiltSite,
  asked: { readonly cards: readonly string[]; readonly others: readonly string[] },
  app: CoreApp,
): Promise<readonly string[]> {
  const collection = await app.create('/component/collections', { resourceIri: '/component/cards' });
  const records = [...built.pages, ...built.stories];
  const routes = records.flatMap(({ route }) => route ?? []);
  const items = [
    ...built.cards,
    ...built.vaults,
    ...built.articles,
    ...records.map(({ iri }) => iri),
    ...routes,
  ];
  const named = [
    ...records.map(({ iri }) => iri.slice(-36)),
    ...routes.map((iri) => iri.slice(iri.indexOf('//') + 1)),
  ];
  return [
    ...LISTS.map((list) => `${list}?perPage=100`),
    ...asked.cards.map((query) => `/component/cards?${query}`),
    ...asked.cards.slice(0, 2).map((query) => `${collection['@id']}?${query}`),
    ...asked.others.map((query, at) => `${LISTS[at + 1] ?? ''}?${query}`),
    ...items,
    ...built.groups.map(({ iri }) => iri),
    ...named.map((key) => `/_/resource_manifest/${key}`),
    ...named.map((key) => `/_/resource_manifest/${key}?embed=documents`),
    ...built.cards.map((card) => `${card}?search=ab`),
  ];
}

/** Headers that differ between any two answers. */
const ALWAYS_NEW: ReadonlySet<string> = new Set(['date', 'x-request-id']);

/** Contract decision 100 counts every change of a row, whoever sees what of it. */
const VERSION = /(?<=^")\d+(?=-)/;

const MODIFIED = /"modifiedAt":"[^"]*"/g;

/** The whole answer to each address; who sees a group may see that something of it was written. */
async function ask(list: readonly string[], as: Caller, app: CoreApp): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const address of list) {
    const response = await app.get(address, { as });
    const isDated = response.text.includes('"@type":"ComponentGroup"');
    answers[address] = {
      status: response.status,
      body: isDated ? JSON.parse(response.text.replaceAll(MODIFIED, '"modifiedAt":null')) : response.body,
      headers: [...response.headers]
        .filter(([name]) => !ALWAYS_NEW.has(name) && !(isDated && name === 'etag'))
        .map(([name, value]) => [name, name === 'etag' ? value.replace(VERSION, '') : value]),
    };
  }
  return answers;
}

describe('what a caller cannot see', () => {
  test('changes nothing of any answer to any question', async () => {
    let noticed = 0;
    const words = fc.array(word, { minLength: 40, maxLength: 40 });
    const scene = fc.tuple(hiddenSite, queries, words, fc.constantFrom(...CALLERS));
    await fc.assert(
      fc.asyncProperty(scene, async ([site, asked, supply, caller]) => {
        const app = await appFor(site.routableSecurity);
        const built = await buildHiddenSite(site, app);
        const list = await addresses(built, asked, app);
        const before = await ask(list, caller, app);
        const everything = await app.get('/component/cards?perPage=100', { as: 'superAdmin' });
        let next = 0;
        await changeHidden(caller, { site, built, app }, () => supply[next++ % supply.length] ?? 'a');
        const changed = await app.get('/component/cards?perPage=100', { as: 'superAdmin' });
        if (changed.text !== everything.text) noticed += 1;
        for (const [address, answer] of Object.entries(await ask(list, caller, app)))
          expect([caller, address, answer]).toEqual([caller, address, before[address]]);
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
    // Somebody who sees it all sees the changes.
    expect(noticed).toBeGreaterThan(RUNS / 2);
  }, 900_000);
});
