import { expect, onTestFinished, test } from 'vitest';
import { createTestClock, MINUTE } from '../publishing/support.js';
import { startTestApp } from '../../support/test-app.js';
import { startWebhookReceiver } from './receiver.js';

const admin = { as: 'admin' } as const;

test('a message that no one accepts for three days becomes a dead letter, and is sent again on request', async () => {
  const receiver = await startWebhookReceiver();
  const clock = createTestClock();
  const app = await startTestApp({ clock, config: { webhook_targets: { allow_private: true } } });
  onTestFinished(async () => {
    await app.close();
    await receiver.close();
  });
  const { outbox } = app.app;
  const body = { address: receiver.url, events: ['Layout.created'] };
  const { body: webhook } = await app.post('/_/webhooks', body, admin);
  receiver.evaluate(() => ({ status: 500, body: 'broken' }));
  await app.create('/_/layouts', { reference: 'nobody', uiComponent: 'X' });
  await expect.poll(() => receiver.received.length).toBeGreaterThan(0);
  clock.forward(73 * 60 * MINUTE);
  await expect.poll(async () => (await outbox.deadLetters.list()).length, { timeout: 30_000 }).toBe(1);
  const [letter] = await outbox.deadLetters.list();
  expect(letter?.reason).toContain('answered 500');
  const tried = receiver.received.length;
  const { body: deliveries } = await app.get(`${webhook['@id']}/deliveries`, admin);
  expect(deliveries.member[0]).toMatchObject({ status: 500, answer: 'broken', attempt: tried });
  receiver.evaluate(() => ({ status: 200 }));
  expect(await outbox.deadLetters.resend(letter!.id)).toBe(1);
  outbox.wake();
  await expect.poll(() => receiver.accepted().length).toBe(1);
  const ids = new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
  expect([...ids]).toEqual([letter!.id]);
});

test('a webhook to this machine is rejected unless the configuration allows it', async () => {
  const receiver = await startWebhookReceiver();
  const app = await startTestApp();
  onTestFinished(async () => {
    await app.close();
    await receiver.close();
  });
  for (const address of [receiver.url, 'http://localhost:1/', 'http://[::ffff:127.0.0.1]/']) {
    const { status, body } = await app.post('/_/webhooks', { address, events: ['Page.created'] }, admin);
    expect([status, body.violations[0].propertyPath]).toEqual([422, 'address']);
  }
  // One that was stored while it was allowed receives nothing either.
  const { body: made } = await app.post(
    '/_/webhooks',
    { address: 'http://93.184.216.34/', events: ['Page.created'] },
    admin,
  );
  const { database } = app.app;
  await database.transaction((session) =>
    session.run(`update ${database.table('webhook')} set address = :address`, { address: receiver.url }),
  );
  const { body } = await app.post(`${made['@id']}/test`, undefined, admin);
  expect(body).toMatchObject({ status: null, isReceived: false });
  expect(body.failure).toContain('private network');
  expect(receiver.received).toEqual([]);
});
