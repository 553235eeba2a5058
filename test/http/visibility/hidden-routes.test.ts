import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { manifest as sample } from '../../../generated/manifest.js';
import type { Manifest } from '../../../runtime/kernel/contract/schema/manifest.js';
import { toManyField } from '../../../runtime/kernel/metadata/field-builders.js';
import type { Clock } from '../../../runtime/kernel/ports/clock.js';
import { startTestApp } from '../../support/test-app.js';
import type { TestApp } from '../../support/test-app.js';
import { createSite, FUTURE, PAST } from '../routes/site.js';
import type { SiteFactory } from '../routes/site.js';

/** The sample site with a list of routes, and without the members that are computed from paths. */
const manifest: Manifest = {
  ...sample,
  resources: sample.resources.map((resource) => ({
    ...resource,
    fields: [
      ...resource.fields.filter(({ kind }) => kind !== 'computed'),
      ...(resource.name === 'NavigationLink' ? [relatedRoutes()] : []),
    ],
  })),
};

function relatedRoutes() {
  return toManyField('related', {
    target: 'Route',
    through: {
      kind: 'link',
      table: 'navigation_link_related',
      ownColumn: 'navigation_link_id',
      targetColumn: 'route_id',
      owner: true,
    },
  });
}

const ADMIN = { as: 'admin' } as const;
const OTHERS = ['anonymous', 'user'] as const;
let moment = new Date('2024-05-10T12:00:00Z');
const clock: Clock = { now: () => moment };
let app: TestApp;
let site: SiteFactory;
beforeAll(async () => {
  app = await startTestApp({
    clock,
    manifest,
    config: {
      publishable: { permission: "is_granted('ROLE_USER')" },
      routable_security: null,
      route_security: [{ route: '/members*', security: "is_granted('ROLE_ADMIN')" }],
    },
  });
  site = createSite(app);
});
afterAll(() => app.close());

async function listed(as: 'anonymous' | 'user' | 'admin'): Promise<string[]> {
  const { body } = await app.get('/_/routes?pagination=false', { as });
  expect(body.totalItems).toBe(body.member.length);
  return body.member.map((member: { '@id': string }) => member['@id']);
}

/** Returns body and headers of a response, which could reveal a path. */
async function notified(path: string, as: 'anonymous' | 'user'): Promise<string> {
  const { status, text, headers } = await app.get(path, { as });
  expect(status).toBe(200);
  return `${text}\n${[...headers].join('\n')}`;
}

describe('a redirect', () => {
  test('reveals nothing of a rename in preparation', async () => {
    const page = await site.page();
    const child = await site.page({ parentPage: page['@id'] });
    await site.route({ path: '/secret-plan', page: page['@id'], liveAt: null });
    await site.route({ path: '/secret-plan/part', page: child['@id'] });
    const renamed = { path: '/secret-deal', cascadeChildPaths: true };
    expect((await app.patch('/_/routes//secret-plan', renamed, ADMIN)).status).toBe(200);
    for (const as of OTHERS) {
      for (const path of ['/secret-plan', '/secret-plan/part', '/secret-deal', '/secret-deal/part']) {
        for (const address of [
          `/_/routes/${path}`,
          `/_/routes/${path}/redirects`,
          `/_/resource_manifest/${path}`,
        ])
          expect([address, (await app.get(address, { as })).status]).toEqual([address, 404]);
        expect((await app.patch(`/_/routes/${path}`, { name: 'x' }, { as: 'user' })).status).toBe(404);
      }
      expect((await listed(as)).filter((iri) => iri.includes('secret'))).toEqual([]);
      expect((await app.get('/_/routes?search=secret', { as })).body.totalItems).toBe(0);
    }
    expect((await listed('admin')).filter((iri) => iri.includes('secret'))).toHaveLength(4);
  });

  test('is live with the route at the end of its chain, and lists limit their cache lifetime', async () => {
    const goLive = '2024-05-10T13:00:00+00:00';
    const page = await site.page();
    const target = await site.route({ path: '/end', page: page['@id'], liveAt: goLive });
    const middle = await site.route({ path: '/middle', redirect: target['@id'] });
    const first = await site.route({ path: '/first', redirect: middle['@id'] });
    const chain = [target, middle, first].map((route) => route['@id']);
    for (const iri of chain) expect((await app.get(iri)).status).toBe(404);
    moment = new Date('2024-05-10T12:59:50Z');
    const list = await app.get('/_/routes?pagination=false');
    expect(list.headers.get('cache-control')).toMatch(/s-maxage=10$/);
    moment = new Date('2024-05-10T13:00:00Z');
    for (const iri of chain) expect((await app.get(iri)).status).toBe(200);
    expect(await listed('anonymous')).toEqual(expect.arrayContaining(chain));
  });

  test('omits a next hop that is not live, in members and tags, and shows its final target', async () => {
    const page = await site.page();
    const target = await site.route({ path: '/goal', page: page['@id'] });
    const hidden = await site.route({ path: '/hidden-hop', redirect: target['@id'], liveAt: null });
    const first = await site.route({ path: '/start', redirect: hidden['@id'] });
    for (const as of OTHERS) {
      const { body } = await app.get(first['@id'], { as });
      expect(body).not.toHaveProperty('redirect');
      expect(body).toMatchObject({ redirectPath: '/goal', page: page['@id'] });
      for (const address of [first['@id'], target['@id'], `${target['@id']}/redirects`])
        expect(await notified(address, as)).not.toContain('hidden-hop');
    }
    expect((await app.get(first['@id'], ADMIN)).body.redirect).toBe(hidden['@id']);
  });

  test('to a live route behind a rule shows its path and nothing of its record', async () => {
    const page = await site.page();
    const target = await site.route({ path: '/members/only', page: page['@id'] });
    const { '@id': iri } = await site.route({ path: '/join', redirect: target['@id'] });
    for (const as of OTHERS) {
      const { body } = await app.get(iri, { as });
      expect(body).toMatchObject({ redirect: target['@id'], redirectPath: '/members/only' });
      expect(body).not.toHaveProperty('page');
      expect((await app.get('/_/resource_manifest//join', { as })).status).toBe(as === 'user' ? 403 : 401);
    }
  });
});

describe('GET /_/routes/{path}/redirects', () => {
  test('names no redirect that the caller cannot read, in its tags and its body', async () => {
    const page = await site.page();
    const target = await site.route({ path: '/known', page: page['@id'] });
    const scheduled = await site.route({
      path: '/from-later',
      redirect: target['@id'],
      liveAt: '2024-05-10T14:00:00+00:00',
    });
    await site.route({ path: '/members/from', redirect: target['@id'] });
    await site.route({ path: '/behind-later', redirect: scheduled['@id'] });
    const open = await site.route({ path: '/from-now', redirect: target['@id'] });
    moment = new Date('2024-05-10T13:59:50Z');
    const answer = await app.get(`${target['@id']}/redirects`);
    expect(answer.body.redirectedFrom.map((node: { path: string }) => node.path)).toEqual(['/from-now']);
    expect(answer.headers.get('cache-tags')).toContain(open['@id']);
    expect(answer.headers.get('cache-control')).toMatch(/s-maxage=10$/);
    const text = await notified(`${target['@id']}/redirects`, 'anonymous');
    for (const hidden of ['from-later', 'members', 'behind-later']) expect(text).not.toContain(hidden);
    moment = new Date('2024-05-10T14:00:00Z');
    expect((await app.get(target['@id'])).body.redirectedFrom).toContain(scheduled['@id']);
  });
});

describe('a relation to a route that is not live', () => {
  test('is omitted except for administrators, in items, lists and headers', async () => {
    const page = await site.page();
    const article = await site.article();
    const link = await app.create('/component/navigation_links', {
      label: 'L',
      rawPath: '/x',
      publishedAt: PAST,
    });
    const soon = await site.route({ path: '/confidential', page: page['@id'], liveAt: null });
    await site.route({ path: '/confidential-two', pageData: article['@id'], liveAt: FUTURE });
    await app.patch(`${link['@id']}?published=true`, { route: soon['@id'] }, ADMIN);
    await app.patch(link['@id'], { publishedAt: PAST }, ADMIN);
    for (const as of OTHERS) {
      for (const { '@id': iri } of [page, article, link]) {
        expect((await app.get(iri, { as })).body).not.toHaveProperty('route');
        expect(await notified(iri, as)).not.toContain('confidential');
      }
      for (const list of ['/_/pages', '/page_data/blog_article_datas', '/component/navigation_links'])
        expect(await notified(`${list}?perPage=100`, as)).not.toContain('confidential');
      const changed = await app.patch(page['@id'], { title: `by ${as}` }, { as: 'user' });
      expect(changed.body).not.toHaveProperty('route');
    }
    for (const { '@id': iri } of [page, link])
      expect((await app.get(iri, ADMIN)).body.route).toBe(soon['@id']);
  });

  test('appears when the route becomes live, and no cache stores its absence longer', async () => {
    const page = await site.page();
    const route = await site.route({ path: '/at-three', page: page['@id'], liveAt: '2024-05-10T15:00:00Z' });
    moment = new Date('2024-05-10T14:59:50Z');
    for (const address of [page['@id'], `/_/pages?search=${String(page.reference)}`])
      expect((await app.get(address)).headers.get('cache-control')).toMatch(/s-maxage=10$/);
    moment = new Date('2024-05-10T15:00:00Z');
    expect((await app.get(page['@id'])).body.route).toBe(route['@id']);
  });

  test('stays in a list that a caller replaces without seeing it', async () => {
    const routed = async (path: string, liveAt: string | null): Promise<string> =>
      (await site.route({ path, page: (await site.page())['@id'], liveAt }))['@id'];
    const [open, other] = [await routed('/listed', PAST), await routed('/listed-too', PAST)];
    const hidden = await routed('/listed-later', null);
    const body = { label: 'L', rawPath: '/x', publishedAt: PAST, related: [open, hidden] };
    const { '@id': link } = await app.create('/component/navigation_links', body);
    const related = async (as: 'user' | 'admin'): Promise<string[]> =>
      (await app.get(link, { as })).body.related.sort();
    expect(await related('user')).toEqual([open]);
    expect(await notified(link, 'anonymous')).not.toContain('listed-later');
    const replaced = await app.patch(link, { related: [other] }, { as: 'user' });
    expect(replaced.body.related).toEqual([other]);
    expect(await related('admin')).toEqual([hidden, other].sort());
    expect((await app.patch(link, { related: [hidden] }, { as: 'user' })).status).toBe(400);
  });

  test('cannot be written by visitors, as if the route did not exist', async () => {
    const page = await site.page();
    const route = await site.route({ path: '/unheard-of', page: page['@id'], liveAt: FUTURE });
    const onward = await site.route({ path: '/also-unheard-of', redirect: route['@id'] });
    for (const named of [route['@id'], onward['@id'], '/_api/_/routes//nothing-at-all']) {
      const writes = [
        app.post('/component/navigation_links', { label: 'L', route: named }, { as: 'user' }),
        app.post('/_/routes', { path: `/to${named.slice(-9)}`, redirect: named }, { as: 'user' }),
      ];
      for (const { status, body } of await Promise.all(writes))
        expect([status, body.detail]).toEqual([400, `Item not found for "${named}".`]);
    }
    expect((await app.post('/_/routes', { path: '/from', redirect: route['@id'] }, ADMIN)).status).toBe(201);
  });
});
