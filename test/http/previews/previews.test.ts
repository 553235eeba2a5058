import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import { ACCOUNTS } from '../../../runtime/features/accounts/public-api.js';
import { createContent, type ContentBuilder } from '../publishing/content.js';
import { createTestClock, MINUTE, type TestClock } from '../publishing/support.js';
import { publishingManifest } from '../publishing/types.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const admin = { as: 'admin' } as const;
const DAY = 24 * 60 * MINUTE;
let app: TestApp;
let clock: TestClock;
let content: ContentBuilder;
beforeAll(async () => {
  clock = createTestClock();
  app = await startTestApp({
    manifest: publishingManifest,
    clock,
    config: {
      routable_security: "is_granted('ROLE_ADMIN')",
      route_security: [{ route: '/members/*', security: "is_granted('ROLE_USER')" }],
      http_cache: { response_cache: { max_bytes: 10_000_000 } },
    },
  });
  content = createContent(app);
});
afterAll(() => app.close());

/** Creates a page without a live route, with a draft, a scheduled article and a published one that has a draft. */
async function aPage(route: JsonObject = { liveAt: null }) {
  const page = await content.page({ isTemplate: false });
  const path = await content.route({ page, ...route });
  const group = await content.group({ pages: [page] });
  const place = (component: string): Promise<string> =>
    content.position({ component, componentGroup: group });
  const draft = await content.article({ headline: 'Draft', publishedAt: null });
  const live = await content.article({ headline: 'First' });
  const second = await content.draft(live, { headline: 'Second' });
  const later = await content.article({ headline: 'Later', publishedAt: '2999-01-01T00:00:00Z' });
  const positions = [await place(draft), await place(live), await place(later)];
  return { page, path, group, positions, draft, live, second, later };
}

const make = async (subject: JsonObject, as: 'admin' | 'superAdmin' = 'admin') =>
  (await app.post('/_/previews', subject, { as })).body as { readonly id: string; readonly token: string };

const by = (token: string) => ({ headers: { Preview: token } });

describe('POST /_/previews', () => {
  test('returns a token of 256 bits, which is stored hashed and never listed', async () => {
    const { page } = await aPage();
    const { status, body } = await app.post('/_/previews', { page }, admin);
    expect([status, body.page, body['@type']]).toEqual([201, page, 'Preview']);
    expect(Buffer.from(body.token, 'base64url')).toHaveLength(32);
    const rows = await app.app.database.all(`select * from ${app.app.database.table('preview')}`);
    expect(JSON.stringify(rows)).not.toContain(body.token);
    const { body: list, text } = await app.get('/_/previews', admin);
    expect(list.member.map(({ id }: { id: string }) => id)).toContain(body.id);
    expect(text).not.toContain(body.token);
  });

  test.each([
    ['nothing', {}, 422],
    ['two subjects', { page: '/_/pages/00000000-0000-4000-8000-000000000000', route: '/_/routes//x' }, 422],
    ['an unknown page', { page: '/_/pages/00000000-0000-4000-8000-000000000000' }, 400],
    ['an unknown route', { route: '/_/routes//nowhere' }, 400],
    ['a component', { page: '/component/articles/00000000-0000-4000-8000-000000000000' }, 400],
    ['a value that is not an IRI', { pageData: 7 }, 400],
  ])('rejects %s', async (_what, body, status) => {
    expect((await app.post('/_/previews', body, admin)).status).toBe(status);
  });

  test.each([
    ['in the past', -MINUTE],
    ['later than previews.max_days', 31 * DAY],
  ])('rejects an expiry date %s', async (_what, ahead) => {
    const { page } = await aPage();
    const expiresAt = new Date(clock.now().getTime() + ahead).toISOString();
    const { status, body } = await app.post('/_/previews', { page, expiresAt }, admin);
    expect([status, body.violations[0].propertyPath]).toEqual([422, 'expiresAt']);
  });

  test('requires permission to see drafts', async () => {
    const { page } = await aPage();
    expect((await app.post('/_/previews', { page })).status).toBe(401);
    expect((await app.post('/_/previews', { page }, { as: 'user' })).status).toBe(403);
    expect((await app.get('/_/previews', { as: 'user' })).status).toBe(403);
  });
});

describe('GET /_/previews', () => {
  test('links to the next page, and lists each preview once', async () => {
    const { page } = await aPage();
    const made = new Set<string>();
    for (let time = 0; time < 31; time += 1) made.add((await make({ page })).id);
    const listed: string[] = [];
    let next: string | undefined = '/_/previews';
    while (next !== undefined) {
      const { status, body } = await app.get(next, admin);
      expect(status).toBe(200);
      expect(body.member.length).toBeLessThanOrEqual(30);
      listed.push(...(body.member as { id: string }[]).map(({ id }) => id));
      expect(body.totalItems).toBeGreaterThanOrEqual(31);
      next = body.next as string | undefined;
    }
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed.filter((id) => made.has(id))).toHaveLength(31);
  });

  test.each(['x', '1', '', '1-x', `-1-${'0'.repeat(36)}`])(
    'responds with 400 for before=%s',
    async (before) => {
      expect((await app.get(`/_/previews?before=${before}`, admin)).status).toBe(400);
    },
  );
});

describe('a request with a preview token', () => {
  test('sees the drafts, future dates and routes of the page, as a visitor', async () => {
    const { page, path, positions, draft, live, second, later } = await aPage();
    const { token } = await make({ page });
    const shown = [page, `/_/routes/${path}`, draft, second, later];
    for (const iri of shown) expect([iri, (await app.get(iri)).status]).not.toEqual([iri, 200]);
    for (const iri of shown) expect([iri, (await app.get(iri, by(token))).status]).toEqual([iri, 200]);
    const components = await Promise.all(
      positions.map(async (iri) => (await app.get(iri, by(token))).body.component),
    );
    expect(components).toEqual([draft, second, later]);
    expect((await app.get(live, by(token))).body.headline).toBe('Second');
    const { body } = await app.get(`/_/routes/${path}`, by(token));
    expect(body).not.toHaveProperty('liveAt');
    const shownDraft = (await app.get(second, by(token))).body;
    expect([shownDraft.publishedResource, shownDraft._metadata.publishable.locationCount]).toEqual([
      undefined,
      undefined,
    ]);
  });

  test.each(['page', 'route', 'pageData'] as const)(
    'returns the whole page of a %s in one response',
    async (member) => {
      const { page, path, draft, second } = await aPage();
      const story =
        member === 'pageData'
          ? await content.story({ page: await content.page(), publishedAt: null })
          : undefined;
      const subject = { page, route: `/_/routes/${path}`, pageData: story ?? '' }[member];
      const { token } = await make({ [member]: subject });
      const key = member === 'pageData' ? subject.slice(-36) : path;
      const address = `/_/resource_manifest/${key}?embed=documents`;
      expect((await app.get(address)).status).toBe(404);
      const { status, body } = await app.get(address, by(token));
      expect(status).toBe(200);
      const iris = (body.documents as readonly { '@id': string }[]).map((each) => each['@id']);
      expect(iris).toEqual(expect.arrayContaining(member === 'pageData' ? [subject] : [page, draft, second]));
    },
  );

  test('sees nothing else: no other page, draft, list or relation', async () => {
    const [mine, other] = [await aPage(), await aPage()];
    const { token } = await make({ page: mine.page });
    for (const iri of [other.page, `/_/routes/${other.path}`, other.draft, other.second, other.later]) {
      const [without, withToken] = [await app.get(iri), await app.get(iri, by(token))];
      expect([iri, withToken.status]).toEqual([iri, without.status]);
    }
    for (const list of ['/component/articles?perPage=100', '/_/pages?perPage=100', '/_/routes?perPage=100'])
      expect((await app.get(list, by(token))).body.member).toEqual((await app.get(list)).body.member);
    const related = await content.article({ related: other.live });
    const outside = await content.article({ headline: 'Outside', publishedAt: null });
    await app.patch(`${related}?published=true`, { related: outside }, admin);
    expect((await app.get(related, by(token))).body.related).toBeUndefined();
    expect((await app.get(`/_/resource_manifest/${other.path}`, by(token))).status).toBe(404);
  });

  test('follows the path rules', async () => {
    const page = await content.page({ isTemplate: false });
    const path = '/members/new';
    await app.create('/_/routes', { path, name: path, liveAt: null, page });
    for (const subject of [{ page }, { route: `/_/routes/${path}` }])
      expect((await app.post('/_/previews', subject, admin)).status).toBe(422);
    const child = await content.page({ isTemplate: false, parentPage: page });
    const { token } = await make({ page: child });
    expect((await app.get(child, by(token))).status).toBe(200);
    expect((await app.get(page, by(token))).status).toBe(401);
    expect((await app.get(`/_/routes/${path}`, by(token))).status).toBe(404);
  });

  test('is rejected once its page moves behind a path rule', async () => {
    const { page, path, draft } = await aPage();
    const { token } = await make({ page });
    await app.patch(`/_/routes/${path}`, { path: `/members${path}` }, admin);
    expect((await app.get(draft, by(token))).status).toBe(401);
  });

  test('has a private response: private, no-store, noindex', async () => {
    const { page, draft } = await aPage();
    const { token } = await make({ page });
    for (const path of [draft, '/_/layouts', '/component/articles/nothing']) {
      const { headers } = await app.get(path, by(token));
      expect([path, headers.get('cache-control')]).toEqual([path, 'private, no-store']);
      expect(headers.get('x-robots-tag')).toBe('noindex');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
    }
    expect((await app.get('/_/layouts')).headers.get('vary')).toContain('Preview');
  });

  test('neither reads nor fills a cache', async () => {
    const { page, live } = await aPage({});
    const { token } = await make({ page });
    const address = '/component/articles/' + live.slice(-36);
    expect((await app.get(address)).body.headline).toBe('First');
    expect((await app.get(address, by(token))).body.headline).toBe('Second');
    expect((await app.get(`${address}?preview=${token}`)).body.headline).toBe('Second');
    expect((await app.get(address)).body.headline).toBe('First');
  });

  test('cannot write, with any method', async () => {
    const { page, draft } = await aPage();
    const { token } = await make({ page });
    const headers = { Preview: token };
    for (const as of ['anonymous', 'admin'] as const) {
      expect((await app.patch(draft, { headline: 'X' }, { as, headers })).status).toBe(403);
      expect((await app.delete(draft, { as, headers })).status).toBe(403);
      expect((await app.post('/component/articles', { headline: 'X' }, { as, headers })).status).toBe(403);
    }
  });

  test('counts as a visitor for every sender', async () => {
    const { page, path } = await aPage();
    const other = await aPage();
    const { token } = await make({ page });
    const { body } = await app.get(`/_/routes/${path}`, { ...admin, headers: { Preview: token } });
    expect(body).not.toHaveProperty('liveAt');
    expect((await app.get(other.draft, { ...admin, headers: { Preview: token } })).status).toBe(404);
  });

  test('sees components that are added to the page, and not those that are removed from it', async () => {
    const { page, group, draft, positions } = await aPage();
    const { token } = await make({ page });
    const added = await content.article({ publishedAt: null });
    expect((await app.get(added, by(token))).status).toBe(404);
    await content.position({ component: added, componentGroup: group });
    expect((await app.get(added, by(token))).status).toBe(200);
    await app.patch(String(positions[0]), { component: added }, admin);
    expect((await app.get(draft, by(token))).status).toBe(404);
  });
});

describe('a preview token', () => {
  test.each([
    ['that is unknown', 'A'.repeat(43)],
    ['that is malformed', 'x'],
    ['that is empty', ''],
  ])('%s results in 401', async (_what, token) => {
    expect((await app.get('/_/layouts', by(token))).status).toBe(401);
    expect((await app.get(`/_/previews/${token || 'x'}`)).status).toBe(404);
  });

  test('may be sent once: two different ones result in 400', async () => {
    const [one, two] = [
      await make({ page: (await aPage()).page }),
      await make({ page: (await aPage()).page }),
    ];
    expect((await app.get(`/_/layouts?preview=${two.token}`, by(one.token))).status).toBe(400);
    expect((await app.get(`/_/layouts?preview=${one.token}`, by(one.token))).status).toBe(200);
  });

  test('ends when its creator or an administrator revokes it', async () => {
    const { page, draft } = await aPage();
    const { id, token } = await make({ page });
    expect((await app.delete(`/_/previews/${id}`, { as: 'user' })).status).toBe(403);
    expect((await app.delete(`/_/previews/${id}`, { as: 'superAdmin' })).status).toBe(204);
    expect((await app.get(draft, by(token))).status).toBe(401);
    expect((await app.delete(`/_/previews/${id}`, admin)).status).toBe(404);
  });

  test('ends at its expiry date', async () => {
    const { page, draft } = await aPage();
    const expiresAt = new Date(clock.now().getTime() + 10 * MINUTE).toISOString();
    const { token } = (await app.post('/_/previews', { page, expiresAt }, admin)).body;
    expect((await app.get(draft, by(token))).status).toBe(200);
    clock.forward(11 * MINUTE);
    expect((await app.get(draft, by(token))).status).toBe(401);
  });

  test('ends with the page', async () => {
    const { page, draft } = await aPage();
    const { token } = await make({ page });
    expect((await app.delete(page, admin)).status).toBe(204);
    expect((await app.get(draft, by(token))).status).toBe(401);
  });

  test('ends with the permissions of its creator', async () => {
    const { createAccount } = app.app.get(ACCOUNTS);
    await createAccount({
      username: 'maker',
      emailAddress: 'maker@example.com',
      password: 'maker-password',
      role: 'ROLE_ADMIN',
      enabled: true,
      overwrite: false,
    });
    const signIn = await app.post('/login', { username: 'maker', password: 'maker-password' });
    const cookie = /api_component=[^;]+/.exec(signIn.headers.getSetCookie().join('\n'))?.[0] ?? '';
    const { page, draft } = await aPage();
    const { body } = await app.post('/_/previews', { page }, { headers: { cookie } });
    expect((await app.get(draft, by(body.token))).status).toBe(200);
    const { member } = (await app.get('/users?perPage=100', { as: 'superAdmin' })).body;
    const user = member.find(({ username }: { username: string }) => username === 'maker');
    await app.patch(user['@id'], { roles: ['ROLE_USER'] }, { as: 'superAdmin' });
    expect((await app.get(draft, by(body.token))).status).toBe(401);
    await app.patch(user['@id'], { roles: ['ROLE_ADMIN'] }, { as: 'superAdmin' });
    expect((await app.get(draft, by(body.token))).status).toBe(200);
    await app.delete(user['@id'], { as: 'superAdmin' });
    expect((await app.get(draft, by(body.token))).status).toBe(401);
  });
});

describe('GET /_/previews/{token}', () => {
  test('sets a cookie that shows the preview in a browser, except to a signed-in user', async () => {
    const { page, path, draft } = await aPage();
    const { token } = await make({ page });
    const { status, body, headers } = await app.get(`/_/previews/${token}`);
    expect([status, body.path, body.page, body.id]).toEqual([200, path, page, undefined]);
    const set = headers.get('set-cookie') ?? '';
    expect(set).toMatch(/^cms_preview=[\w-]{43}; Max-Age=\d+; Path=\/_api; Secure; HttpOnly; SameSite=\w+$/);
    const cookie = { cookie: set.split(';')[0] ?? '' };
    expect((await app.get(draft, { headers: cookie })).status).toBe(200);
    expect((await app.post('/component/articles', {}, { headers: cookie })).status).toBe(403);
    expect((await app.patch(draft, { headline: 'Edited' }, { ...admin, headers: cookie })).status).toBe(200);
  });

  test('sets no cookie for a preview that has ended', async () => {
    const headers = { cookie: `cms_preview=${'A'.repeat(43)}` };
    expect((await app.get('/_/layouts', { headers })).status).toBe(200);
  });
});

describe('a preview of a revision', () => {
  /** Creates a page whose article was Old, then New, and returns the number of the revision in which it was Old. */
  async function aChangedArticle() {
    const { page, path, live } = await aPage();
    const number = async (): Promise<number> =>
      (await app.get(`${live}/revisions`, admin)).body.revisions[0].number as number;
    await app.patch(`${live}`, { headline: 'Old' }, admin);
    const old = await number();
    await app.patch(`${live}`, { headline: 'New' }, admin);
    return { page, path, live, old };
  }

  test('shows the texts of the revision, and nothing outside the page', async () => {
    const { page, path, live, old } = await aChangedArticle();
    const { status, body } = await app.post('/_/previews', { page, revision: old }, admin);
    expect([status, body.revision]).toEqual([201, old]);
    const shown = (await app.get(live, by(body.token))).body;
    expect([shown.headline, shown._metadata.revision]).toEqual(['Old', { number: old }]);
    const { token } = await make({ page });
    expect((await app.get(live, by(token))).body.headline).toBe('New');
    // The holder of the token can read no other revision and no list of revisions.
    for (const other of [`${live}/revisions`, `${live}/revisions/${old}`, '/_/revisions'])
      expect((await app.get(other, by(body.token))).status).toBe(401);
    const list = await app.get('/component/articles', by(body.token));
    expect(list.text).not.toContain('Old');
    const embedded = await app.get(`/_/resource_manifest/${path}?embed=documents`, by(body.token));
    expect([embedded.status, embedded.text.includes('"Old"'), embedded.text.includes('"New"')]).toEqual([
      200,
      true,
      false,
    ]);
  });

  test.each([0, -1, 1.5, '7', 2_147_483_647, 1e12, true, [1]])('results in 422 for %s', async (revision) => {
    const { page } = await aPage();
    const { status, body } = await app.post('/_/previews', { page, revision }, admin);
    expect([status, body.violations[0].propertyPath]).toEqual([422, 'revision']);
  });

  test('grants no sign-in, and ends when the revision is deleted', async () => {
    const { page, live, old } = await aChangedArticle();
    const { database } = app.app;
    const { body } = await app.post('/_/previews', { page, revision: old }, admin);
    const table = database.table('revision');
    await database.transaction((session) =>
      session.run(`update ${table} set kind = 'sign-in' where number = :old`, { old }),
    );
    expect((await app.get(live, by(body.token))).status).toBe(401);
    expect((await app.post('/_/previews', { page, revision: old }, admin)).status).toBe(422);
  });
});
