import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import { createContent, type ContentBuilder } from '../publishing/content.js';
import { publishingManifest } from '../publishing/types.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { startWebhookReceiver, type WebhookReceiver } from './receiver.js';

const admin = { as: 'admin' } as const;
let app: TestApp;
let content: ContentBuilder;
let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  app = await startTestApp({
    manifest: publishingManifest,
    config: { webhook_targets: { allow_private: true }, routable_security: "is_granted('ROLE_ADMIN')" },
  });
  content = createContent(app);
});
afterAll(async () => {
  await app.close();
  await receiver.close();
});
beforeEach(async () => {
  for (const { '@id': iri } of (await app.get('/_/webhooks', admin)).body.member as { '@id': string }[])
    await app.delete(iri, admin);
  receiver.clear();
  receiver.evaluate(() => ({ status: 200 }));
});

const ALL = ['created', 'updated', 'deleted', 'published', 'unpublished'].map((fact) => `Article.${fact}`);

const listen = async (events: readonly string[], path = '/hook'): Promise<string> => {
  const body = { address: receiver.url + path, events: [...events] };
  return ((await app.post('/_/webhooks', body, admin)).body as { '@id': string })['@id'];
};

const types = (path?: string): readonly string[] => receiver.accepted(path).map(([type]) => type);

/** Waits for an event of a new record, after which no earlier events are pending. */
async function settled(): Promise<void> {
  await expect
    .poll(async () => {
      const metrics = await app.app.outbox.metrics();
      return metrics.find(({ channel }) => channel === 'webhooks')?.pending;
    })
    .toBe(0);
}

/** Creates an article that visitors can read, on a page with a live route. */
async function shownArticle(body: JsonObject = {}, route: JsonObject = {}): Promise<string> {
  const page = await content.page({ isTemplate: false });
  await content.route({ page, ...route });
  const componentGroup = await content.group({ pages: [page] });
  const article = await content.article(body);
  await content.position({ component: article, componentGroup });
  return article;
}

describe('an event of a record', () => {
  test('contains the document that visitors see', async () => {
    const article = await shownArticle({ headline: 'One' });
    await listen(ALL);
    await app.patch(`${article}?published=true`, { headline: 'Two' }, admin);
    await settled();
    const [[, data] = []] = receiver.accepted();
    const { body } = await app.get(article);
    expect(data).toEqual(body);
    expect(types()).toHaveLength(1);
  });

  test('is not sent for drafts to webhooks of visitors, until they are published', async () => {
    const article = await shownArticle({ headline: 'One' });
    await listen(ALL);
    const draft = await content.draft(article, { headline: 'Secret' });
    await app.patch(draft, { headline: 'Still secret' }, admin);
    await content.article({ publishedAt: null });
    await settled();
    expect(receiver.received).toEqual([]);
    await app.patch(draft, { publishedAt: 'now' }, admin);
    await settled();
    expect(receiver.accepted()).toMatchObject([['Article.published', { headline: 'Still secret' }]]);
  });

  test('that is deleted contains only its IRI and type, and is sent only to webhooks that could read it', async () => {
    const shown = await shownArticle();
    const hidden = await shownArticle({}, { liveAt: null });
    expect((await app.get(hidden)).status).toBe(401);
    const draft = await content.article({ publishedAt: null });
    await listen(ALL);
    for (const iri of [hidden, draft, shown]) expect((await app.delete(iri, admin)).status).toBe(204);
    await settled();
    expect(receiver.accepted()).toEqual([['Article.deleted', { '@id': shown, '@type': 'Article' }]]);
  });

  test('that is unpublished has the type "unpublished"', async () => {
    const shown = await shownArticle();
    await listen(['Article.unpublished']);
    const { status } = await app.patch(`${shown}?published=true`, { publishedAt: null }, admin);
    expect([status, (await app.get(shown)).status]).toEqual([200, 404]);
    await settled();
    expect(receiver.accepted()).toEqual([['Article.unpublished', { '@id': shown, '@type': 'Article' }]]);
  });

  test('is sent to each subscribed webhook, and to no other', async () => {
    await listen(['Layout.created'], '/layouts');
    await listen(['Layout.created', 'Page.created'], '/both');
    await listen(['Page.deleted'], '/none');
    await app.create('/_/layouts', { reference: 'told', uiComponent: 'X' });
    await settled();
    expect([types('/layouts'), types('/both'), types('/none')]).toEqual([
      ['Layout.created'],
      ['Layout.created'],
      [],
    ]);
  });

  test('is not sent if the write is rejected', async () => {
    await listen(['Layout.created']);
    expect((await app.post('/_/layouts', { uiComponent: 7 }, admin)).status).toBeGreaterThanOrEqual(400);
    await settled();
    expect(receiver.received).toEqual([]);
  });
});

describe('a message', () => {
  test('keeps its id over attempts, and its order after those of its record', async () => {
    await listen(['Layout.created', 'Layout.updated']);
    let failures = 2;
    receiver.evaluate(() => ({ status: failures-- > 0 ? 500 : 200 }));
    const { '@id': layout } = await app.create('/_/layouts', { reference: 'first', uiComponent: 'X' });
    await app.patch(layout, { reference: 'second' }, admin);
    await expect.poll(() => types().length, { timeout: 30_000 }).toBe(2);
    expect(types()).toEqual(['Layout.created', 'Layout.updated']);
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(ids.slice(0, 3)).toEqual([ids[0], ids[0], ids[0]]);
    expect(ids[3]).not.toBe(ids[0]);
  });

  test('waits as long as an overloaded receiver requests', async () => {
    await listen(['Layout.created']);
    receiver.evaluate(() => ({ status: 429, headers: { 'retry-after': '6' } }));
    await app.create('/_/layouts', { reference: 'overloaded', uiComponent: 'X' });
    await expect.poll(() => receiver.received.length).toBe(1);
    receiver.evaluate(() => ({ status: 200 }));
    await new Promise((resolve) => setTimeout(resolve, 3000));
    expect(receiver.received).toHaveLength(1);
    await settled();
  });

  test('ends with its webhook, deleted or disabled', async () => {
    const iri = await listen(['Layout.created']);
    receiver.evaluate(() => ({ status: 500 }));
    await app.create('/_/layouts', { reference: 'ends', uiComponent: 'X' });
    await expect.poll(() => receiver.received.length).toBeGreaterThan(0);
    await app.patch(iri, { isEnabled: false }, admin);
    await settled();
    expect(receiver.accepted()).toEqual([]);
  });

  test('that a receiver answers with 410 disables the webhook', async () => {
    const iri = await listen(['Layout.created']);
    receiver.evaluate(() => ({ status: 410 }));
    await app.create('/_/layouts', { reference: 'gone', uiComponent: 'X' });
    await settled();
    const { body } = await app.get(iri, admin);
    expect(body).toMatchObject({ isEnabled: false });
    expect(body.disabledBecause).toContain('410');
    await app.create('/_/layouts', { reference: 'afterwards', uiComponent: 'X' });
    await settled();
    expect(receiver.received).toHaveLength(1);
  });

  test('to a receiver that hangs does not delay other receivers', async () => {
    await listen(['Layout.created'], '/hangs');
    await listen(['Layout.created'], '/fast');
    receiver.evaluate(({ path }) => (path === '/hangs' ? 'hang' : { status: 200 }));
    for (let index = 0; index < 40; index++)
      await app.create('/_/layouts', { reference: `busy ${index}`, uiComponent: 'X' });
    await expect.poll(() => types('/fast').length, { timeout: 15_000 }).toBe(40);
    expect(receiver.received.filter(({ path }) => path === '/hangs').length).toBeLessThan(40);
  });
});
