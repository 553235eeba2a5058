import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publishingManifest } from '../publishing/types.js';
import { testTypes } from '../../support/test-types.js';
import type { CoreApp } from '../core/core-app.js';
import { ADMIN, startCoreApp } from '../core/core-app.js';

let app: CoreApp;
beforeAll(async () => {
  const more = publishingManifest.resources.filter(({ name }) => name === 'Article' || name === 'Note');
  app = await startCoreApp({
    manifest: { ...testTypes, resources: [...testTypes.resources, ...more] },
    config: { routable_security: "is_granted('ROLE_ADMIN')" },
  });
});
afterAll(() => app.close());

const aCollection = async (body: Record<string, string | number | object>): Promise<string> =>
  (await app.create('/component/collections', body as { resourceIri: string }))['@id'];

describe('a search', () => {
  test('never returns drafts and scheduled records to callers who cannot see them', async () => {
    const future = new Date(Date.now() + 3_600_000).toISOString();
    await app.create('/component/articles', { headline: 'needle draft' });
    await app.create('/component/articles', { headline: 'needle later', body: 'b', publishedAt: future });
    const open = await app.create('/component/articles', {
      headline: 'needle',
      body: 'b',
      publishedAt: 'now',
    });
    const collection = await aCollection({ resourceIri: '/component/articles' });
    for (const as of ['anonymous', 'user'] as const) {
      const { body } = await app.get('/component/articles?search=needle&order[headline]=asc', { as });
      expect(body.member.map((member: { '@id': string }) => member['@id'])).toEqual([open['@id']]);
      const proxied = (await app.get(`${collection}?search=needle`, { as })).body.collection;
      expect(proxied.totalItems).toBe(1);
    }
    expect((await app.get('/component/articles?search=needle', ADMIN)).body.totalItems).toBe(3);
  });

  test('of one record results in 404 if it does not match', async () => {
    const article = await app.create('/component/articles', {
      headline: 'Haystack',
      body: 'b',
      publishedAt: 'now',
    });
    expect((await app.get(`${article['@id']}?search=HAYstack`)).status).toBe(200);
    expect((await app.get(`${article['@id']}?search=other`)).status).toBe(404);
    expect((await app.get(`${article['@id']}?search=`)).status).toBe(200);
  });

  test('of one record uses the row of the pair that the caller sees', async () => {
    const body = { headline: 'Published words', body: 'b', publishedAt: 'now' };
    const live = (await app.create('/component/articles', body))['@id'];
    const draft = (await app.patch(live, { headline: 'Drafted words' }, ADMIN)).body['@id'];
    expect((await app.get(`${live}?search=drafted`, ADMIN)).body['@id']).toBe(draft);
    expect((await app.get(`${live}?search=published`, ADMIN)).status).toBe(404);
    expect((await app.get(`${live}?search=published&published=true`, ADMIN)).body['@id']).toBe(live);
    expect((await app.get(`${live}?search=drafted`)).status).toBe(404);
    expect((await app.get(`${live}?search=published`)).status).toBe(200);
  });

  test('never returns pages without a route to callers who cannot see them', async () => {
    await app.aPage({ title: 'hidden page' });
    expect((await app.get('/_/pages?search=hidden')).body.totalItems).toBe(0);
    expect((await app.get('/_/pages?search=hidden', ADMIN)).body.totalItems).toBe(1);
  });
});

describe('a Collection component', () => {
  test('omits a target that the caller cannot list', async () => {
    const iri = await aCollection({ resourceIri: '/component/guarded' });
    const { status, body } = await app.get(iri);
    expect([status, 'collection' in body]).toEqual([200, false]);
    expect((await app.get(iri, ADMIN)).body.collection.totalItems).toBe(0);
  });

  test('has a default page size that the request can exceed, up to the maximum of the type', async () => {
    for (let index = 0; index < 12; index += 1) await app.aSpecimen();
    const iri = await aCollection({ resourceIri: '/component/specimens', perPage: 2 });
    const count = async (query: string): Promise<number> =>
      (await app.get(iri + query)).body.collection.member.length;
    expect(await count('')).toBe(2);
    expect(await count('?perPage=5')).toBe(5);
    expect(await count('?perPage=1000')).toBe(12);
    expect(await count('?perPage=0')).toBe(0);
    expect(await count('?pagination=false')).toBe(12);
    expect(await count('?perPage=')).toBe(10);
    expect((await app.get(`${iri}?perPage=-1`)).status).toBe(400);
  });

  test('rejects the IRI of an item, and stores nothing', async () => {
    const { '@id': resourceIri } = await app.aWidget();
    const before = (await app.get('/component/collections')).body.totalItems;
    expect((await app.post('/component/collections', { resourceIri }, ADMIN)).status).toBe(422);
    expect((await app.get('/component/collections')).body.totalItems).toBe(before);
  });

  test('rejects or ignores invalid default parameters', async () => {
    for (const defaultQueryParameters of [
      { search: { deep: { deeper: [1, null, true] } } },
      { 'order[createdAt]': ['asc'], page: {} },
      { search: '\u0000' },
    ]) {
      const body = { resourceIri: '/component/specimens', defaultQueryParameters };
      const { status } = await app.post('/component/collections', body, ADMIN);
      expect([201, 400, 422]).toContain(status);
    }
  });
});

describe('with the Collection component disabled', () => {
  test('there is no such address and no such type', async () => {
    const off = await startCoreApp({ config: { enabled_components: { collection: false } } });
    expect((await off.get('/component/collections')).status).toBe(404);
    expect((await off.post('/component/collections', { resourceIri: '/_/pages' }, ADMIN)).status).toBe(404);
    expect((await off.get('/')).body).not.toHaveProperty('collection');
    await off.close();
  });
});

describe('timestamps', () => {
  test('with custom names are set by the server only', async () => {
    const note = await app.create('/component/notes', { text: 'x', made: 'nonsense', touched: 7 });
    expect(note).not.toHaveProperty('createdAt');
    expect([typeof note['made'], note['touched']]).toEqual(['string', note['made']]);
    const patched = await app.patch(note['@id'], { made: [], touched: '2000-01-01' }, ADMIN);
    expect([patched.status, patched.body.made]).toEqual([200, note['made']]);
  });

  test('of a record that a PATCH does not change stay the same', async () => {
    const specimen = await app.aSpecimen();
    for (const body of [{}, { createdAt: 'never' }, { name: specimen.name }]) {
      const { status, body: answer } = await app.patch(specimen['@id'], body, ADMIN);
      expect([status, answer.createdAt, answer.modifiedAt]).toEqual([
        200,
        specimen.createdAt,
        specimen.modifiedAt,
      ]);
    }
  });
});
