import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createContent, type ContentBuilder } from '../publishing/content.js';
import { publishingManifest } from '../publishing/types.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { startWebhookReceiver, type WebhookReceiver } from './receiver.js';

const admin = { as: 'admin' } as const;
const SUPER = { as: 'superAdmin' } as const;
let app: TestApp;
let content: ContentBuilder;
let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  app = await startTestApp({
    manifest: publishingManifest,
    config: { webhook_targets: { allow_private: true } },
  });
  content = createContent(app);
});
afterAll(async () => {
  await app.close();
  await receiver.close();
});
beforeEach(() => receiver.clear());

/** Returns the id of a token of the super administrator. */
async function aToken(scopes: readonly string[]): Promise<{ readonly id: string; readonly iri: string }> {
  const { body } = await app.post('/_/access_tokens', { name: 'reader', scopes }, SUPER);
  const iri = String(body['@id']);
  return { iri, id: iri.slice(iri.lastIndexOf('/') + 1) };
}

const make = (path: string, reader: string | null, as: typeof admin | typeof SUPER = SUPER) =>
  app.post(
    '/_/webhooks',
    { address: receiver.url + path, events: ['Article.created', 'Article.updated'], reader },
    as,
  );

async function settled(): Promise<void> {
  const pending = async () =>
    (await app.app.outbox.metrics()).find(({ channel }) => channel === 'webhooks')?.pending;
  await expect.poll(pending).toBe(0);
}

describe('the reader of a webhook', () => {
  test('is notified of drafts if it can see them, unlike visitors', async () => {
    const sees = await aToken(['read:Article', 'drafts']);
    const none = await aToken(['read:Article']);
    const other = await aToken(['read:Page', 'drafts']);
    await make('/visitors', null);
    await make('/sees', sees.id);
    await make('/none', none.id);
    await make('/other', other.id);
    await content.article({ headline: 'Secret', publishedAt: null });
    await settled();
    expect(receiver.accepted('/sees')).toMatchObject([['Article.created', { headline: 'Secret' }]]);
    for (const path of ['/visitors', '/none', '/other']) expect(receiver.accepted(path)).toEqual([]);
  });

  test('receives nothing after it is revoked', async () => {
    const token = await aToken(['read:Article', 'drafts']);
    await make('/revoked', token.id);
    expect((await app.delete(token.iri, SUPER)).status).toBe(204);
    await content.article({ publishedAt: null });
    await settled();
    expect(receiver.accepted('/revoked')).toEqual([]);
  });

  test('is a token of the user who creates or changes the webhook', async () => {
    const { id } = await aToken(['*']);
    const refused = await make('/theirs', id, admin);
    expect([refused.status, refused.body.violations[0].propertyPath]).toEqual([422, 'reader']);
    const { body } = await make('/theirs', id);
    const elsewhere = { address: `${receiver.url}/elsewhere` };
    expect((await app.patch(body['@id'], elsewhere, admin)).status).toBe(422);
    expect((await app.patch(body['@id'], { isEnabled: true }, admin)).status).toBe(422);
    expect((await app.patch(body['@id'], { isEnabled: false }, admin)).status).toBe(200);
    expect((await app.patch(body['@id'], elsewhere, SUPER)).status).toBe(200);
  });
});
