import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ContentBuilder } from './content.js';
import { createContent } from './content.js';
import type { PublishingApp } from './support.js';
import { startPublishingApp } from './support.js';

let app: PublishingApp;
let content: ContentBuilder;
const admin = { as: 'admin' } as const;
beforeAll(async () => {
  app = await startPublishingApp();
  content = createContent(app);
});
afterAll(() => app.close());

const aRouteOfAPage = async (): Promise<string> =>
  `/_api/_/routes/${await content.route({ page: await content.page({ isTemplate: false }) })}`;

describe('a component with a member named route', () => {
  const aLink = async (route: string): Promise<string> =>
    (await app.create('/component/navigation_links', { label: 'x', route, publishedAt: 'now' }))['@id'];

  test('is published with the route of its draft', async () => {
    const [one, two] = [await aRouteOfAPage(), await aRouteOfAPage()];
    const link = await aLink(one);
    expect((await app.patch(link, { route: two }, admin)).body.route).toBe(two);
    expect((await app.get(link)).body.route).toBe(one);
    expect((await app.patch(link, { publishedAt: 'now' }, admin)).body.route).toBe(two);
    expect((await app.get(link)).body.route).toBe(two);
    await app.patch(link, { route: null, rawPath: '/elsewhere' }, admin);
    expect((await app.patch(link, { publishedAt: 'now' }, admin)).body).not.toHaveProperty('route');
  });

  test('does not affect the route when it is deleted, whether that has a target or not', async () => {
    const page = await content.page({ isTemplate: false });
    const route = `/_api/_/routes/${await content.route({ page })}`;
    const link = await aLink(route);
    expect((await app.patch(page, { route: null }, admin)).status).toBe(200);
    expect((await app.delete(link, admin)).status).toBe(204);
    expect((await app.get(route, admin)).status).toBe(200);
  });

  test('passes the route to the draft when its published row is deleted', async () => {
    const [one, two] = [await aRouteOfAPage(), await aRouteOfAPage()];
    const link = await aLink(one);
    const draft = (await app.patch(link, { route: two }, admin)).body['@id'];
    expect((await app.delete(`${link}?published=true`, admin)).status).toBe(204);
    expect((await app.get(draft, admin)).body.route).toBe(two);
    expect((await app.get(one)).status).toBe(200);
  });
});

describe('the route of publishable page data', () => {
  test('leads to the draft when the published row is deleted, and is not visible before the draft is published', async () => {
    const live = await content.story({ teaser: 'one' });
    const path = await content.route({ pageData: live });
    const draft = await content.draft(live, { teaser: 'two' });
    expect((await app.delete(`${live}?published=true`, admin)).status).toBe(204);
    expect((await app.get(`/_/routes/${path}`, admin)).body.pageData).toBe(draft);
    expect((await app.get(draft, admin)).body.route).toBe(`/_api/_/routes/${path}`);
    expect((await app.get(`/_/routes/${path}`)).text).not.toContain(draft);
    expect((await app.get(`/_/resource_manifest/${path}`)).status).toBe(404);
    expect((await app.patch(draft, { publishedAt: 'now' }, admin)).status).toBe(200);
    expect((await app.get(`/_/routes/${path}`)).body.pageData).toBe(draft);
    expect((await app.get(`/_/resource_manifest/${path}`)).status).toBe(200);
  });

  test('is deleted with a record that has no draft', async () => {
    const live = await content.story();
    const path = await content.route({ pageData: live });
    expect((await app.delete(live, admin)).status).toBe(204);
    expect((await app.get(`/_/routes/${path}`, admin)).status).toBe(404);
  });

  test.each([
    ['made', '/_/routes', () => ({ path: `/${randomUUID()}`, name: randomUUID() })],
    ['generated', '/_/routes/generate', () => ({})],
  ])('stays on the published record if one is %s for the draft', async (_name, address, body) => {
    const live = await content.story({ title: randomUUID() });
    const draft = await content.draft(live, { teaser: 'two', title: `Secret ${randomUUID()}` });
    const made = await app.post(address, { ...body(), pageData: draft }, admin);
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ pageData: live });
    expect(made.body.path).not.toContain('secret');
    expect((await app.get(live)).body.route).toBe(made.body['@id']);
    expect((await app.get(draft, admin)).body).not.toHaveProperty('route');
    const moved = await app.post('/_/routes', { path: `/${randomUUID()}`, pageData: draft }, admin);
    expect((await app.get(live)).body.route).toBe(moved.body['@id']);
    expect((await app.get(made.body['@id'])).body.redirectPath).toBe(moved.body.path);
  });
});
