import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createContent, type ContentBuilder } from '../publishing/content.js';
import { createTestClock, MINUTE, type TestClock } from '../publishing/support.js';
import { publishingManifest } from '../publishing/types.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { startWebhookReceiver, type WebhookReceiver } from './receiver.js';

const admin = { as: 'admin' } as const;
let app: TestApp;
let other: TestApp;
let clock: TestClock;
let content: ContentBuilder;
let receiver: WebhookReceiver;
beforeAll(async () => {
  clock = createTestClock();
  receiver = await startWebhookReceiver();
  const options = {
    manifest: publishingManifest,
    clock,
    config: { webhook_targets: { allow_private: true } },
  };
  app = await startTestApp(options);
  other = await startTestApp({ ...options, databaseUrl: app.app.config.database.url });
  content = createContent(app);
});
afterAll(async () => {
  await other.close();
  await app.close();
  await receiver.close();
});
beforeEach(() => receiver.clear());

const notified = (): readonly unknown[] => receiver.accepted().map(([type, data]) => [type, data['path']]);

const patience = { timeout: 25_000 };

describe('route.live', () => {
  test('is sent once, over all processes, at the live date', async () => {
    const page = await content.page({ isTemplate: false });
    const before = await content.route({ page });
    await app.post('/_/webhooks', { address: receiver.url, events: ['route.live'] }, admin);
    const liveAt = new Date(clock.now().getTime() + MINUTE).toISOString();
    const later = await content.page({ isTemplate: false });
    const path = await content.route({ page: later, liveAt });
    await new Promise((resolve) => setTimeout(resolve, 6000));
    expect(notified()).toEqual([]);
    clock.forward(2 * MINUTE);
    await expect.poll(notified, patience).toEqual([['route.live', path]]);
    await new Promise((resolve) => setTimeout(resolve, 6000));
    expect(notified()).toEqual([['route.live', path]]);
    expect(notified()).not.toContainEqual(['route.live', before]);
  });

  test('is sent when a write makes a route live, and again when it becomes live again', async () => {
    const page = await content.page({ isTemplate: false });
    const path = await content.route({ page, liveAt: null });
    await app.patch(`/_/routes/${path}`, { liveAt: '2021-01-01T00:00:00Z' }, admin);
    await expect.poll(notified, patience).toEqual([['route.live', path]]);
    await app.patch(`/_/routes/${path}`, { liveAt: null }, admin);
    await new Promise((resolve) => setTimeout(resolve, 11_000));
    await app.patch(`/_/routes/${path}`, { liveAt: '2021-01-01T00:00:00Z' }, admin);
    await expect.poll(notified, patience).toEqual([
      ['route.live', path],
      ['route.live', path],
    ]);
  });
});
