import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import { createBuilders, uniqueName, type Builders } from '../../support/builders.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const admin = { as: 'admin' } as const;
let app: TestApp;
let builders: Builders;
beforeAll(async () => {
  app = await startTestApp({
    config: { http_cache: { response_cache: { max_bytes: 10_000_000 } } },
  });
  builders = createBuilders(app);
});
afterAll(() => app.close());

type Operation = Record<string, unknown>;

const batch = (
  operations: readonly Operation[],
  as: 'admin' | 'user' | 'superAdmin' | 'anonymous' = 'admin',
) => app.post('/_/batch', { operations }, { as });

const aTitle = (id: string, title: string): Operation => ({
  ...{ id, method: 'POST', path: '/component/titles', body: { title, publishedAt: 'now' } },
});

const countTitles = async (): Promise<number> =>
  (await app.get('/component/titles?perPage=1', admin)).body.totalItems as number;

/** Operations that create a page with a group, two positions and titles, linked only by references. */
function aWholePage(): readonly Operation[] {
  const name = uniqueName('batch');
  const create = (id: string, path: string, body: JsonObject): Operation => ({
    id,
    method: 'POST',
    path,
    body,
  });
  return [
    create('layout', '/_/layouts', { reference: `${name}-l`, uiComponent: 'L' }),
    create('page', '/_/pages', {
      ...{ reference: name, uiComponent: 'P', isTemplate: false, layout: '$layout', title: name },
    }),
    create('route', '/_api/_/routes', { path: `/${name}`, name, page: '$page', liveAt: 'now' }),
    create('group', '/_/component_groups', { reference: `${name}-g`, location: 'top', pages: ['$page'] }),
    aTitle('first', 'First'),
    create('position', '/_/component_positions', { componentGroup: '$group', component: '$first' }),
    { id: 'again', method: 'GET', path: '/$first' },
    { id: 'patch', method: 'PATCH', path: '$page', body: { title: '$$page' } },
  ];
}

describe('POST /_/batch', () => {
  test('creates resources that reference each other by local ids, responds to each and stores one revision', async () => {
    const { status, body, headers } = await batch(aWholePage());
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect(body.results.map((one: { id: string; status: number }) => [one.id, one.status])).toEqual([
      ...['layout', 'page', 'route', 'group', 'first', 'position'].map((id) => [id, 201]),
      ['again', 200],
      ['patch', 200],
    ]);
    const [layout, page, route, group, first, position, again, patch] = body.results;
    expect(page.headers.Location).toBe(page.body['@id']);
    expect(page.body.layout).toBe(layout.body['@id']);
    expect(again.body['@id']).toBe(first.headers.Location);
    expect(again.body.componentPositions).toEqual([position.body['@id']]);
    expect(patch.body.title).toBe('$page');
    const { headers: now } = await app.get(page.headers.Location, admin);
    expect(patch.headers.ETag).toBe(now.get('etag'));
    const manifest = await app.get(`/_/resource_manifest/${route.body.path}`);
    expect(manifest.text).toContain(first.body['@id']);
    expect(manifest.text).toContain(group.body['@id']);
    const [newest] = (await app.get('/_/revisions?kind=change', admin)).body.revisions;
    expect([newest.changes, newest.useCase]).toEqual([6, 'batch']);
  });

  test('stores nothing if an operation is rejected, and reports which one and why', async () => {
    const before = await countTitles();
    const page = await builders.aPage();
    const { status, body } = await batch([
      aTitle('kept', 'A'),
      { id: 'gone', method: 'DELETE', path: page['@id'] },
      { id: 'bad', method: 'POST', path: '/_/pages', body: { reference: '' } },
      aTitle('later', 'B'),
    ]);
    expect(status).toBe(422);
    expect(body).toMatchObject({ '@type': 'ConstraintViolation', status: 422, operation: 2 });
    expect(body.detail).toContain('2 ("bad")');
    expect(body.violations.map((one: { propertyPath: string }) => one.propertyPath)).toContain(
      'operations[2].body.reference',
    );
    expect(body.results.map((one: { status: number }) => one.status)).toEqual([424, 424, 422, 424]);
    expect(body.results[2].body.violations).not.toHaveLength(0);
    expect(await countTitles()).toBe(before);
    expect((await app.get(page['@id'], admin)).status).toBe(200);
  });

  test('authorizes each operation by its own rules', async () => {
    const page = await builders.aPage();
    const read = { id: 'a', method: 'GET', path: '/component/titles' };
    const refused = await batch([read, { id: 'b', method: 'DELETE', path: page['@id'] }], 'user');
    expect([refused.status, refused.body.operation]).toEqual([403, 1]);
    expect(await batch([aTitle('a', 'A')], 'anonymous')).toMatchObject({ status: 401 });
    expect(await batch([{ id: 'a', method: 'GET', path: '/nowhere' }, aTitle('b', 'B')])).toMatchObject({
      status: 404,
      body: { operation: 0 },
    });
  });

  test('requires versions as single requests do', async () => {
    const { '@id': iri } = await app.create('/component/titles', { title: 'T', publishedAt: 'now' });
    const late = { id: 'a', method: 'DELETE', path: iri, headers: { 'If-Match': '"9-x"' } };
    const { status, body } = await batch([aTitle('x', 'X'), late]);
    expect([status, body.operation, body.results[1].status]).toEqual([412, 1, 412]);
    expect(body.results[1].body).toMatchObject({ version: 1 });
    const { headers } = await app.get(iri, admin);
    const etag = headers.get('etag') ?? '';
    const fits = { ...late, headers: { 'if-match': etag } };
    expect((await batch([fits])).body.results).toEqual([{ id: 'a', status: 204, headers: {} }]);
  });

  test('responds to each read separately, as to a single request', async () => {
    const { '@id': iri } = await app.create('/component/titles', { title: 'T', publishedAt: 'now' });
    const alone = await app.get(iri, admin);
    const etag = alone.headers.get('etag') ?? '';
    const { status, body } = await batch([
      { id: 'a', method: 'GET', path: iri },
      { id: 'b', method: 'GET', path: '/component/titles/00000000-0000-4000-8000-000000000000' },
      { id: 'c', method: 'GET', path: iri, headers: { 'If-None-Match': etag } },
      { id: 'd', method: 'GET', path: '/component/titles?perPage=1&search=T' },
      { id: 'e', method: 'GET', path: '$a' },
    ]);
    expect(status).toBe(200);
    const [a, b, c, d, e] = body.results;
    expect([a.body, a.headers.ETag]).toEqual([alone.body, etag]);
    expect([b.status, c.status, c.body, d.status]).toEqual([404, 304, undefined, 200]);
    expect(d.body.member).toHaveLength(1);
    expect(e.body).toEqual(alone.body);
  });

  test('invalidates cached responses only if it is stored', async () => {
    const { '@id': iri } = await app.create('/component/titles', { title: 'Old', publishedAt: 'now' });
    const page = await builders.aPage();
    const group = await builders.aGroup({ pages: [page['@id']] });
    await builders.aPosition(group, { component: iri });
    await app.create('/_/routes', {
      path: `/${uniqueName('kept')}`,
      name: uniqueName('k'),
      page: page['@id'],
      liveAt: 'now',
    });
    const shown = async () => (await app.get(iri)).body.title as string;
    expect(await shown()).toBe('Old');
    const change = { id: 'a', method: 'PUT', path: `${iri}?published=true`, body: { title: 'New' } };
    expect((await batch([change, { id: 'b', method: 'DELETE', path: '/component/titles/x' }])).status).toBe(
      404,
    );
    expect(await shown()).toBe('Old');
    expect((await batch([change])).status).toBe(200);
    expect(await shown()).toBe('New');
  });

  test.each<[string, unknown, string]>([
    ['a value that is not a list', { operations: {} }, 'operations'],
    ['an empty list', { operations: [] }, 'operations'],
    [
      'more than 500',
      { operations: Array.from({ length: 501 }, (_, at) => aTitle(`t${at}`, 'T')) },
      'operations',
    ],
    ['an entry that is not an object', { operations: [1] }, 'operations[0]'],
    ['no id', { operations: [{ method: 'GET', path: '/' }] }, 'operations[0].id'],
    ['a duplicate id', { operations: [aTitle('a', 'A'), aTitle('a', 'B')] }, 'operations[1].id'],
    ['an unknown method', { operations: [{ id: 'a', method: 'TRACE', path: '/' }] }, 'operations[0].method'],
    ['an unknown member', { operations: [{ ...aTitle('a', 'A'), url: '/' }] }, 'operations[0].url'],
    [
      'a cookie header',
      { operations: [{ ...aTitle('a', 'A'), headers: { Cookie: 'x' } }] },
      'operations[0].headers',
    ],
    [
      'an authorization header',
      { operations: [{ ...aTitle('a', 'A'), headers: { Authorization: 'x' } }] },
      'operations[0].headers',
    ],
    [
      'a body for a GET',
      { operations: [{ id: 'a', method: 'GET', path: '/', body: {} }] },
      'operations[0].body',
    ],
    ['a host', { operations: [{ id: 'a', method: 'GET', path: 'http://x/' }] }, 'operations[0].path'],
    ['two slashes', { operations: [{ id: 'a', method: 'GET', path: '//x/' }] }, 'operations[0].path'],
    ['dots', { operations: [{ id: 'a', method: 'GET', path: '/a/%2e%2e/b' }] }, 'operations[0].path'],
    ['a line break', { operations: [{ id: 'a', method: 'GET', path: '/a\r\nb' }] }, 'operations[0].path'],
    [
      'another caller',
      { operations: [{ id: 'a', method: 'GET', path: '/?_switch_user=x' }] },
      'operations[0].path',
    ],
    ['a later id', { operations: [{ ...aTitle('a', '$b') }, aTitle('b', 'B')] }, 'operations[0].body.title'],
    ['its own id', { operations: [aTitle('a', '$a')] }, 'operations[0].body.title'],
    ['an unknown id as path', { operations: [{ id: 'a', method: 'GET', path: '$b' }] }, 'operations[0].path'],
  ])('with %s is rejected with 422 and stores nothing', async (_what, body, propertyPath) => {
    const before = await countTitles();
    const answer = await app.post('/_/batch', body, admin);
    expect(answer.status).toBe(422);
    expect(answer.body.violations).toEqual([expect.objectContaining({ propertyPath })]);
    expect(await countTitles()).toBe(before);
  });

  test.each([
    ['POST', '/login'],
    ['POST', '/logout'],
    ['POST', '/_/batch'],
    ['GET', '/docs.jsonopenapi'],
    ['GET', '/me'],
    ['POST', '/component/images/upload'],
  ])('does not accept %s %s', async (method, path) => {
    const operation = { id: 'b', method, path, ...(method === 'POST' ? { body: {} } : {}) };
    const { status, body } = await batch([aTitle('a', 'A'), operation]);
    expect([status, body.results?.[1].status]).toEqual([422, 422]);
    expect(body.detail).toContain('cannot be part of a batch');
  });

  test('creates no accounts, because hashing passwords is slow', async () => {
    const body = { username: uniqueName('u'), emailAddress: 'a@example.com', plainPassword: 'secret-secret' };
    const { status } = await batch([{ id: 'a', method: 'POST', path: '/users', body }], 'superAdmin');
    expect(status).toBe(422);
  });

  test('rejects a reference to an operation that returns no IRI', async () => {
    const { '@id': iri } = await app.create('/component/titles', { title: 'T', publishedAt: 'now' });
    const { status } = await batch([
      { id: 'a', method: 'DELETE', path: iri },
      { id: 'b', method: 'PATCH', path: '$a', body: { title: 'x' } },
    ]);
    expect(status).toBe(422);
    expect((await app.get(iri, admin)).status).toBe(200);
  });

  test('stores 500 records at once in one revision', async () => {
    const operations = Array.from({ length: 500 }, (_, at) => aTitle(`t${at}`, `T ${at}`));
    const { status, body } = await batch(operations);
    expect(status).toBe(200);
    expect(body.results).toHaveLength(500);
    const [newest] = (await app.get('/_/revisions?kind=change', admin)).body.revisions;
    expect(newest.changes).toBe(500);
  });
});
