import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { manifest as sample } from '../../../generated/manifest.js';
import type { Clock } from '../../../runtime/kernel/ports/clock.js';
import { startTestApp } from '../../support/test-app.js';
import type { TestApp } from '../../support/test-app.js';
import { createSite } from '../routes/site.js';
import type { SiteFactory } from '../routes/site.js';

const OTHERS = ['anonymous', 'user'] as const;
let moment = new Date('2024-05-10T12:00:00Z');
const clock: Clock = { now: () => moment };
let app: TestApp;
let site: SiteFactory;

const idOf = ({ '@id': iri }: { readonly '@id': string }): string => iri.slice(-36);
const manifestOf = (id: string, as: 'anonymous' | 'user' | 'admin' = 'anonymous') =>
  app.get(`/_/resource_manifest/${id}`, { as });

describe("the manifest of a record that its type's rule denies", () => {
  beforeAll(async () => {
    const security = { read: "is_granted('ROLE_ADMIN') or object.title != 'Closed'" };
    app = await startTestApp({
      manifest: {
        ...sample,
        resources: sample.resources.map((resource) =>
          resource.kind === 'page_data' ? { ...resource, security } : resource,
        ),
      },
    });
    site = createSite(app);
  });
  afterAll(() => app.close());

  test('results in 404, by its route too, and is omitted in those of records below it', async () => {
    const [open, closed] = [await site.article({ title: 'Open' }), await site.article({ title: 'Closed' })];
    await site.route({ path: '/open', pageData: open['@id'] });
    await site.route({ path: '/closed', pageData: closed['@id'] });
    const below = await site.page({ parentPageData: closed['@id'] });
    await site.route({ path: '/closed/below', page: below['@id'] });
    for (const as of OTHERS) {
      for (const address of [idOf(open), '/open']) expect((await manifestOf(address, as)).status).toBe(200);
      for (const address of [idOf(closed), '/closed'])
        expect((await manifestOf(address, as)).status).toBe(404);
      const { body, text } = await manifestOf('/closed/below', as);
      expect(body.resource_iris).toHaveLength(1);
      expect(text).not.toContain(closed['@id']);
    }
    expect((await manifestOf('/closed/below', 'admin')).body.resource_iris).toHaveLength(2);
  });
});

describe('the manifest of a record without a route below one that is not live', () => {
  beforeAll(async () => {
    app = await startTestApp({ clock, config: { routable_security: null, route_security: [] } });
    site = createSite(app);
  });
  afterAll(() => app.close());

  test('omits the ancestor and its route until it is live, and is cached no longer', async () => {
    const top = await site.page();
    const topRoute = await site.route({ path: '/top', page: top['@id'], liveAt: '2024-05-10T13:00:00Z' });
    const middle = await site.article({ parentPage: top['@id'] });
    const middleRoute = await site.route({ path: '/top/middle', pageData: middle['@id'] });
    const low = await site.page({ parentPageData: middle['@id'] });
    moment = new Date('2024-05-10T12:59:50Z');
    const before = await manifestOf(idOf(low));
    expect(before.status).toBe(200);
    for (const hidden of [top, topRoute, middleRoute]) expect(before.text).not.toContain(hidden['@id']);
    expect(before.headers.get('cache-tags')).not.toContain('/top');
    expect(before.headers.get('cache-control')).toMatch(/s-maxage=10$/);
    moment = new Date('2024-05-10T13:00:00Z');
    const after = (await manifestOf(idOf(low))).text;
    for (const shown of [top, topRoute, middle, middleRoute, low]) expect(after).toContain(shown['@id']);
  });
});
