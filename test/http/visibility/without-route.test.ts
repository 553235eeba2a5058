import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import { startTestApp } from '../../support/test-app.js';
import type { TestApp } from '../../support/test-app.js';
import { createSite, FUTURE, PAST } from '../routes/site.js';
import type { SiteFactory } from '../routes/site.js';

const ADMIN = { as: 'admin' } as const;
const REACHABLE: JsonObject = { isReachableWithoutRoute: true };
const OTHERS = ['anonymous', 'user'] as const;
let app: TestApp;
let site: SiteFactory;

describe('isReachableWithoutRoute', () => {
  beforeAll(async () => {
    app = await startTestApp({ config: { publishable: { permission: "is_granted('ROLE_USER')" } } });
    site = createSite(app);
  });
  afterAll(() => app.close());

  test('is false by default, and shown to and written by administrators only', async () => {
    for (const record of [await site.page(), await site.article()]) {
      const { '@id': iri } = record;
      expect(record.isReachableWithoutRoute).toBe(false);
      expect((await app.patch(iri, REACHABLE, ADMIN)).body.isReachableWithoutRoute).toBe(true);
      for (const as of OTHERS)
        expect((await app.get(iri, { as })).body).not.toHaveProperty('isReachableWithoutRoute');
      const sent = await app.patch(iri, { isReachableWithoutRoute: false, title: 'T' }, { as: 'user' });
      expect(sent.body).toMatchObject({ title: 'T' });
      expect((await app.get(iri, ADMIN)).body.isReachableWithoutRoute).toBe(true);
      const refused = await app.patch(iri, { isReachableWithoutRoute: null }, ADMIN);
      expect([refused.status, refused.body.violations[0]?.propertyPath]).toEqual([
        422,
        'isReachableWithoutRoute',
      ]);
    }
  });

  test('is unchanged by a PUT that omits it', async () => {
    const { '@id': page } = await site.page(REACHABLE);
    const { layout } = (await app.get(page, ADMIN)).body;
    const put = { reference: `put-${page}`, uiComponent: 'P', isTemplate: false, layout };
    expect((await app.put(page, put, ADMIN)).body.isReachableWithoutRoute).toBe(true);
    const named = await app.put(page, { ...put, isReachableWithoutRoute: false }, ADMIN);
    expect(named.body.isReachableWithoutRoute).toBe(false);
  });

  test('makes a record, its template, its components and its ancestors without a route readable by address', async () => {
    const template = await site.template();
    const above = await site.page();
    const held = await site.html();
    const text = await site.html(await site.group({ pages: [template['@id']] }));
    const article = await site.article({
      page: template['@id'],
      parentPage: above['@id'],
      htmlContent: held['@id'],
    });
    const nested = await site.html(await site.group({ components: [text['@id']] }));
    const all = [article, template, above, held, text, nested].map((record) => record['@id']);
    const statuses = async (as: 'anonymous' | 'user'): Promise<number[]> =>
      Promise.all(all.map(async (iri) => (await app.get(iri, { as })).status));
    expect(await statuses('anonymous')).toEqual(all.map(() => 401));
    await app.patch(article['@id'], REACHABLE, ADMIN);
    for (const as of OTHERS) {
      expect(await statuses(as)).toEqual(all.map(() => 200));
      const manifest = await app.get(`/_/resource_manifest/${article['@id'].slice(-36)}`, { as });
      expect(manifest.status).toBe(200);
      for (const { '@id': iri } of [article, template, above, text, nested])
        expect(manifest.text).toContain(iri);
    }
    await app.patch(article['@id'], { isReachableWithoutRoute: false }, ADMIN);
    expect(await statuses('user')).toEqual(all.map(() => 403));
  });

  test('adds nothing to lists, searches, counts and Collections of other callers', async () => {
    const title = 'Unlisted words';
    const page = await site.page({ title, ...REACHABLE });
    const article = await site.article({ title, ...REACHABLE });
    const text = await site.html(await site.group({ pages: [page['@id']] }), { html: `<p>${title}</p>` });
    const lists = [
      [page, `/_/pages?search=${title}`],
      [article, `/page_data/blog_article_datas?search=${title}`],
      [text, '/component/html_contents?perPage=100'],
    ] as const;
    for (const [record, list] of lists) {
      for (const as of OTHERS) {
        const { body, text: answer } = await app.get(list, { as });
        expect(answer).not.toContain(record['@id']);
        expect(body.totalItems).toBe(body.member.length);
        const resourceIri = `/_api${list.replace(/\?.*/, '')}`;
        const collection = await app.create('/component/collections', { resourceIri, perPage: 100 });
        expect((await app.get(collection['@id'], { as })).text).not.toContain(record['@id']);
      }
      expect((await app.get(list, ADMIN)).text).toContain(record['@id']);
    }
    const open = await site.page();
    await site.route({ path: '/listed-again', page: open['@id'] });
    const group = await site.group({ pages: [open['@id']] });
    await app.create('/_/component_positions', { componentGroup: group['@id'], component: text['@id'] });
    expect((await app.get('/component/html_contents?perPage=100')).text).toContain(text['@id']);
  });

  test('has no effect if an ancestor is not live, or the record has a route', async () => {
    const above = await site.page();
    const aboveRoute = await site.route({ path: '/above', page: above['@id'], liveAt: FUTURE });
    const below = await site.page({ parentPage: above['@id'], ...REACHABLE });
    const routed = await site.page(REACHABLE);
    const route = await site.route({ path: '/own-route', page: routed['@id'], liveAt: null });
    for (const { '@id': iri } of [below, routed]) {
      expect((await app.get(iri)).status).toBe(401);
      expect((await app.get(`/_/resource_manifest/${iri.slice(-36)}`)).status).toBe(404);
    }
    await app.patch(aboveRoute['@id'], { liveAt: PAST }, ADMIN);
    expect((await app.get(below['@id'])).status).toBe(200);
    await app.delete(route['@id'], ADMIN);
    expect((await app.get(routed['@id'])).status).toBe(200);
  });

  test('makes the positions of page data readable with a header that names the record', async () => {
    const template = await site.template();
    const held = await site.html();
    const group = await site.group({ pages: [template['@id']] });
    const members = { page: template['@id'], htmlContent: held['@id'] };
    const { '@id': article } = await site.article(members);
    const { '@id': position } = await app.create('/_/component_positions', {
      componentGroup: group['@id'],
      pageDataClass: 'BlogArticleData',
      pageDataProperty: 'htmlContent',
    });
    const shown = async (): Promise<unknown> =>
      (await app.get(position, { headers: { path: article } })).body.component;
    expect(await shown()).toBeUndefined();
    await app.patch(article, REACHABLE, ADMIN);
    expect(await shown()).toBe(held['@id']);
  });
});

describe('isReachableWithoutRoute with a route rule', () => {
  beforeAll(async () => {
    app = await startTestApp({
      config: { route_security: [{ route: '/members*', security: "is_granted('ROLE_USER')" }] },
    });
    site = createSite(app);
  });
  afterAll(() => app.close());

  test('does not make an ancestor with a route readable, and the manifest omits that one', async () => {
    const top = await site.page();
    const members = await site.page({ parentPage: top['@id'] });
    await site.route({ path: '/members', page: members['@id'] });
    const inside = await site.html(await site.group({ pages: [members['@id']] }));
    const letter = await site.page({ parentPage: members['@id'], ...REACHABLE });
    expect((await app.get(letter['@id'])).status).toBe(200);
    expect((await app.get(top['@id'])).status).toBe(200);
    for (const { '@id': iri } of [members, inside]) expect((await app.get(iri)).status).toBe(401);
    const address = `/_/resource_manifest/${letter['@id'].slice(-36)}`;
    const { text, body } = await app.get(address);
    expect(body.resource_iris).toHaveLength(2);
    for (const hidden of [members['@id'], inside['@id'], '/members']) expect(text).not.toContain(hidden);
    expect((await app.get(address, { as: 'user' })).body.resource_iris).toHaveLength(3);
  });
});

describe('isReachableWithoutRoute without routable_security', () => {
  beforeAll(async () => {
    app = await startTestApp({ config: { routable_security: null } });
    site = createSite(app);
  });
  afterAll(() => app.close());

  test('excludes a record and its components from the lists that show all others', async () => {
    const [listed, unlisted] = [await site.page(), await site.page(REACHABLE)];
    const text = await site.html(await site.group({ pages: [unlisted['@id']] }));
    const answer = await app.get('/_/pages?perPage=100');
    expect(answer.text).toContain(listed['@id']);
    expect(answer.text).not.toContain(unlisted['@id']);
    expect((await app.get('/component/html_contents?perPage=100')).body.totalItems).toBe(0);
    for (const { '@id': iri } of [unlisted, text]) expect((await app.get(iri)).status).toBe(200);
  });
});
