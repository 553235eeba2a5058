import { afterAll, beforeAll, expect, test } from 'vitest';
import { createContent, type ContentBuilder } from '../publishing/content.js';
import { inMinutes, MINUTE, startPublishingApp, type PublishingApp } from '../publishing/support.js';

let app: PublishingApp;
let content: ContentBuilder;
beforeAll(async () => {
  app = await startPublishingApp();
  content = createContent(app);
});
afterAll(() => app.close());

type Role = 'anonymous' | 'user' | 'admin';

async function listed(
  as: Role = 'anonymous',
  query = '',
): Promise<{ paths: string[]; total: number; maxAge: number }> {
  const { status, body, headers } = await app.get(`/_/routes?perPage=100${query}`, { as });
  expect(status).toBe(200);
  const paths = body.member.map(({ path }: { path: string }) => path) as string[];
  expect(body.totalItems).toBe(paths.length);
  const [, maxAge = 'none'] = /s-maxage=(\d+)/.exec(headers.get('cache-control') ?? '') ?? [];
  return { paths, total: paths.length, maxAge: Number(maxAge) };
}

const manifestStatus = async (path: string, as: Role = 'anonymous'): Promise<number> =>
  (await app.get(`/_/resource_manifest/${path}`, { as })).status;

/** Expects the same of a path in lists and manifest, for visitors, users and administrators. */
async function expectShown(path: string, isShown: boolean): Promise<void> {
  for (const as of ['anonymous', 'user'] as const) {
    expect([as, (await listed(as)).paths.includes(path)]).toEqual([as, isShown]);
    expect([as, await manifestStatus(path, as)]).toEqual([as, isShown ? 200 : 404]);
  }
  expect((await listed('admin')).paths).toContain(path);
}

test('a route is listed while its page data is published', async () => {
  const story = await content.story({ publishedAt: null });
  const path = await content.route({ pageData: story });
  await expectShown(path, false);
  expect((await app.patch(story, { publishedAt: 'now' }, { as: 'admin' })).status).toBe(200);
  await expectShown(path, true);
  const draft = await app.patch(story, { title: 'Draft' }, { as: 'admin' });
  expect(draft.status).toBe(200);
  await expectShown(path, true);
});

test('a route with unpublished page data is not listed, and neither are redirects to it', async () => {
  const story = await content.story();
  const path = await content.route({ pageData: story });
  const { body: target } = await app.get(`/_/routes/${path}`, { as: 'admin' });
  const redirect = await content.route({ redirect: target['@id'] });
  const { body: middle } = await app.get(`/_/routes/${redirect}`, { as: 'admin' });
  const further = await content.route({ redirect: middle['@id'] });
  expect((await listed()).paths).toEqual(expect.arrayContaining([path, redirect, further]));
  expect((await app.patch(`${story}?published=true`, { publishedAt: null }, { as: 'admin' })).status).toBe(
    200,
  );
  const { paths } = await listed();
  for (const one of [path, redirect, further]) expect(paths).not.toContain(one);
  expect((await listed('admin')).paths).toEqual(expect.arrayContaining([path, redirect, further]));
});

test('cached lists expire when the page data is published by its date', async () => {
  const story = await content.story({ publishedAt: inMinutes(0.5, app.testClock) });
  const path = await content.route({ pageData: story });
  const { paths, maxAge } = await listed();
  expect(paths).not.toContain(path);
  expect(maxAge).toBeGreaterThan(0);
  expect(maxAge).toBeLessThanOrEqual(30);
  app.testClock.forward(MINUTE);
  await expectShown(path, true);
});

test('routes of pages are listed as before, and the statement does not grow with the records', async () => {
  const page = await content.page({ isTemplate: false });
  const path = await content.route({ page });
  expect((await listed()).paths).toContain(path);
  await listed();
  app.takeStatements();
  await listed();
  const before = app.takeStatements();
  for (let index = 0; index < 3; index += 1)
    await content.route({ pageData: await content.story({ publishedAt: null }) });
  await listed();
  app.takeStatements();
  await listed();
  expect(before).toEqual(expect.arrayContaining(app.takeStatements()));
});
