import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, startCoreApp, violations } from './core-app.js';
import type { CoreApp } from './core-app.js';

let app: CoreApp;
let layout: string;
const names = Array.from({ length: 35 }, (_entry, index) => `page-${String(index).padStart(2, '0')}`);

beforeAll(async () => {
  app = await startCoreApp();
  layout = (await app.aLayout({ reference: 'Only%Layout', uiComponent: 'Under_score' }))['@id'];
  for (const [index, reference] of names.entries()) {
    const title = index === 7 ? '100% Ünder_score' : `Title ${index}`;
    await app.aPage({ reference, title, layout, isTemplate: index % 5 === 0 });
  }
});
afterAll(() => app.close());

const references = (body: { member: { reference: string }[] }): string[] =>
  body.member.map(({ reference }) => reference);

describe('GET /_/pages', () => {
  test('returns the newest 30 first, with page links', async () => {
    const { body } = await app.get('/_/pages');
    expect([body['@context'], body['@id'], body['@type']]).toEqual([
      '/_api/contexts/Page',
      '/_api/_/pages',
      'Collection',
    ]);
    expect([body.totalItems, body.member.length]).toEqual([35, 30]);
    expect(references(body)).toEqual([...names].reverse().slice(0, 30));
    expect(body.member[0]['@context']).toBeUndefined();
    expect(body.member[0]._metadata).toEqual({ persisted: true });
    expect(body.view).toEqual({
      '@id': '/_api/_/pages?page=1',
      '@type': 'PartialCollectionView',
      first: '/_api/_/pages?page=1',
      last: '/_api/_/pages?page=2',
      next: '/_api/_/pages?page=2',
    });
    expect(body.search).toEqual({
      '@type': 'IriTemplate',
      template: '/_api/_/pages{?order[createdAt],order[reference],search,isTemplate,isTemplate[]}',
      variableRepresentation: 'BasicRepresentation',
      mapping: expect.arrayContaining([
        { '@type': 'IriTemplateMapping', variable: 'search', property: 'search', required: false },
      ]),
    });
  });

  test('keeps the parameters in the links and puts the page last', async () => {
    const { body } = await app.get('/_/pages?page=2&perPage=10');
    expect(references(body)).toEqual([...names].reverse().slice(10, 20));
    expect(body.view).toEqual({
      '@id': '/_api/_/pages?perPage=10&page=2',
      '@type': 'PartialCollectionView',
      first: '/_api/_/pages?perPage=10&page=1',
      last: '/_api/_/pages?perPage=10&page=4',
      previous: '/_api/_/pages?perPage=10&page=1',
      next: '/_api/_/pages?perPage=10&page=3',
    });
    const last = (await app.get('/_/pages?perPage=10&page=4')).body.view;
    expect([last.previous, last.next]).toEqual(['/_api/_/pages?perPage=10&page=3', undefined]);
  });

  test('has only its own address as view on a single filtered page', async () => {
    const { body } = await app.get('/_/pages?search=page-03');
    expect(references(body)).toEqual(['page-03']);
    expect(body.view).toEqual({ '@id': '/_api/_/pages?search=page-03', '@type': 'PartialCollectionView' });
    expect((await app.get('/_/layouts')).body.view).toBeUndefined();
    expect((await app.get('/_/layouts?page=1')).body.view).toBeUndefined();
  });

  test.each([
    ['page=0', 'Page should not be less than 1'],
    ['page=-3', 'Page should not be less than 1'],
    ['perPage=-1', 'Limit should not be less than 0'],
    ['perPage=0&page=2', 'Page should not be greater than 1 if limit is equal to 0'],
  ])('%s results in 400', async (query, detail) => {
    const response = await app.get(`/_/pages?${query}`);
    expect([response.status, response.body.detail]).toEqual([400, detail]);
  });

  test.each([
    ['perPage=0', 0],
    ['perPage=1000', 35],
    ['page=99', 0],
    ['page=999999999999', 0],
    ['page=abc', 30],
    ['perPage=', 30],
    ['pagination=false', 30],
  ])('%s returns %i members of all', async (query, length) => {
    const response = await app.get(`/_/pages?${query}`);
    expect([response.status, response.body.member.length, response.body.totalItems]).toEqual([
      200,
      length,
      35,
    ]);
  });

  test.each([
    ['order[reference]=asc', [...names].slice(0, 30)],
    ['order[reference]=DESC', [...names].reverse().slice(0, 30)],
    ['order[createdAt]=asc', [...names].slice(0, 30)],
    ['order[title]=asc', [...names].reverse().slice(0, 30)],
    ['order=asc', [...names].reverse().slice(0, 30)],
  ])('%s determines the order', async (query, want) => {
    expect(references((await app.get(`/_/pages?${query}`)).body)).toEqual(want);
  });

  test.each([
    'order[reference]=up',
    'order[reference]=',
    'order[createdAt]=asc&order[reference]=1',
    'order[unknown]=up',
  ])('%s results in 422', async (query) => {
    const response = await app.get(`/_/pages?${query}`);
    expect(response.status).toBe(422);
    expect(violations(response)[0]?.[1]).toBe('The value you selected is not a valid choice.');
  });

  test.each([
    ['search=PAGE-1', 10],
    ['search=title+1', 11],
    ['search=%25', 1],
    ['search=100%25', 1],
    ['search=_', 1],
    ['search=%C3%BCnder_', 1],
    ['search=%C3%9CNDER', 1],
    ['search=nothing', 0],
    ['search=', 35],
    ['search[]=page-01', 35],
    ['search[a]=page-01', 35],
    ['search=primarypage', 35],
    ['search=!', 0],
    ['search=*', 0],
    ['search=%5B', 0],
    ['search=Only', 0],
    [`search=${'x'.repeat(5000)}`, 0],
  ])('%s finds %i', async (query, total) => {
    expect((await app.get(`/_/pages?${query}`)).body.totalItems).toBe(total);
  });

  test.each([
    ['isTemplate=true', 7],
    ['isTemplate=1', 7],
    ['isTemplate=false', 28],
    ['isTemplate=0', 28],
    ['isTemplate[]=true', 7],
    ['isTemplate[]=0', 28],
    ['isTemplate[]=true&isTemplate[]=false', 35],
    ['isTemplate[]=1&isTemplate[]=true', 7],
    ['isTemplate=maybe', 0],
    ['isTemplate=', 0],
    ['isTemplate[]=maybe&isTemplate[]=1', 7],
    ['isTemplate=constructor', 0],
    ['isTemplate=__proto__', 0],
    ['isTemplate=1&search=page-05', 1],
    ['isTemplate=0&search=page-05', 0],
  ])('%s finds %i', async (query, total) => {
    expect((await app.get(`/_/pages?${query}`)).body.totalItems).toBe(total);
  });

  test.each([
    'reference=page-01',
    'title=Title+1',
    'uiComponent=none',
    'layout.reference=x',
    'path=/x',
    'unknown[a]=1',
  ])('the old parameter %s is ignored', async (query) => {
    expect((await app.get(`/_/pages?${query}`)).body.totalItems).toBe(35);
  });

  test('a search also applies to item reads', async () => {
    const { '@id': iri } = (await app.get('/_/pages?search=page-03')).body.member[0];
    expect((await app.get(`${iri}?search=page-03`)).status).toBe(200);
    expect((await app.get(`${iri}?search=page-04`)).status).toBe(404);
  });

  test('reads the count and the rows, without statements per member', async () => {
    await app.get('/_/pages');
    app.takeStatements();
    await app.get('/_/pages?perPage=35');
    expect(app.takeStatements().length).toBeLessThanOrEqual(4);
  });
});

describe('GET /_/layouts', () => {
  test.each([
    ['search=only%25', 1],
    ['search=under_', 1],
    ['search=underxscore', 0],
  ])('%s finds %i', async (query, total) => {
    expect((await app.get(`/_/layouts?${query}`)).body.totalItems).toBe(total);
  });
});

describe('an empty collection', () => {
  test('has no members and no view', async () => {
    expect((await app.get('/_/component_positions')).body).toEqual({
      '@context': '/_api/contexts/ComponentPosition',
      '@id': '/_api/_/component_positions',
      '@type': 'Collection',
      totalItems: 0,
      member: [],
    });
  });
});

describe('a type with custom list settings', () => {
  beforeAll(async () => {
    for (let index = 0; index < 45; index += 1) {
      await app.aSpecimen({
        name: `S${String(index).padStart(2, '0')}`,
        amount: index,
        notes: index % 2 === 0 ? `Even_${index}` : null,
        level: index % 3 === 0 ? 'high' : 'low',
        active: index < 5,
        price: `${index}.5`,
        startsAt: `2020-01-${String((index % 28) + 1).padStart(2, '0')}T12:00:00Z`,
        day: index < 10 ? `2021-02-${String(index + 1).padStart(2, '0')}` : null,
      });
    }
  });

  test.each([
    ['', 10],
    ['perPage=20', 20],
    ['perPage=110', 40],
    ['pagination=false', 45],
    ['perPage=0', 0],
  ])('%s returns %i members', async (query, length) => {
    const { body } = await app.get(`/component/specimens?${query}`);
    expect([body.member.length, body.totalItems]).toEqual([length, 45]);
    expect(body.member[0]?.name).toBe(length === 0 ? undefined : 'S00');
  });

  test.each([
    ['level=high', 15],
    ['level[]=high&level[]=low', 45],
    ['amount=7', 1],
    ['amount[]=7&amount[]=8&amount[]=x', 2],
    ['amount=7.5', 0],
    ['part=EVEN_1', 5],
    ['begin=even', 23],
    ['begin=_', 0],
    ['finish=_44', 1],
    ['active=true', 5],
    ['at[before]=2020-01-01T12:00:00Z', 2],
    ['at[strictly_before]=2020-01-01T12:00:00Z', 0],
    ['at[after]=2020-01-28', 1],
    ['at[after]=nonsense', 0],
    ['on[before]=2021-02-03', 3],
    ['on[strictly_after]=2021-02-09', 1],
    ['on[after]=+2021-02-09', 2],
    ['on[after]=now', 0],
    ['on[after]=0000-01-01', 0],
    ['size[gte]=40&size[lt]=44', 4],
    ['size[constructor]=40', 0],
    ['size[gte]=99999999999', 0],
    ['cost[lte]=1.5', 2],
    ['cost[lte]=1e999', 0],
    ['dated=1', 10],
    ['dated=false', 35],
    ['friend=nobody', 0],
    ['friend=00000000-0000-4000-8000-000000000000', 0],
  ])('%s finds %i', async (query, total) => {
    const response = await app.get(`/component/specimens?${query}`);
    expect([response.status, response.body.totalItems]).toEqual([200, total]);
  });

  test('several orders apply in the given order', async () => {
    const { body } = await app.get('/component/specimens?order[amount]=desc&order[name]=asc&perPage=2');
    expect(body.member.map(({ name }: { name: string }) => name)).toEqual(['S44', 'S43']);
  });

  test('rejects the list of a type that the caller cannot list', async () => {
    expect((await app.get('/component/guarded')).status).toBe(401);
    expect((await app.get('/component/guarded', { as: 'user' })).status).toBe(403);
    expect((await app.get('/component/guarded', ADMIN)).status).toBe(200);
  });
});

describe('GET /page_data/event_datas', () => {
  test('uses its own order', async () => {
    const page = (await app.aPage({ isTemplate: true }))['@id'];
    for (const startsOn of ['2030-03-01', '2030-01-01', '2030-02-01']) await app.anEvent({ page, startsOn });
    const days = async (query: string): Promise<string[]> =>
      (await app.get(`/page_data/event_datas?${query}`)).body.member.map(
        ({ startsOn }: { startsOn: string }) => startsOn,
      );
    expect(await days('')).toEqual(['2030-01-01', '2030-02-01', '2030-03-01']);
    expect(await days('order[startsOn]=desc')).toEqual(['2030-03-01', '2030-02-01', '2030-01-01']);
  });
});
