import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../support/test-app.js';
import { startTestApp } from '../../support/test-app.js';
import type { SiteFactory } from './site.js';
import { createSite } from './site.js';

let app: TestApp;
let site: SiteFactory;
beforeAll(async () => {
  app = await startTestApp();
  site = createSite(app);
});
afterAll(() => app.close());

const admin = { as: 'admin' } as const;
const ROUNDS = 8;
const TAKEN = [expect.objectContaining({ propertyPath: 'route', message: 'The route must be unique.' })];

interface Owned {
  readonly iri: string;
  readonly route: string;
}

async function owned(side: 'page' | 'pageData'): Promise<Owned> {
  const record = side === 'page' ? await site.page({ title: 'Page' }) : await site.article();
  const route = await site.route({ path: `/${randomUUID()}`, [side]: record['@id'] });
  return { iri: record['@id'], route: route['@id'] };
}

/** Creates a route without a record, which its page has released. */
async function freeRoute(): Promise<string> {
  const { iri, route } = await owned('page');
  await app.patch(iri, { route: null }, admin);
  return route;
}

async function ownersOf(route: string): Promise<number> {
  const { database } = app.app;
  const { id } = (await app.get(route, admin)).body;
  const count = (table: string): string =>
    `select count(*) as total from ${database.table(table)} where route_id = :id`;
  const rows = await database.all<{ total: number }>(
    `${count('page')}\nunion all\n${count('abstract_page_data')}`,
    { id },
  );
  return rows.reduce((sum, { total }) => sum + Number(total), 0);
}

describe('a route of a record', () => {
  test('of page data is denied to a page, new or stored, and stays with its record', async () => {
    const { route } = await owned('pageData');
    const page = await site.page({ title: 'Other' });
    const patched = await app.patch(page['@id'], { route }, admin);
    expect(patched.status).toBe(422);
    expect(patched.body.violations).toEqual(TAKEN);
    const { layout } = page;
    const body = { reference: randomUUID(), uiComponent: 'X', isTemplate: false, layout, route };
    expect((await app.post('/_/pages', body, admin)).body.violations).toEqual(TAKEN);
    expect(await ownersOf(route)).toBe(1);
  });

  test('of a page is denied to page data, new or stored, and stays with its record', async () => {
    const { route } = await owned('page');
    const article = await site.article();
    const patched = await app.patch(article['@id'], { route }, admin);
    expect(patched.status).toBe(422);
    expect(patched.body.violations).toEqual(TAKEN);
    const body = { title: 'A', page: article.page, route };
    expect((await app.post('/page_data/blog_article_datas', body, admin)).body.violations).toEqual(TAKEN);
    expect(await ownersOf(route)).toBe(1);
  });

  test('moves to the other kind of record if the route is changed', async () => {
    const { iri, route } = await owned('page');
    const article = await site.article();
    const moved = await app.patch(route, { page: null, pageData: article['@id'] }, admin);
    expect(moved.status, moved.text).toBe(200);
    expect((await app.get(iri, admin)).body.route ?? null).toBeNull();
    expect(await ownersOf(route)).toBe(1);
  });

  test('with two owners, from before that was rejected, can be taken from either', async () => {
    const { iri, route } = await owned('page');
    const article = await site.article();
    const { database } = app.app;
    const id = (await app.get(route, admin)).body.id as string;
    await database.transaction((session) =>
      session.run(`update ${session.table('abstract_page_data')} set route_id = :id where id = :article`, {
        id,
        article: article['@id'].slice(article['@id'].lastIndexOf('/') + 1),
      }),
    );
    expect(await ownersOf(route)).toBe(2);
    expect((await app.patch(article['@id'], { title: 'Changed' }, admin)).status).toBe(200);
    expect((await app.patch(iri, { route: null }, admin)).status).toBe(200);
    expect(await ownersOf(route)).toBe(1);
  });
});

describe('a route without a record', () => {
  test('is given to one of several simultaneous requests', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const route = await freeRoute();
      const [page, article] = [await site.page({ title: 'P' }), await site.article()];
      const other = await site.article();
      const answers = await Promise.all([
        app.patch(page['@id'], { route }, admin),
        app.patch(article['@id'], { route }, admin),
        app.patch(other['@id'], { route }, admin),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
      expect(await ownersOf(route)).toBe(1);
    }
  });

  test('has one owner after a page took it while the route was given to page data', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const route = await freeRoute();
      const [page, article] = [await site.page({ title: 'P' }), await site.article()];
      const answers = await Promise.all([
        app.patch(page['@id'], { route }, admin),
        app.patch(route, { pageData: article['@id'] }, admin),
      ]);
      for (const { status, text } of answers) expect([200, 422], text).toContain(status);
      expect(await ownersOf(route)).toBe(1);
    }
  });
});
