import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { manifest as sample } from '../../../generated/manifest.js';
import { startTestApp } from '../../support/test-app.js';
import type { TestApp } from '../../support/test-app.js';
import { createSite, FUTURE } from '../routes/site.js';
import type { SiteFactory } from '../routes/site.js';

const RULES = ["is_granted('ROLE_ADMIN') or object.title != 'Closed'", "is_granted('ROLE_ADMIN')"] as const;
const OTHERS = ['anonymous', 'user'] as const;

describe.each(RULES)('a dynamic position whose page data is denied by the rule %s', (read) => {
  let app: TestApp;
  let site: SiteFactory;
  let position: string;
  let fallback: string;
  let text: string;
  let closed: string;
  beforeAll(async () => {
    app = await startTestApp({
      manifest: {
        ...sample,
        resources: sample.resources.map((resource) =>
          resource.kind === 'page_data' ? { ...resource, security: { read } } : resource,
        ),
      },
    });
    site = createSite(app);
    const template = await site.template();
    const group = await site.group({ pages: [template['@id']] });
    fallback = (await site.html())['@id'];
    const made = await app.create('/_/component_positions', {
      componentGroup: group['@id'],
      component: fallback,
      pageDataClass: 'BlogArticleData',
      pageDataProperty: 'htmlContent',
    });
    position = made['@id'];
    text = (await site.html())['@id'];
    closed = (await site.article({ title: 'Closed', page: template['@id'], htmlContent: text }))['@id'];
    await site.route({ path: '/closed', pageData: closed });
    await site.route({ path: '/to-closed', redirect: '/_/routes//closed' });
    const later = await site.article({ title: 'Closed', page: template['@id'], htmlContent: text });
    await site.route({ path: '/later', pageData: later['@id'], liveAt: FUTURE });
  });
  afterAll(() => app.close());

  const addresses = () => ['/closed', '/to-closed', '/_/routes//closed', closed];
  const answer = async (address: string, path: string, as: (typeof OTHERS)[number] | 'admin') => {
    const { status, body, headers } = await app.get(address, { as, headers: { path } });
    expect([address, path, status]).toEqual([address, path, 200]);
    return { body, tags: headers.get('cache-tags') ?? '', cache: headers.get('cache-control') };
  };

  test('shows its own component, as for an unknown path', async () => {
    for (const as of OTHERS) {
      const unknown = await answer(position, '/nowhere', as);
      for (const path of [...addresses(), '/later']) {
        const { body, tags, cache } = await answer(position, path, as);
        expect([path, body.component]).toEqual([path, fallback]);
        expect([path, tags, cache]).toEqual([path, unknown.tags, unknown.cache]);
      }
    }
  });

  test('shows it in lists too', async () => {
    for (const path of addresses()) {
      const { body, tags } = await answer('/_/component_positions?perPage=100', path, 'anonymous');
      const found = (body.member as { '@id': string; component?: string }[]).find(
        ({ '@id': iri }) => iri === position,
      );
      expect([path, found?.component]).toEqual([path, fallback]);
      expect(tags).not.toContain(closed);
    }
  });

  test('is resolved for callers who can read the page data', async () => {
    for (const path of addresses()) expect((await answer(position, path, 'admin')).body.component).toBe(text);
  });

  test('is in no manifest of it, by any address', async () => {
    for (const address of ['/closed', '/to-closed', closed.slice(-36)]) {
      for (const as of OTHERS) {
        const { status, text: notified } = await app.get(`/_/resource_manifest/${address}`, { as });
        expect([address, status]).toEqual([address, 404]);
        expect(notified).not.toContain(text);
      }
      expect((await app.get(`/_/resource_manifest/${address}`, { as: 'admin' })).text).toContain(text);
    }
  });
});
