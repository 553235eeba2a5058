import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../support/test-app.js';
import { startTestApp } from '../../support/test-app.js';
import { createSite } from './site.js';
import type { SiteFactory } from './site.js';

let app: TestApp;
let site: SiteFactory;
beforeAll(async () => {
  app = await startTestApp();
  site = createSite(app);
});
afterAll(() => app.close());

const admin = { as: 'admin' } as const;
const ODD = [
  '/über uns',
  '/100%',
  '/a%20b',
  '/日本/🦄',
  "/it's,(so);x=1&y@z:!$*+",
  '/a[b]{c}|d^e`f',
  '/a"b<c>',
  '/back\\slash',
  '/dots.../.well-known/..x',
  '/last/',
];

describe('the IRI of a route', () => {
  test.each(ODD)('at %s is a URL that leads to it, wherever it is shown and sent', async (path) => {
    const page = await site.page();
    const answer = await app.post('/_/routes', { path, page: page['@id'] }, admin);
    expect(answer.status, answer.text).toBe(201);
    const iri = String(answer.body['@id']);
    expect(answer.body.path).toBe(path);
    expect(new URL(iri, app.origin).pathname).toBe(iri);
    expect(iri).toMatch(/^[!-~]+$/);
    expect(answer.headers.get('location')).toBe(iri);
    expect((await app.get(iri)).body).toMatchObject({ '@id': iri, path });
    expect((await app.get(page['@id'])).body.route).toBe(iri);
    const manifest = await app.get(iri.replace('/_/routes/', '/_/resource_manifest/'));
    expect(manifest.text).toContain(JSON.stringify(iri));
    expect((await app.patch(page['@id'], { route: iri }, admin)).status).toBe(200);
    const redirect = await site.route({ path: `/to${path}`, redirect: iri });
    expect(redirect).toMatchObject({ redirect: iri, redirectPath: path });
    expect((await app.delete(iri, admin)).status).toBe(204);
  });

  test('is also accepted in its previous form', async () => {
    const page = await site.page();
    await site.route({ path: '/früher & später', page: page['@id'] });
    const redirect = await site.route({ path: '/plain', redirect: '/_api/_/routes//früher & später' });
    expect(redirect.redirectPath).toBe('/früher & später');
  });

  test('resolves a position with the page data of its path', async () => {
    const template = await site.template();
    const group = await site.group({ pages: [template['@id']] });
    const image = await app.create('/component/images', { publishedAt: '2020-01-01T00:00:00Z' });
    const article = await site.article({ page: template['@id'], image: image['@id'] });
    const route = await site.route({ path: '/größe 50%', pageData: article['@id'] });
    const position = await app.create('/_/component_positions', {
      componentGroup: group['@id'],
      pageDataProperty: 'image',
      pageDataClass: 'BlogArticleData',
    });
    for (const path of [route['@id'], encodeURI('/größe 50%')]) {
      const shown = await app.get(position['@id'], { headers: { path } });
      expect([path, shown.body.component]).toEqual([path, image['@id']]);
    }
  });
});

describe('the path of a route', () => {
  const QUERY = 'The path may not contain "?", "#" or control characters.';
  const DOTS = 'The path may not contain the segments "." and "..".';
  const EMPTY = 'The path may not contain two slashes one after the other.';
  const REFUSED: readonly [path: string, message: string][] = [
    ['/a?b', QUERY],
    ['/a#b', QUERY],
    ['/a\nb', QUERY],
    ['/a\u007f', QUERY],
    ['/a\u0085', QUERY],
    ['/a/../b', DOTS],
    ['/..', DOTS],
    ['/a/.', DOTS],
    ['./a', DOTS],
    ['/a//b', EMPTY],
    ['//a', EMPTY],
    ['//', EMPTY],
    ['/a//', EMPTY],
  ];

  test.each(REFUSED)('%j results in 422', async (path, message) => {
    const page = await site.page();
    const made = await app.post('/_/routes', { path, page: page['@id'] }, admin);
    expect([made.status, made.body.detail]).toEqual([422, `path: ${message}`]);
    const good = await site.route({ path: `/good-${page['@id']}`, page: page['@id'] });
    const renamed = await app.patch(good['@id'], { path }, admin);
    expect([renamed.status, renamed.body.detail]).toEqual([422, `path: ${message}`]);
  });

  test.each(['/', '/a/', '/a.b/..c/d..'])('%j is accepted', async (path) => {
    const page = await site.page();
    expect((await site.route({ path, page: page['@id'] })).path).toBe(path);
  });

  test('that was stored before stays readable and can be changed', async () => {
    const page = await site.page();
    const { '@id': iri } = await site.route({ path: '/stored-before', page: page['@id'] });
    await app.app.database.transaction((session) =>
      session.run(`update ${session.table('route')} set route = :path where route = '/stored-before'`, {
        path: '/a//b?c#d',
      }),
    );
    expect((await app.get(iri)).status).toBe(404);
    const { route } = (await app.get(page['@id'])).body;
    expect(route).toBe('/_api/_/routes//a//b%3Fc%23d');
    expect((await app.get(String(route))).body.path).toBe('/a//b?c#d');
    const kept = await app.patch(String(route), { path: '/a//b?c#d', name: 'old' }, admin);
    expect([kept.status, kept.body.name]).toEqual([200, 'old']);
    expect((await app.patch(String(route), { path: '/a/b' }, admin)).status).toBe(200);
    expect((await app.get(String(route))).body.redirectPath).toBe('/a/b');
  });
});
