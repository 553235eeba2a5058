import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createContent, type ContentBuilder } from '../publishing/content.js';
import { publishingManifest } from '../publishing/types.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { anOwner, aToken, SUPER } from './support.js';

const admin = { as: 'admin' } as const;
const needs = (scope: string): string =>
  `The access token does not have the scope "${scope}". Create a token with this scope.`;

let app: TestApp;
let content: ContentBuilder;
beforeAll(async () => {
  app = await startTestApp({
    manifest: publishingManifest,
    config: { routable_security: null, route_security: [] },
  });
  content = createContent(app);
});
afterAll(() => app.close());

/** Creates a page with a published article that has a draft, an unpublished draft, and a box. */
async function aSite() {
  const page = await content.page({ isTemplate: false });
  const path = await content.route({ page });
  const hidden = await content.route({ page: await content.page({ isTemplate: false }), liveAt: null });
  const group = await content.group({ pages: [page] });
  const live = await content.article({ headline: 'Live' });
  const draft = await content.draft(live, { headline: 'Draft of it' });
  const alone = await content.article({ headline: 'Alone', publishedAt: null });
  const { '@id': box } = await app.create('/component/boxes', { label: 'b', favourite: live });
  for (const component of [live, alone, box]) await content.position({ component, componentGroup: group });
  return { page, path, hidden, group, live, draft, alone, box };
}

describe('reading with an access token', () => {
  test('is limited to the types in the scopes, for items and lists', async () => {
    const { page, live, box } = await aSite();
    const owner = await anOwner(app, 'ROLE_SUPER_ADMIN');
    const { by } = await aToken(app, ['read:Article'], { owner: owner.iri });
    expect((await app.get(live, by)).status).toBe(200);
    expect((await app.get('/component/articles', by)).status).toBe(200);
    for (const [path, scope] of [
      [box, 'read:Box'],
      ['/component/boxes', 'read:Box'],
      [page, 'read:Page'],
      ['/_/routes', 'read:Route'],
      ['/users', 'read:User'],
      ['/component/boxes/00000000-0000-4000-8000-000000000000', 'read:Box'],
    ] as const) {
      const { status, body } = await app.get(path, by);
      expect([path, status, body.detail]).toEqual([path, 403, needs(scope)]);
    }
  });

  test('returns everything the owner can read if the scope covers all types', async () => {
    const { page, live, box } = await aSite();
    const owner = await anOwner(app, 'ROLE_USER');
    const { by } = await aToken(app, ['read:*'], { owner: owner.iri });
    for (const path of [page, live, box, '/_/routes', '/component/articles?perPage=100'])
      expect((await app.get(path, by)).status).toBe(200);
    expect((await app.get('/users', by)).status).toBe(403);
  });

  test('cannot count, filter or sort by members of types outside the scopes', async () => {
    const { live } = await aSite();
    const named = await aToken(app, ['read:Box', 'read:Article']);
    const other = await aToken(app, ['read:Box']);
    const { body: all } = await app.get('/component/boxes', other.by);
    expect(all.totalItems).toBeGreaterThan(0);
    expect((await app.get(`/component/boxes?perPage=100`, named.by)).body.totalItems).toBe(all.totalItems);
    // The document contains the IRI, as everywhere, but not its target.
    expect(JSON.stringify((await app.get('/component/boxes?perPage=100', other.by)).body)).toContain(live);
  });

  test('hides drafts and content that is not live in items, lists, counts, headers and manifests without the scope for drafts', async () => {
    const { page, path, hidden, live, draft, alone } = await aSite();
    const { by } = await aToken(app, ['*']);
    const anonymous = await app.get('/component/articles?perPage=100');
    const { body, text } = await app.get('/component/articles?perPage=100', by);
    expect(body.totalItems).toBe(anonymous.body.totalItems);
    expect(text).not.toContain('Draft of it');
    const item = await app.get(live, by);
    expect([item.body.headline, item.body.draftResource]).toEqual(['Live', undefined]);
    for (const iri of [draft, alone]) expect((await app.get(iri, by)).status).toBe(404);
    expect((await app.get(`/_/routes/${hidden}`, by)).status).toBe(404);
    expect((await app.get('/_/routes?perPage=100', by)).text).not.toContain(hidden);
    expect((await app.get(`/_/routes/${path}/children`, by)).status).toBe(403);
    const manifest = await app.get(`/_/resource_manifest/${path}?embed=documents`, by);
    expect(manifest.status).toBe(200);
    for (const iri of [draft, alone]) expect(manifest.text).not.toContain(iri);
    for (const iri of [live, page])
      for (const suffix of ['revisions', 'usage'])
        if (iri === live || suffix === 'revisions')
          expect((await app.get(`${iri}/${suffix}`, by)).status).toBe(403);
  });

  test('shows drafts with the scope for them, if the owner can see them', async () => {
    const { hidden, live, draft, alone } = await aSite();
    const owner = await anOwner(app, 'ROLE_USER');
    const admins = await aToken(app, ['read:*', 'drafts']);
    const users = await aToken(app, ['read:*', 'drafts'], { owner: owner.iri });
    expect((await app.get(live, admins.by)).body.headline).toBe('Draft of it');
    for (const iri of [draft, alone, `/_/routes/${hidden}`]) {
      expect((await app.get(iri, admins.by)).status).toBe(200);
      expect((await app.get(iri, users.by)).status).toBe(404);
    }
    expect((await app.get(`${live}/revisions`, admins.by)).status).toBe(200);
    expect((await app.get(`${live}/usage`, admins.by)).status).toBe(200);
  });

  test('of a manifest requires reading its route and page', async () => {
    const { page, path } = await aSite();
    const ask = async (scopes: readonly string[], address: string) => {
      const { by } = await aToken(app, scopes);
      const { status, body } = await app.get(`/_/resource_manifest/${address}?embed=documents`, by);
      return [status, body.detail ?? body.documents.map((one: { '@type': string }) => one['@type']).sort()];
    };
    expect(await ask(['read:Page'], path)).toEqual([403, needs('read:Route')]);
    expect(await ask(['read:Route'], path)).toEqual([403, needs('read:Page')]);
    expect(await ask(['read:Page', 'read:Route'], path)).toEqual([200, ['Page', 'Route']]);
    expect(await ask(['read:Page', 'read:Article'], page.slice(-36))).toEqual([200, ['Article', 'Page']]);
  });

  test('never returns cached responses of other callers', async () => {
    const { live } = await aSite();
    const { by } = await aToken(app, ['read:Article']);
    const { headers } = await app.get(live, by);
    expect(headers.get('cache-control')).toBe('private, no-store');
  });

  test('is not possible in the hub, which grants no topics and no credentials', async () => {
    const { by } = await aToken(app, ['*', 'drafts']);
    const { body, headers } = await app.get('/me', by);
    expect([body._metadata.mercureSubscribeTopics, headers.getSetCookie()]).toEqual([[], []]);
  });
});

describe('writing with an access token', () => {
  test.each(['create', 'update', 'delete'] as const)(
    'requires the scope to %s the type',
    async (operation) => {
      const { box } = await aSite();
      const others = ['create', 'update', 'delete', 'read', 'publish'].filter((one) => one !== operation);
      const scopes = others.map((one) => (one === 'publish' ? 'drafts' : `${one}:Box`));
      const without = await aToken(app, [...scopes, `${operation}:Layout`]);
      const { by } = await aToken(app, [`${operation}:Box`]);
      const write = {
        create: (as: typeof by) => app.post('/component/boxes', { label: 'n' }, as),
        update: (as: typeof by) => app.patch(box, { label: 'n' }, as),
        delete: (as: typeof by) => app.delete(box, as),
      }[operation];
      const refused = await write(without.by);
      expect([refused.status, refused.body.detail]).toEqual([403, needs(`${operation}:Box`)]);
      expect((await app.get(box, admin)).body.label).toBe('b');
      expect((await write(by)).status).toBeLessThan(300);
    },
  );

  test('checks the whole body, and a rejected body stores nothing', async () => {
    const { by } = await aToken(app, ['read:Box']);
    const before = (await app.get('/component/boxes', admin)).body.totalItems;
    for (const body of [{}, { label: 7 }, { label: 'x', unknown: 1 }])
      expect((await app.post('/component/boxes', body, by)).status).toBe(403);
    expect((await app.get('/component/boxes', admin)).body.totalItems).toBe(before);
  });

  test('with the update scope includes reading, because the response shows the record', async () => {
    const { box } = await aSite();
    const { by } = await aToken(app, ['update:Box']);
    expect((await app.patch(box, {}, by)).body.label).toBe('b');
    expect((await app.get(box, by)).body.label).toBe('b');
    const creator = await aToken(app, ['create:Box', 'delete:Box']);
    expect((await app.get(box, creator.by)).status).toBe(403);
    expect((await app.get('/component/boxes', creator.by)).status).toBe(403);
  });

  test('never exceeds the permissions of the owner', async () => {
    const { live } = await aSite();
    const owner = await anOwner(app, 'ROLE_USER');
    const { by } = await aToken(app, ['*', 'drafts'], { owner: owner.iri });
    const { status, body } = await app.get(live, by);
    expect([status, body.headline]).toEqual([200, 'Live']);
    expect((await app.post('/users', { username: 'x', emailAddress: 'x@example.com' }, by)).status).toBe(403);
    expect((await app.get('/_/revisions', by)).status).toBe(403);
  });

  test('without the scope for drafts writes published records, and requires the publish scope', async () => {
    const { live } = await aSite();
    const { by } = await aToken(app, ['create:Article', 'update:Article']);
    for (const answer of [
      await app.post('/component/articles', { headline: 'New', body: 'b' }, by),
      await app.patch(live, { headline: 'Changed' }, by),
    ])
      expect([answer.status, answer.body.detail]).toEqual([403, needs('publish:Article')]);
    expect((await app.get(live)).body.headline).toBe('Live');
    const publisher = await aToken(app, ['create:Article', 'update:Article', 'publish:Article']);
    const made = await app.post('/component/articles', { headline: 'New', body: 'b' }, publisher.by);
    expect([made.status, made.body._metadata.publishable.published]).toEqual([201, true]);
    expect((await app.patch(live, { headline: 'Changed' }, publisher.by)).status).toBe(200);
    expect((await app.get(live)).body.headline).toBe('Changed');
  });

  test('with the scope for drafts writes drafts, and publishes nothing without the publish scope', async () => {
    const { live, draft, alone } = await aSite();
    const { by } = await aToken(app, ['create:Article', 'update:Article', 'drafts']);
    expect((await app.post('/component/articles', { headline: 'New' }, by)).status).toBe(201);
    expect((await app.patch(live, { headline: 'Later' }, by)).status).toBe(200);
    expect((await app.get(live)).body.headline).toBe('Live');
    const refused = [
      await app.post('/component/articles', { headline: 'N', body: 'b', publishedAt: 'now' }, by),
      await app.post('/component/articles', { headline: 'N', body: 'b', publishedAt: '2999-01-01' }, by),
      await app.patch(draft, { publishedAt: 'now' }, by),
      await app.patch(alone, { publishedAt: '2999-01-01T00:00:00Z' }, by),
      await app.patch(`${live}?published=true`, { headline: 'Changed' }, by),
      await app.patch(`${live}?published=true`, { publishedAt: null }, by),
    ].map(({ status, body }) => [status, body.detail]);
    expect(refused).toEqual(refused.map(() => [403, needs('publish:Article')]));
    expect((await app.get(live)).body.headline).toBe('Live');
    expect((await app.get(alone)).status).toBe(404);
    const publisher = await aToken(app, ['update:Article', 'publish:Article', 'drafts']);
    expect((await app.patch(draft, { publishedAt: 'now', body: 'b' }, publisher.by)).status).toBe(200);
    expect((await app.get(live)).body.headline).toBe('Later');
  });

  test('restores a record with the scopes to read its drafts and to update it', async () => {
    const { box } = await aSite();
    await app.patch(box, { label: 'c' }, admin);
    const { body } = await app.get(`${box}/revisions`, admin);
    const restore = `${box}/revisions/${body.revisions.at(-1).number}/restore`;
    const reader = await aToken(app, ['read:*', 'drafts']);
    expect((await app.post(restore, undefined, reader.by)).status).toBe(403);
    const { by } = await aToken(app, ['update:Box', 'drafts']);
    expect([(await app.post(restore, undefined, by)).status, (await app.get(box, by)).body.label]).toEqual([
      200,
      'b',
    ]);
  });

  test("appears in the history of its owner, with the token's name if no reason is given", async () => {
    const { box } = await aSite();
    const owner = await anOwner(app);
    const { by } = await aToken(app, ['update:Box'], { owner: owner.iri, name: 'importer' });
    await app.patch(box, { label: 'by a token' }, by);
    await app.patch(box, { label: 'for a reason' }, { headers: { ...by.headers, 'x-reason': 'Spring' } });
    const { body } = await app.get(`${box}/revisions`, admin);
    const [second, first] = body.revisions as { author: string; reason: string }[];
    expect([first?.author, first?.reason]).toEqual([owner.username, 'token importer']);
    expect([second?.author, second?.reason]).toEqual([owner.username, 'Spring']);
  });

  test('is rejected without information about other accounts', async () => {
    const { box } = await aSite();
    const { by } = await aToken(app, ['update:Box']);
    const stale = await app.patch(box, { label: 'x' }, { headers: { ...by.headers, 'if-match': '"0-x"' } });
    expect(stale.status).toBe(412);
    expect(stale.body.author ?? null).toBeNull();
  });
});

describe('a request that is not an operation on a type', () => {
  test.each([
    ['GET', '/_/revisions'],
    ['GET', '/_/orphan_report'],
    ['GET', '/_/previews'],
    ['POST', '/_/previews'],
    ['POST', '/_/routes/generate'],
    ['POST', '/_/revisions/1/undo'],
    ['POST', '/_/pages/3f2b8c1e-6d4a-4a57-9a0e-5b1c7d2e9f10/restore'],
    ['GET', '/_/webhooks'],
    ['POST', '/_/webhooks'],
  ])('%s %s requires the scope for everything', async (method, path) => {
    const { by } = await aToken(app, ['read:*', 'create:*', 'update:*', 'delete:*', 'publish:*', 'drafts']);
    const ask = (as: object) => (method === 'GET' ? app.get(path, as) : app.post(path, {}, as));
    const refused = await ask(by);
    const isThere = (await ask(admin)).status !== 404 || method === 'POST';
    if (isThere) expect([refused.status, refused.body.detail]).toEqual([403, needs('*')]);
    const whole = await aToken(app, ['*', 'drafts']);
    expect((await ask(whole.by)).status).toBe((await ask(admin)).status);
  });

  test.each(['/', '/docs.jsonld', '/docs.jsonopenapi', '/contexts/Page', '/_/page_data_metadatas'])(
    '%s is available to tokens as to everyone',
    async (path) => {
      const { by } = await aToken(app, ['read:Page']);
      expect((await app.get(path, by)).status).toBe((await app.get(path)).status);
    },
  );

  test('that a path rule closes to visitors is closed to a restricted token', async () => {
    const closed = await startTestApp({
      manifest: publishingManifest,
      config: { access_control: [{ path: '^/docs', roles: ['ROLE_ADMIN'] }] },
    });
    const restricted = await aToken(closed, ['read:*']);
    const whole = await aToken(closed, ['*']);
    expect((await closed.get('/docs.jsonld', restricted.by)).status).toBe(403);
    expect((await closed.get('/docs.jsonld', whole.by)).status).toBe(200);
    await closed.close();
  });
});

describe('an operation of a batch', () => {
  test('is authorized by the scopes like a separate request, and a rejected one undoes the batch', async () => {
    const { live, draft } = await aSite();
    const { by } = await aToken(app, ['create:Box', 'read:Article']);
    const create = { id: 'a', method: 'POST', path: '/component/boxes', body: { label: 'batch' } };
    const reads = [
      { id: 'a', method: 'GET', path: live },
      { id: 'b', method: 'GET', path: draft },
      { id: 'c', method: 'GET', path: '/component/boxes' },
      { id: 'd', method: 'GET', path: '/users' },
    ];
    const { status, body } = await app.post('/_/batch', { operations: reads }, by);
    expect([status, body.results.map((one: { status: number }) => one.status)]).toEqual([
      200,
      [200, 404, 403, 403],
    ]);
    expect(body.results[0].body.headline).toBe('Live');
    const count = async (): Promise<number> => (await app.get('/component/boxes', admin)).body.totalItems;
    const before = await count();
    const foreign = {
      id: 'b',
      method: 'POST',
      path: '/_/layouts',
      body: { reference: 'x', uiComponent: 'X' },
    };
    const generate = { id: 'b', method: 'POST', path: '/_/routes/generate', body: {} };
    for (const other of [foreign, generate])
      expect((await app.post('/_/batch', { operations: [create, other] }, by)).status).toBe(403);
    expect(await count()).toBe(before);
    expect((await app.post('/_/batch', { operations: [create] }, by)).status).toBe(200);
    expect(await count()).toBe(before + 1);
  });
});

describe('a cached page', () => {
  test('is neither created by a token nor served to one', async () => {
    const caching = await startTestApp({
      manifest: publishingManifest,
      config: { http_cache: { response_cache: { max_bytes: 10_000_000 } } },
    });
    const { '@id': box } = await caching.create('/component/boxes', { label: 'b' });
    const { by, iri } = await aToken(caching, ['read:Layout']);
    for (let at = 0; at < 3; at += 1) {
      expect((await caching.get(box)).status).toBe(200);
      expect((await caching.get(box, by)).status).toBe(403);
      expect((await caching.get('/docs.jsonld', by)).status).toBe(200);
    }
    await caching.delete(iri, SUPER);
    expect((await caching.get(box, by)).status).toBe(401);
    await caching.close();
  });
});
