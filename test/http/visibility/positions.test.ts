import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import { startTestApp } from '../../support/test-app.js';
import type { TestApp } from '../../support/test-app.js';
import { createSite, FUTURE } from '../routes/site.js';
import type { SiteFactory } from '../routes/site.js';

let app: TestApp;
let site: SiteFactory;
let template: JsonObject & { '@id': string };
let position: string;
let fallback: string;
let text: string;
let article: string;
beforeAll(async () => {
  app = await startTestApp();
  site = createSite(app);
  template = await site.template();
  const group = await site.group({ pages: [template['@id']] });
  fallback = (await site.html())['@id'];
  const made = await app.create('/_/component_positions', {
    componentGroup: group['@id'],
    component: fallback,
    pageDataClass: 'App\\Entity\\BlogArticleData',
    pageDataProperty: 'htmlContent',
  });
  position = made['@id'];
  text = (await site.html())['@id'];
  article = (await site.article({ page: template['@id'], htmlContent: text }))['@id'];
  await site.route({ path: '/article', pageData: article });
});
afterAll(() => app.close());

const read = async (path?: string, as: 'anonymous' | 'admin' = 'anonymous') =>
  app.get(position, { as, headers: path === undefined ? {} : { path } });

describe('GET /_/component_positions/{id} with the path header', () => {
  test.each([
    ['a route path', '/article'],
    ['a full URL', 'https://example.com/article?x=1'],
    ['a route IRI', '/_api/_/routes//article'],
    ['a route IRI without the prefix', '/_/routes//article'],
  ])('resolves %s to the component of the page data', async (_name, path) => {
    const { body } = await read(path);
    expect(body.component).toBe(text);
    expect(body._metadata).toMatchObject({ isDynamicPosition: true, staticComponent: fallback });
  });

  test('resolves a page data IRI, as far as the caller can read the record', async () => {
    expect((await read(article)).body.component).toBe(text);
    const hidden = await site.article({ page: template['@id'], htmlContent: (await site.html())['@id'] });
    expect((await read(hidden['@id'])).body.component).toBe(fallback);
    expect((await read(hidden['@id'], 'admin')).body.component).toBe(hidden.htmlContent);
  });

  test('resolves the path of a redirect like that of its target, however many hops lead there', async () => {
    await site.route({ path: '/hop', redirect: '/_/routes//article' });
    await site.route({ path: '/far', redirect: '/_/routes//hop' });
    for (const path of ['/hop', '/far', '/_api/_/routes//far', 'https://example.com/far?x=1'])
      expect([path, (await read(path)).body.component]).toEqual([path, text]);
    const renamed = await site.article({ page: template['@id'], htmlContent: (await site.html())['@id'] });
    await site.route({ path: '/before', pageData: renamed['@id'] });
    await app.patch('/_/routes//before', { path: '/after' }, { as: 'admin' });
    expect((await read('/before')).body.component).toBe(renamed.htmlContent);
  });

  test('resolves a redirect only for callers who can read it and its target', async () => {
    const hidden = await site.article({ page: template['@id'], htmlContent: (await site.html())['@id'] });
    await site.route({ path: '/target-later', pageData: hidden['@id'], liveAt: FUTURE });
    await site.route({ path: '/to-later', redirect: '/_/routes//target-later' });
    await site.route({ path: '/later', redirect: '/_/routes//article', liveAt: FUTURE });
    for (const path of ['/to-later', '/later']) {
      expect([path, (await read(path)).body.component]).toEqual([path, fallback]);
      expect((await read(path, 'admin')).body.component).not.toBe(fallback);
    }
  });

  test('echoes the path part and varies by it', async () => {
    const { headers, body } = await read('https://example.com/article');
    expect(body._metadata.pageDataPath).toBe('/article');
    expect(headers.get('vary')?.toLowerCase()).toContain('path');
    const plain = await site.html(await site.group({ pages: [template['@id']] }));
    const [first] = plain.componentPositions as string[];
    const fixed = await app.get(String(first), { headers: { path: '/article' } });
    expect(fixed.headers.get('vary')?.toLowerCase()).toMatch(/\bpath\b/);
    expect(fixed.body._metadata).toEqual({
      persisted: true,
      isDynamicPosition: false,
      staticComponent: plain['@id'],
    });
  });

  test('shows the stored component without a header, or with one that matches nothing or a page', async () => {
    await site.route({ path: '/static', page: (await site.page())['@id'] });
    for (const path of [undefined, '/nowhere', '/static', 'nonsense']) {
      const { status, body } = await read(path);
      expect([status, body.component]).toEqual([200, fallback]);
    }
  });

  test('resolves a route that is not live for administrators only, and limits the cache lifetime', async () => {
    const scheduled = await site.article({ page: template['@id'], htmlContent: (await site.html())['@id'] });
    await site.route({ path: '/scheduled', pageData: scheduled['@id'], liveAt: FUTURE });
    expect((await read('/scheduled')).body.component).toBe(fallback);
    expect((await read('/scheduled', 'admin')).body.component).toBe(scheduled.htmlContent);
  });

  test('does not show a type that the group does not allow', async () => {
    const group = await site.group({ pages: [template['@id']] });
    const other = await app.create('/_/component_positions', {
      componentGroup: group['@id'],
      pageDataClass: 'BlogArticleData',
      pageDataProperty: 'htmlContent',
    });
    await app.patch(group['@id'], { allowedComponents: ['Title'] }, { as: 'admin' });
    expect((await app.get(other['@id'], { headers: { path: '/article' } })).body.component).toBeUndefined();
  });

  test('does not show an unpublished component to visitors, and shows its draft to editors', async () => {
    const draft = await site.html(undefined, { publishedAt: null });
    const unpublished = await site.article({ page: template['@id'], htmlContent: draft['@id'] });
    await site.route({ path: '/unpublished', pageData: unpublished['@id'] });
    expect((await read('/unpublished')).body.component).toBe(fallback);
    expect((await read('/unpublished', 'admin')).body.component).toBe(draft['@id']);
    const edited = await app.patch(text, { html: '<p>New</p>' }, { as: 'admin' });
    expect((await read('/article')).body.component).toBe(text);
    expect((await read('/article', 'admin')).body.component).toBe(edited.body['@id']);
  });

  test('runs at most three statements', async () => {
    app.takeStatements();
    await read('/article');
    expect(app.takeStatements().length).toBeLessThanOrEqual(3);
  });
});
