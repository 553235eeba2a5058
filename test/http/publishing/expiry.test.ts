import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createContent, type ContentBuilder } from './content.js';
import { inMinutes, MINUTE, type PublishingApp, startPublishingApp } from './support.js';
import { ANONYMOUS } from '../../../runtime/kernel/contract/context.js';
import { contextWithoutRequest } from '../../../runtime/kernel/util/http/context-without-request.js';

const admin = { as: 'admin' } as const;
const LIST = '/component/articles?perPage=100';
let app: PublishingApp;
let content: ContentBuilder;
beforeAll(async () => {
  app = await startPublishingApp();
  content = createContent(app);
});
afterAll(() => app.close());

const later = (minutes: number): string => inMinutes(minutes, app.testClock);
const listed = async (as = {}): Promise<readonly string[]> =>
  ((await app.get(LIST, as)).body.member as readonly { '@id': string }[]).map((each) => each['@id']);
const sharedFor = async (path: string): Promise<number> =>
  Number(/s-maxage=(\d+)/.exec((await app.get(path)).headers.get('cache-control') ?? '')?.[1]);

describe('expiresAt of a publishable record', () => {
  test('unpublishes it at that time, in items, lists and positions, and keeps it for its editors', async () => {
    const live = await content.article({ expiresAt: later(10) });
    const position = await content.position({ component: live });
    expect((await app.get(live)).body.expiresAt).toBeDefined();
    app.testClock.forward(11 * MINUTE);
    expect(await listed()).not.toContain(live);
    expect((await app.get(live)).status).toBe(404);
    expect((await app.get(position)).body.component).toBeUndefined();
    expect((await app.get(position, admin)).body.component).toBe(live);
    const { body } = await app.get(live, admin);
    expect([body._metadata.publishable.published, body.publishedAt, body.expiresAt]).toEqual([
      false,
      undefined,
      undefined,
    ]);
  });

  test('keeps the draft of an expired record, which editors still see and can publish', async () => {
    const live = await content.article({ expiresAt: later(10) });
    const draft = await content.draft(live, { headline: 'Second', expiresAt: null });
    app.testClock.forward(11 * MINUTE);
    expect((await app.get(live)).status).toBe(404);
    expect((await app.get(live, admin)).body['@id']).toBe(draft);
    expect(await listed(admin)).toEqual(expect.arrayContaining([draft]));
    expect(await listed(admin)).not.toContain(live);
    expect((await app.patch(live, { publishedAt: 'now' }, admin)).body['@id']).toBe(live);
    expect((await app.get(live)).body.headline).toBe('Second');
  });

  test('can be moved or removed before it is reached', async () => {
    const [moved, kept] = [
      await content.article({ expiresAt: later(10) }),
      await content.article({ expiresAt: later(10) }),
    ];
    await app.patch(`${moved}?published=true`, { expiresAt: later(20) }, admin);
    await app.patch(`${kept}?published=true`, { expiresAt: null }, admin);
    app.testClock.forward(11 * MINUTE);
    expect([(await app.get(moved)).status, (await app.get(kept)).status]).toEqual([200, 200]);
    app.testClock.forward(11 * MINUTE);
    expect([(await app.get(moved)).status, (await app.get(kept)).status]).toEqual([404, 200]);
  });

  test('is applied with a due draft, and expires the record that it published', async () => {
    const live = await content.article();
    await content.draft(live, { headline: 'Short', publishedAt: later(10), expiresAt: later(20) });
    app.testClock.forward(11 * MINUTE);
    expect((await app.get(live)).body.headline).toBe('Short');
    app.testClock.forward(10 * MINUTE);
    expect((await app.get(live)).status).toBe(404);
  });

  test('expires records that became due while no process was running', async () => {
    const live = await content.article();
    await content.draft(live, { headline: 'Short', publishedAt: later(10), expiresAt: later(20) });
    app.testClock.forward(30 * MINUTE);
    expect((await app.get(live)).status).toBe(404);
  });

  test.each([
    ['before', -5],
    ['at', 0],
  ])('is rejected %s the publication date', async (_when, shift) => {
    const publishedAt = later(10);
    const expiresAt = new Date(Date.parse(publishedAt) + shift * MINUTE).toISOString();
    const body = { headline: 'A', body: 'b', publishedAt, expiresAt };
    const refused = await app.post('/component/articles', body, admin);
    expect([refused.status, refused.body.violations[0].propertyPath]).toEqual([422, 'expiresAt']);
  });

  test('in the past unpublishes a record immediately', async () => {
    const live = await content.article({ publishedAt: later(-10) });
    await app.patch(`${live}?published=true`, { expiresAt: later(-5) }, admin);
    expect((await app.get(live)).status).toBe(404);
  });

  test('is ignored in bodies of callers without permission', async () => {
    const live = await content.article();
    await app.patch(live, { expiresAt: later(5) }, { as: 'user' });
    expect((await app.get(live)).body).not.toHaveProperty('expiresAt');
  });

  test('limits the cache lifetime of every public response', async () => {
    app.testClock.forward(60 * MINUTE);
    await app.get(LIST);
    const live = await content.article({ expiresAt: later(0.5) });
    const position = await content.position({ component: live });
    for (const path of [live, LIST, position, '/_/layouts'])
      expect(await sharedFor(path)).toBeLessThanOrEqual(30);
    app.testClock.forward(2 * MINUTE);
    expect(await sharedFor('/_/layouts')).toBeGreaterThan(30);
  });

  test('is applied without a request', async () => {
    const live = await content.article({ expiresAt: later(1) });
    app.testClock.forward(2 * MINUTE);
    const { database, operations, log } = app.app;
    const context = contextWithoutRequest(ANONYMOUS, { clock: app.testClock, log });
    await operations.enter({ name: 'announceDue', context }, () => Promise.resolve());
    const sql = `select published_at as date from ${database.table('abstract_component')} where id = :id`;
    expect(await database.first(sql, { id: live.slice(-36) })).toEqual({ date: null });
  });
});

describe('expiresAt of a route', () => {
  const aPage = async (dates: object): Promise<{ readonly page: string; readonly path: string }> => {
    const page = await content.page({ isTemplate: false });
    return { page, path: await content.route({ page, ...dates }) };
  };

  test('expires the route, the content of its page, the routes below it and redirects to it', async () => {
    const above = await aPage({ expiresAt: later(10) });
    const child = await content.page({ isTemplate: false, parentPage: above.page });
    const below = await content.route({ page: child });
    const redirect = await content.route({ redirect: `/_api/_/routes/${above.path}` });
    const requested = [above.path, below, redirect].map((path) => `/_/routes/${path}`);
    const group = await content.group({ pages: [above.page] });
    const component = await content.article();
    await content.position({ component, componentGroup: group });
    for (const path of [...requested, component])
      expect([path, (await app.get(path)).status]).toEqual([path, 200]);
    app.testClock.forward(11 * MINUTE);
    for (const path of requested) expect([path, (await app.get(path)).status]).toEqual([path, 404]);
    expect((await app.get(component)).status).not.toBe(200);
    expect((await app.get(`/_/resource_manifest/${above.path}`)).status).toBe(404);
    const { body } = await app.get(`/_/routes/${above.path}`, admin);
    expect([body.liveAt, body.expiresAt]).toEqual([null, undefined]);
  });

  test('requires an administrator, and is ignored in bodies of others', async () => {
    const { path } = await aPage({ expiresAt: later(10) });
    expect((await app.get(`/_/routes/${path}`)).body).not.toHaveProperty('expiresAt');
    expect((await app.get(`/_/routes/${path}`, admin)).body.expiresAt).toBeDefined();
    await app.patch(`/_/routes/${path}`, { expiresAt: null }, { as: 'user' });
    expect((await app.get(`/_/routes/${path}`, admin)).body.expiresAt).toBeDefined();
  });

  test('before its live date is a violation', async () => {
    const { path } = await aPage({});
    const body = { liveAt: later(10), expiresAt: later(5) };
    const refused = await app.patch(`/_/routes/${path}`, body, admin);
    expect([refused.status, refused.body.violations[0].propertyPath]).toEqual([422, 'expiresAt']);
  });

  test('is copied to the route that replaces it', async () => {
    const { page } = await aPage({ expiresAt: later(10) });
    const { body } = await app.post('/_/routes/generate', { page }, admin);
    expect(body.expiresAt).toBeDefined();
    app.testClock.forward(11 * MINUTE);
    expect((await app.get(body['@id'])).status).toBe(404);
  });
});
