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

/** Returns the current path of a page's route; null without a route. */
const pathOf = async (page: string): Promise<string | null> => {
  const { route } = (await app.get(page, admin)).body;
  return route?.path ?? null;
};

describe('simultaneous writes of one route', () => {
  test('succeed or report why not, for renames, regenerations and deletions', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const page = await site.page({ title: `Page ${randomUUID()}` });
      const child = await site.page({ title: 'Child', parentPage: page['@id'] });
      const { '@id': route } = await site.generate({ page: page['@id'] });
      await site.generate({ page: child['@id'] });
      const rename = () => app.patch(route, { path: `/${randomUUID()}`, cascadeChildPaths: true }, admin);
      const answers = await Promise.all([
        rename(),
        app.post('/_/routes/generate', { page: page['@id'] }, admin),
        app.delete(route, admin),
        rename(),
        app.post('/_/routes/generate', { page: page['@id'] }, admin),
        app.delete(page['@id'], admin),
        app.post('/_/routes/generate', { page: child['@id'] }, admin),
      ]);
      for (const { status, text } of answers) expect([200, 201, 204, 400, 404, 422], text).toContain(status);
    }
  });

  test('leave each page with one route when pages swap paths', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const pages = [await site.page({ title: 'A' }), await site.page({ title: 'B' })];
      const [a = '', b = ''] = pages.map(() => `/${randomUUID()}`);
      const first = await site.route({ path: a, page: pages[0]?.['@id'] ?? '' });
      const second = await site.route({ path: b, page: pages[1]?.['@id'] ?? '' });
      const answers = await Promise.all(
        [0, 1].flatMap(() => [
          app.patch(first['@id'], { path: b }, admin),
          app.patch(second['@id'], { path: a }, admin),
        ]),
      );
      for (const { status, text } of answers) expect([200, 404, 422], text).toContain(status);
      for (const page of pages) expect(await pathOf(page['@id'])).not.toBeUndefined();
    }
  });
});
