import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Clock } from '../../../runtime/kernel/ports/clock.js';
import { startTestApp } from '../../support/test-app.js';
import type { TestApp } from '../../support/test-app.js';
import { createSite, FUTURE, PAST } from '../routes/site.js';
import type { SiteFactory } from '../routes/site.js';

let moment = new Date('2024-05-10T12:00:00Z');
const clock: Clock = { now: () => moment };
let app: TestApp;
let site: SiteFactory;
beforeAll(async () => {
  app = await startTestApp({ clock });
  site = createSite(app);
});
afterAll(() => app.close());

const listed = async (path: string): Promise<{ total: number; iris: string[] }> => {
  const { body } = await app.get(path);
  return { total: body.totalItems, iris: body.member.map((member: { '@id': string }) => member['@id']) };
};

describe('route liveness', () => {
  test('hides scheduled routes and those that are not live with 404, except from administrators', async () => {
    const page = await site.page();
    for (const [path, liveAt] of [
      ['/scheduled', FUTURE],
      ['/not-live', null],
    ] as const) {
      const other = await site.page();
      const route = await site.route({ path, page: other['@id'], liveAt });
      for (const as of ['anonymous', 'user'] as const) {
        expect((await app.get(route['@id'], { as })).status).toBe(404);
        expect((await app.get(`${route['@id']}/redirects`, { as })).status).toBe(404);
        expect((await app.get(`/_/resource_manifest/${path}`, { as })).status).toBe(404);
      }
      expect((await app.get(route['@id'], { as: 'admin' })).status).toBe(200);
      expect((await app.patch(route['@id'], { name: 'x' }, { as: 'user' })).status).toBe(404);
      expect((await app.delete(route['@id'], { as: 'user' })).status).toBe(404);
      expect((await listed('/_/routes?pagination=false')).iris).not.toContain(route['@id']);
      expect((await app.get(other['@id'])).status).toBe(401);
      expect((await listed('/_/pages?perPage=100')).iris).not.toContain(other['@id']);
    }
    expect((await app.get(page['@id'])).status).toBe(401);
  });

  test('begins at the live date without a job', async () => {
    const page = await site.page();
    const goLive = '2024-05-10T13:00:00+00:00';
    const route = await site.route({ path: '/at-one', page: page['@id'], liveAt: goLive });
    expect((await app.get(route['@id'])).status).toBe(404);
    const before = await app.get('/_/routes?pagination=false');
    expect(before.headers.get('cache-control')).toMatch(/s-maxage=60/);
    moment = new Date('2024-05-10T12:59:50Z');
    const closer = await app.get('/_/routes?pagination=false');
    expect(closer.headers.get('cache-control')).toMatch(/s-maxage=10$/);
    moment = new Date('2024-05-10T13:00:00Z');
    expect((await app.get(route['@id'])).status).toBe(200);
    expect((await listed('/_/routes?pagination=false')).iris).toContain(route['@id']);
    expect((await app.get(page['@id'])).status).toBe(200);
    expect((await listed('/_/pages?perPage=100')).iris).toContain(page['@id']);
  });

  test('begins at the latest date of the route and its ancestors with routes', async () => {
    const top = await site.page();
    const topRoute = await site.route({ path: '/top', page: top['@id'], liveAt: FUTURE });
    const unrouted = await site.article({ parentPage: top['@id'] });
    const low = await site.page({ parentPageData: unrouted['@id'] });
    const lowRoute = await site.route({ path: '/top/low', page: low['@id'], liveAt: PAST });
    const effective = async (): Promise<unknown> =>
      (await app.get(lowRoute['@id'], { as: 'admin' })).body._metadata.effectiveLiveAt;
    expect(await effective()).toBe(FUTURE);
    expect((await app.get(lowRoute['@id'])).status).toBe(404);
    expect((await listed('/_/routes?pagination=false')).iris).not.toContain(lowRoute['@id']);
    await app.patch(topRoute['@id'], { liveAt: null }, { as: 'admin' });
    expect(await effective()).toBeUndefined();
    await app.patch(topRoute['@id'], { liveAt: PAST }, { as: 'admin' });
    expect(await effective()).toBe(PAST);
    expect((await app.get(lowRoute['@id'])).status).toBe(200);
  });

  test('of a child makes its ancestors readable, template pages and components included', async () => {
    const template = await site.template();
    const text = await site.html(await site.group({ pages: [template['@id']] }));
    const grandparent = await site.article({ page: template['@id'] });
    const parent = await site.page({ parentPageData: grandparent['@id'] });
    const child = await site.page({ parentPage: parent['@id'] });
    for (const record of [grandparent, parent, template, text]) {
      expect((await app.get(record['@id'])).status).toBe(401);
    }
    const route = await site.route({ path: '/deep', page: child['@id'], liveAt: PAST });
    for (const record of [grandparent, parent, template, text, child]) {
      expect((await app.get(record['@id'])).status).toBe(200);
    }
    await app.patch(route['@id'], { liveAt: FUTURE }, { as: 'admin' });
    for (const record of [grandparent, parent, template, text, child]) {
      expect((await app.get(record['@id'])).status).toBe(401);
    }
  });

  test('cannot be bypassed by a search', async () => {
    await site.route({
      path: '/needle',
      page: (await site.page({ title: 'Needle' }))['@id'],
      liveAt: FUTURE,
    });
    expect(await listed('/_/routes?search=needle')).toEqual({ total: 0, iris: [] });
    expect(await listed('/_/pages?search=Needle')).toEqual({ total: 0, iris: [] });
  });
});
