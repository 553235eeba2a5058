import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PublishingApp } from '../publishing/support.js';
import { startPublishingApp } from '../publishing/support.js';

let app: PublishingApp;
beforeAll(async () => {
  app = await startPublishingApp();
  for (let index = 0; index < 50; index += 1) {
    const headline = `No ${String(index).padStart(2, '0')}`;
    await app.create('/component/articles', { headline, body: 'b', publishedAt: 'now' });
  }
  await app.create('/component/articles', { headline: 'Hidden draft' });
}, 120_000);
afterAll(() => app.close());

const admin = { as: 'admin' } as const;
const IRI = '/_api/component/articles';

const aCollection = async (body: object = {}): Promise<string> =>
  (await app.create('/component/collections', { resourceIri: IRI, ...body }))['@id'];

const headlines = ({ member }: { member: { headline: string }[] }): string[] =>
  member.map(({ headline }) => headline);

describe('POST /component/collections', () => {
  test.each<[unknown, string[]]>([
    [undefined, ['The resource iri for a collection component is required', 'null is not a valid IRI']],
    [null, ['The resource iri for a collection component is required', 'null is not a valid IRI']],
    ['/invalid', ['/invalid is not a valid IRI']],
    ['/', ['/ is not a valid IRI']],
    ['/_api/component/articles/1', ['/_api/component/articles/1 is not a valid IRI']],
    [7, ['This value should be of type string.']],
  ])('rejects %j', async (resourceIri, messages) => {
    const { status, body } = await app.post('/component/collections', { resourceIri }, admin);
    expect(status).toBe(422);
    expect(body.violations.map(({ propertyPath }: { propertyPath: string }) => propertyPath)).toEqual(
      messages.map(() => 'resourceIri'),
    );
    expect(body.violations.map(({ message }: { message: string }) => message)).toEqual(messages);
  });

  test.each([
    '/_/layouts',
    '/_/pages',
    '/_/routes',
    '/_/component_groups',
    '/_/component_positions',
    '/users',
  ])('lists %s like its own address, for callers who can list it', async (path) => {
    const made = await app.post('/component/collections', { resourceIri: path, perPage: 2 }, admin);
    expect(made.status, made.text).toBe(201);
    for (const as of ['superAdmin', 'admin', 'user', 'anonymous'] as const) {
      const own = await app.get(`${path}?perPage=2`, { as });
      const shown = await app.get(made.body['@id'], { as });
      expect(shown.status).toBe(200);
      expect(shown.body.collection?.member).toEqual(own.status === 200 ? own.body.member : undefined);
      expect(shown.body.collection?.totalItems).toEqual(own.body.totalItems);
      if (path === '/users' && as !== 'superAdmin') expect(shown.text).not.toContain('emailAddress');
    }
  });

  test('a list of users accepts the parameters of users and is not cached', async () => {
    const defaults = { 'order[username]': 'asc', search: 'admin' };
    const made = await app.post(
      '/component/collections',
      { resourceIri: '/users', defaultQueryParameters: defaults },
      admin,
    );
    const shown = await app.get(made.body['@id'], { as: 'superAdmin' });
    const own = await app.get('/users?order[username]=asc&search=admin', { as: 'superAdmin' });
    expect(shown.body.collection.member).toEqual(own.body.member);
    expect(own.body.totalItems).toBeGreaterThan(0);
    expect(shown.headers.get('cache-control')).toBe('private, no-store');
  });

  test.each<[string, object]>([
    ['a long text', { search: 'ab'.repeat(10_000) }],
    ['many entries', { category: Array.from({ length: 600 }, () => 'a') }],
    ['many parameters', Object.fromEntries(Array.from({ length: 600 }, (_, index) => [`p${index}`, '1']))],
  ])('rejects default parameters that no URL can hold: %s', async (_name, defaultQueryParameters) => {
    const refused = await app.post(
      '/component/collections',
      { resourceIri: IRI, defaultQueryParameters },
      admin,
    );
    expect(refused.status).toBe(422);
    expect(refused.body.violations).toMatchObject([{ propertyPath: 'defaultQueryParameters' }]);
  });

  test('returns the list of the target, with and without the prefix', async () => {
    for (const resourceIri of [IRI, '/component/articles']) {
      const { status, body } = await app.post('/component/collections', { resourceIri, perPage: 3 }, admin);
      expect(status).toBe(201);
      expect(body).toMatchObject({
        '@type': 'Collection',
        resourceIri,
        perPage: 3,
        _metadata: { collection: true },
      });
      expect(body.collection).toMatchObject({ '@id': IRI, '@type': 'Collection' });
      expect(body.collection.member).toHaveLength(3);
    }
    expect((await app.post('/component/collections', { resourceIri: IRI, perPage: -1 }, admin)).status).toBe(
      422,
    );
  });
});

describe('GET /component/collections/{id}', () => {
  test("contains the page that the target's own endpoint returns", async () => {
    const iri = await aCollection();
    const { body } = await app.get(iri);
    expect(body.collection.totalItems).toBe(50);
    expect(body.collection.member).toHaveLength(30);
    const own = (await app.get('/component/articles')).body;
    expect(body.collection.member).toEqual(own.member);
    expect(body.collection.view).toEqual({
      '@id': `${iri}?page=1`,
      '@type': 'PartialCollectionView',
      first: `${iri}?page=1`,
      last: `${iri}?page=2`,
      next: `${iri}?page=2`,
    });
    const second = (await app.get(`${iri}?page=2&order[headline]=asc`)).body.collection;
    expect(second.member).toHaveLength(20);
    expect(second.view.previous).toBe(`${iri}?order[headline]=asc&page=1`);
  });

  test('prefers the query of the request to the defaults, and the page size to a default perPage', async () => {
    const iri = await aCollection({
      perPage: 2,
      defaultQueryParameters: { 'order[headline]': 'desc', search: 'No 1', perPage: 9 },
    });
    const read = async (query = ''): Promise<string[]> =>
      headlines((await app.get(iri + query)).body.collection);
    expect(await read()).toEqual(['No 19', 'No 18']);
    expect(await read('?order[headline]=asc')).toEqual(['No 10', 'No 11']);
    expect(await read('?search=')).toEqual(['No 49', 'No 48']);
    expect(await read('?search=No 2&perPage=1')).toEqual(['No 29']);
    expect(await read('?perPage=0')).toEqual([]);
    expect(await read('?pagination=false')).toHaveLength(2);
    const nested = await aCollection({ perPage: 1, defaultQueryParameters: { order: { headline: 'desc' } } });
    expect(headlines((await app.get(nested)).body.collection)).toEqual(['No 49']);
  });

  test('shows only what the caller can see', async () => {
    const iri = await aCollection({ defaultQueryParameters: { search: 'Hidden' } });
    expect((await app.get(iri)).body.collection).toMatchObject({ totalItems: 0, member: [] });
    expect((await app.get(iri, { as: 'user' })).body.collection.totalItems).toBe(0);
    expect((await app.get(iri, admin)).body.collection.totalItems).toBe(1);
    expect((await app.get(`${iri}?published=true`, admin)).body.collection.totalItems).toBe(0);
  });

  test('lists published rows if the defaults say so, until the request selects drafts', async () => {
    const iri = await aCollection({ defaultQueryParameters: { search: 'Hidden', published: true } });
    expect((await app.get(iri, admin)).body.collection.totalItems).toBe(0);
    expect((await app.get(`${iri}?published=false`, admin)).body.collection.totalItems).toBe(1);
  });

  test("returns the target's error for invalid parameters", async () => {
    const iri = await aCollection();
    expect((await app.get(`${iri}?order[headline]=sideways`)).status).toBe(422);
    expect((await app.get(`${iri}?page=0`)).status).toBe(400);
    const refused = { resourceIri: IRI, defaultQueryParameters: { 'order[headline]': 'sideways' } };
    const count = (await app.get('/component/collections')).body.totalItems;
    expect((await app.post('/component/collections', refused, admin)).status).toBe(422);
    expect((await app.get('/component/collections')).body.totalItems).toBe(count);
  });

  test('is computed in the response to a PATCH', async () => {
    const iri = await aCollection();
    const { body } = await app.patch(iri, { perPage: 4 }, admin);
    expect(body.collection.member).toHaveLength(4);
    expect((await app.patch(iri, { collection: 'x' }, admin)).body.collection.member).toHaveLength(4);
  });

  test('is omitted in lists and in other Collection components', async () => {
    await aCollection();
    const { body } = await app.get('/component/collections');
    for (const member of body.member) {
      expect(member).not.toHaveProperty('collection');
      expect(member._metadata.collection).toBe(true);
    }
    const outer = await aCollection({ resourceIri: '/component/collections' });
    const members = (await app.get(outer)).body.collection.member;
    expect(members.length).toBeGreaterThan(0);
    for (const member of members) expect(member).not.toHaveProperty('collection');
  });

  test('is a component like any other: it can be placed and its usage counted', async () => {
    const iri = await aCollection();
    const group = await app.create('/_/component_groups', { reference: randomUUID(), location: 'x' });
    const { body } = await app.post(
      '/component/collections',
      { resourceIri: IRI, componentPositions: [{ componentGroup: group['@id'] }] },
      admin,
    );
    expect(body.componentPositions).toHaveLength(1);
    expect((await app.get(`${body['@id']}/usage`, admin)).body).toMatchObject({ positionCount: 1, total: 1 });
    expect((await app.get(`${iri}/usage`, admin)).body).toMatchObject({ positionCount: 0, total: 0 });
    expect((await app.get('/')).body.collection).toBe('/_api/component/collections');
  });

  test('proxies page data and core resources', async () => {
    for (const resourceIri of ['/page_data/story_datas', '/_/pages', '/_/routes', '/_/layouts']) {
      const { body } = await app.get(await aCollection({ resourceIri }));
      expect(body.collection).toMatchObject({ '@id': `/_api${resourceIri}`, totalItems: 0 });
    }
  });
});
