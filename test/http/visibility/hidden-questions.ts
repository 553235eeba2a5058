import fc from 'fast-check';
import type { CoreApp } from '../core/core-app.js';
import type { RequestOptions } from '../../support/test-client.js';
import { word } from './hidden-model.js';
import type { BuiltSite } from './hidden-site.js';
import { CARD_FILTERS, CARD_PATHS } from './hidden-types.js';

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

/** A random query of one list. */
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
/** The list queries of a run. */
export const queries = fc.record({
  cards: fc.array(cardQuery, { minLength: 6, maxLength: 6 }),
  others: fc.array(otherQuery, { minLength: 8, maxLength: 8 }),
});

/** Returns the addresses of all requests: lists, lists through Collection components, and single records. */
export async function addresses(
  built: BuiltSite,
  requested: { readonly cards: readonly string[]; readonly others: readonly string[] },
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
    ...requested.cards.map((query) => `/component/cards?${query}`),
    ...requested.cards.slice(0, 2).map((query) => `${collection['@id']}?${query}`),
    ...requested.others.map((query, at) => `${LISTS[at + 1] ?? ''}?${query}`),
    ...items,
    ...built.groups.map(({ iri }) => iri),
    ...named.map((key) => `/_/resource_manifest/${key}`),
    ...named.map((key) => `/_/resource_manifest/${key}?embed=documents`),
    ...built.cards.map((card) => `${card}?search=ab`),
  ];
}

/** Headers that differ between any two responses. */
const ALWAYS_NEW: ReadonlySet<string> = new Set(['date', 'x-request-id']);

/** Contract decision 100 counts every change of a row, including hidden ones. */
const VERSION = /(?<=^")\d+(?=-)/;

const MODIFIED = /"modifiedAt":"[^"]*"/g;

/** Returns the whole response of each address. A caller who sees a group may see that something in it was written. */
export async function ask(
  list: readonly string[],
  caller: RequestOptions,
  app: CoreApp,
): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const address of list) {
    const response = await app.get(address, caller);
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
