import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createContent, type ContentBuilder } from './content.js';
import { type PublishingApp, startPublishingApp } from './support.js';

const admin = { as: 'admin' } as const;
let app: PublishingApp;
let content: ContentBuilder;
beforeAll(async () => {
  app = await startPublishingApp();
  content = createContent(app);
});
afterAll(() => app.close());

const takeOffline = (live: string, as: 'admin' | 'user' = 'admin') =>
  app.patch(`${live}?published=true`, { publishedAt: null }, { as });

describe('a date of null for the published version', () => {
  test('turns a record without a draft into a draft, in its positions, and it can be published again', async () => {
    const live = await content.article();
    const position = await content.position({ component: live });
    const { status, body } = await takeOffline(live);
    expect([status, body['@id'], body._metadata.publishable.published]).toEqual([200, live, false]);
    expect([(await app.get(live)).status, (await app.get(position)).body.component]).toEqual([
      404,
      undefined,
    ]);
    expect((await app.get(position, admin)).body.component).toBe(live);
    expect((await app.patch(live, { publishedAt: 'now' }, admin)).body['@id']).toBe(live);
    expect((await app.get(position)).body.component).toBe(live);
  });

  test('passes the positions of a record to its draft', async () => {
    const live = await content.article();
    const position = await content.position({ component: live });
    const draft = await content.draft(live, { headline: 'Second' });
    const { status, body } = await takeOffline(live);
    expect([status, body['@id'], body.headline]).toEqual([200, draft, 'Second']);
    expect(await content.isStored(live)).toBe(false);
    expect((await app.get(draft)).status).toBe(404);
    expect((await app.get(position, admin)).body.component).toBe(draft);
  });

  test('is ignored for callers without permission', async () => {
    const live = await content.article();
    await takeOffline(live, 'user');
    expect((await app.get(live)).status).toBe(200);
  });
});
