import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp } from '../../support/test-app.js';
import type { TestApp } from '../../support/test-app.js';
import { createSite, FUTURE } from './site.js';
import type { SiteFactory } from './site.js';

let app: TestApp;
let site: SiteFactory;
beforeAll(async () => {
  app = await startTestApp({ config: { publishable: { permission: "is_granted('ROLE_USER')" } } });
  site = createSite(app);
});
afterAll(() => app.close());

describe('POST /_/routes/generate', () => {
  test('creates the path from the slug of the title', async () => {
    const page = await site.page({ title: 'Über uns & Ärger' });
    const route = await site.generate({ page: page['@id'] });
    expect(route).toMatchObject({
      '@id': '/_api/_/routes//ueber-uns-aerger',
      '@type': 'Route',
      path: '/ueber-uns-aerger',
      name: 'ueber-uns-aerger',
      page: page['@id'],
    });
    const shown = await app.get(page['@id'], { as: 'admin' });
    expect(shown.body.route).toBe('/_api/_/routes//ueber-uns-aerger');
  });

  test('is not called when page data is created', async () => {
    expect((await site.article({ title: 'Silent' })).route).toBeUndefined();
  });

  test('prefixes the path with that of the parent, through any number of levels', async () => {
    const top = await site.article({ title: 'Top' });
    await site.generate({ pageData: top['@id'] });
    const middle = await site.page({ title: 'Middle', parentPageData: top['@id'] });
    await site.generate({ page: middle['@id'] });
    const low = await site.article({ title: 'Low', parentPage: middle['@id'] });
    expect((await site.generate({ pageData: low['@id'] })).path).toBe('/top/middle/low');
  });

  test('adds nothing for a parent at /', async () => {
    const home = await site.page();
    await site.route({ path: '/', page: home['@id'] });
    const below = await site.page({ title: 'Below home', parentPage: home['@id'] });
    expect((await site.generate({ page: below['@id'] })).path).toBe('/below-home');
  });

  test('adds a number to an existing path and to the name', async () => {
    const paths: unknown[] = [];
    for (let count = 0; count < 3; count += 1) {
      const { path, name } = await site.generate({ page: (await site.page({ title: 'Twice' }))['@id'] });
      paths.push([path, name]);
    }
    expect(paths).toEqual([
      ['/twice', 'twice'],
      ['/twice-1', 'twice-1'],
      ['/twice-2', 'twice-2'],
    ]);
  });

  test('does not change the path because of an existing name', async () => {
    await site.route({ path: '/elsewhere', name: 'intro', page: (await site.page())['@id'] });
    const parent = await site.page({ title: 'Guide' });
    await site.generate({ page: parent['@id'] });
    const intro = { title: 'Intro', parentPage: parent['@id'] };
    const first = await site.generate({ page: (await site.page(intro))['@id'] });
    expect([first.path, first.name]).toEqual(['/guide/intro', 'intro-1']);
    const second = await site.generate({ page: (await site.page(intro))['@id'] });
    expect([second.path, second.name]).toEqual(['/guide/intro-1', 'intro-2']);
  });

  test('turns the previous route of the record into a redirect to the new one', async () => {
    const page = await site.page({ title: 'Again' });
    const first = await site.generate({ page: page['@id'] });
    const second = await site.generate({ page: page['@id'] });
    expect(second.path).toBe('/again-1');
    const old = await app.get(first['@id']);
    expect(old.body).toMatchObject({ redirect: second['@id'], redirectPath: '/again-1', page: page['@id'] });
    expect((await app.get(page['@id'])).body.route).toBe(second['@id']);
  });

  test('results in 422 under a parent without a route', async () => {
    const parent = await site.page();
    const page = await site.page({ parentPage: parent['@id'] });
    const answer = await app.post('/_/routes/generate', { page: page['@id'] }, { as: 'admin' });
    expect(answer.status).toBe(422);
    expect(answer.body.violations).toMatchObject([
      { propertyPath: 'page', message: 'The parent must have a route before a route can be generated.' },
    ]);
  });

  test('requires exactly one of page and page data', async () => {
    const none = await app.post('/_/routes/generate', {}, { as: 'admin' });
    expect([none.status, none.body.detail]).toEqual([
      422,
      'Please specify either page, pageData or redirect.',
    ]);
    const body = { page: (await site.page())['@id'], pageData: (await site.article())['@id'] };
    const both = await app.post('/_/routes/generate', body, { as: 'admin' });
    expect([both.status, both.body.detail]).toEqual([
      422,
      'Please specify either page or pageData, not both.',
    ]);
  });

  test('results in 400 for an unknown address', async () => {
    const page = '/_api/_/pages/00000000-0000-4000-8000-000000000000';
    const answer = await app.post('/_/routes/generate', { page }, { as: 'admin' });
    expect([answer.status, answer.body.detail]).toEqual([400, `Item not found for "${page}".`]);
  });

  test('results in 401 for anonymous callers', async () => {
    expect((await app.post('/_/routes/generate', {})).status).toBe(401);
  });

  test('never publishes: the new route has the date of one that is not live', async () => {
    for (const liveAt of [FUTURE, null]) {
      const page = await site.page({ title: 'Hidden' });
      await site.route({ path: `/hidden-${String(liveAt)}`, page: page['@id'], liveAt });
      expect((await site.generate({ page: page['@id'] })).liveAt).toBe(liveAt);
    }
  });

  test('accepts liveAt from an administrator, and ignores it from others', async () => {
    const page = await site.page({ title: 'Dated' });
    expect((await site.generate({ page: page['@id'], liveAt: FUTURE })).liveAt).toBe(FUTURE);
    const other = await site.page({ title: 'Undated' });
    const made = await app.create('/_/routes/generate', { page: other['@id'], liveAt: null }, 'user');
    expect(made.liveAt).toBeUndefined();
    expect((await app.get(made['@id'])).status).toBe(200);
  });

  test('gives twenty parallel requests with one title twenty distinct paths and no error', async () => {
    const pages = await Promise.all(Array.from({ length: 20 }, () => site.page({ title: 'Rush' })));
    const answers = await Promise.all(
      pages.map((page) => app.post('/_/routes/generate', { page: page['@id'] }, { as: 'admin' })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
    const paths = answers.map(({ body }) => body.path as string);
    expect(new Set(paths).size).toBe(20);
    expect([...paths].sort()).toEqual(
      ['/rush', ...Array.from({ length: 19 }, (_, index) => `/rush-${index + 1}`)].sort(),
    );
  });
});
