import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import { publishingManifest } from '../publishing/types.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { startWebhookReceiver, verified, type WebhookReceiver } from './receiver.js';

const admin = { as: 'admin' } as const;
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
let app: TestApp;
let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  app = await startTestApp({
    manifest: publishingManifest,
    config: {
      webhook_targets: { allow_private: true },
      webhooks: { search: { address: `${receiver.url}/search`, events: ['Route.deleted'] } },
    },
    env: { WEBHOOK_SECRET_SEARCH: SECRET },
  });
});
afterAll(async () => {
  await app.close();
  await receiver.close();
});
beforeEach(() => {
  receiver.clear();
  receiver.evaluate(() => ({ status: 200, body: 'thanks' }));
});

const make = async (body: JsonObject = {}) => {
  const given = { address: `${receiver.url}/hook`, events: ['Page.created'], ...body };
  const { status, body: made } = await app.post('/_/webhooks', given, admin);
  expect(status).toBe(201);
  return made as { readonly '@id': string; readonly id: string; readonly secret: string };
};

describe('POST /_/webhooks', () => {
  test('shows a secret of 256 bits once, which is stored encrypted', async () => {
    const { secret, id, '@id': iri } = await make();
    expect(secret).toMatch(/^whsec_/);
    expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
    const { database } = app.app;
    for (const table of ['webhook', 'webhook_delivery', 'revision'])
      expect(JSON.stringify(await database.all(`select * from ${database.table(table)}`))).not.toContain(
        secret.slice(6),
      );
    for (const path of ['/_/webhooks', iri, `${iri}/deliveries`])
      expect((await app.get(path, admin)).text).not.toContain(secret.slice(6));
    expect((await app.get(`/_/webhooks/${id}`, admin)).body).toMatchObject({
      '@type': 'Webhook',
      address: `${receiver.url}/hook`,
      events: ['Page.created'],
      isEnabled: true,
      isConfigured: false,
      reader: null,
    });
  });

  test('accepts a secret of the receiver', async () => {
    const given = `whsec_${Buffer.alloc(24, 3).toString('base64')}`;
    expect((await make({ secret: given })).secret).toBe(given);
  });

  test.each([
    ['no URL', { address: undefined }, 'address'],
    ['a URL with another protocol', { address: 'ftp://example.com/' }, 'address'],
    ['a URL with a password', { address: 'https://me:pw@example.com/' }, 'address'],
    ['no events', { events: [] }, 'events'],
    ['events that are not a list', { events: 'Page.created' }, 'events'],
    ['an event of an unknown type', { events: ['Pge.created'] }, 'events'],
    ['the publication of a type without drafts', { events: ['Page.published'] }, 'events'],
    ['a reader that is not a token', { reader: 'me' }, 'reader'],
    ['an unknown reader', { reader: '00000000-0000-4000-8000-000000000000' }, 'reader'],
    ['a secret that is too short', { secret: 'whsec_c2hvcnQ=' }, 'secret'],
    ['a secret in another format', { secret: 'x'.repeat(40) }, 'secret'],
    ['a switch that is not a boolean', { isEnabled: 'yes' }, 'isEnabled'],
    ['a long description', { description: 'x'.repeat(256) }, 'description'],
  ])('rejects %s and stores nothing', async (_what, members, path) => {
    const before = (await app.get('/_/webhooks', admin)).body.totalItems as number;
    const body = { address: `${receiver.url}/`, events: ['Page.created'], ...members };
    const { status, body: answer } = await app.post('/_/webhooks', body, admin);
    expect([status, answer.violations?.[0].propertyPath]).toEqual([422, path]);
    expect((await app.get('/_/webhooks', admin)).body.totalItems).toBe(before);
  });

  test('suggests the intended event', async () => {
    const body = { address: `${receiver.url}/`, events: ['Page.update'] };
    const { body: answer } = await app.post('/_/webhooks', body, admin);
    expect(answer.violations[0].message).toContain('Did you mean "Page.updated"?');
  });
});

describe('webhooks', () => {
  test.each([
    ['GET', '/_/webhooks'],
    ['POST', '/_/webhooks'],
    ['GET', '/_/webhooks/search'],
    ['PATCH', '/_/webhooks/search'],
    ['DELETE', '/_/webhooks/search'],
    ['POST', '/_/webhooks/search/test'],
    ['POST', '/_/webhooks/search/rotate-secret'],
    ['GET', '/_/webhooks/search/deliveries'],
  ] as const)('require an administrator: %s %s', async (method, path) => {
    const ask = (as: 'anonymous' | 'user') => {
      if (method === 'GET') return app.get(path, { as });
      if (method === 'DELETE') return app.delete(path, { as });
      return method === 'POST' ? app.post(path, {}, { as }) : app.patch(path, {}, { as });
    };
    expect([(await ask('anonymous')).status, (await ask('user')).status]).toEqual([401, 403]);
  });

  test('in the configuration are listed and tested, and cannot be changed', async () => {
    const { body } = await app.get('/_/webhooks', admin);
    expect(body.member[0]).toMatchObject({ id: 'search', isConfigured: true, events: ['Route.deleted'] });
    expect(JSON.stringify(body)).not.toContain(SECRET);
    expect((await app.post('/_/webhooks/search/test', undefined, admin)).body.status).toBe(200);
    expect(verified(SECRET, receiver.received[0]!)).toMatchObject({ type: 'test' });
    for (const { status } of [
      await app.patch('/_/webhooks/search', { isEnabled: false }, admin),
      await app.delete('/_/webhooks/search', admin),
      await app.post('/_/webhooks/search/rotate-secret', undefined, admin),
    ])
      expect(status).toBe(409);
  });

  test('are changed and deleted, each with an entry in the audit log', async () => {
    const { id, '@id': iri } = await make();
    const changed = await app.patch(iri, { events: ['Page.deleted'], isEnabled: false }, admin);
    expect(changed.body).toMatchObject({ events: ['Page.deleted'], isEnabled: false });
    expect((await app.patch(iri, { events: ['x'] }, admin)).status).toBe(422);
    expect((await app.delete(iri, admin)).status).toBe(204);
    expect((await app.get(iri, admin)).status).toBe(404);
    expect((await app.delete(iri, admin)).status).toBe(404);
    const { database } = app.app;
    const entries = await database.all(
      `select r.details as details from ${database.table('revision')} r where r.kind = 'webhook'`,
    );
    expect(entries.map(({ details }) => details).filter((text) => String(text).includes(id))).toEqual([
      `created ${id}`,
      `events, isEnabled of ${id}`,
      `removed ${id}`,
    ]);
  });

  test.each(['nothing', '00000000-0000-4000-8000-000000000000', '%00'])(
    'that do not exist result in 404: %s',
    async (key) => {
      expect([400, 404]).toContain((await app.get(`/_/webhooks/${key}`, admin)).status);
    },
  );
});

describe('POST /_/webhooks/{id}/test', () => {
  test('sends an event that receivers can verify, and returns the response', async () => {
    const { '@id': iri, secret } = await make();
    const { status, body } = await app.post(`${iri}/test`, undefined, admin);
    expect([status, body]).toMatchObject([
      200,
      { event: 'test', status: 200, answer: 'thanks', failure: null, isReceived: true, attempt: 1 },
    ]);
    const [one] = receiver.received;
    expect(verified(secret, one!)).toEqual({
      type: 'test',
      timestamp: expect.stringMatching(/Z$/),
      data: { '@id': iri, '@type': 'Webhook' },
    });
    expect(one!.headers['webhook-id']).toBe(body.messageId);
    expect(one!.headers['content-type']).toBe('application/json');
    expect(() => verified(SECRET, one!)).toThrow();
    expect((await app.get(`${iri}/deliveries`, admin)).body.member).toEqual([body]);
  });

  test('does not follow a redirect, and reports it', async () => {
    const { '@id': iri } = await make();
    receiver.evaluate(() => ({ status: 302, headers: { location: `${receiver.url}/elsewhere?key=1` } }));
    const { body } = await app.post(`${iri}/test`, undefined, admin);
    expect(body).toMatchObject({ status: 302, isReceived: false });
    expect(body.failure).toContain(`${receiver.url}/elsewhere, which is not followed`);
    expect(receiver.received).toHaveLength(1);
  });

  test('stores 1 kB of any response', async () => {
    const { '@id': iri } = await make();
    receiver.evaluate(() => ({ status: 500, body: Buffer.alloc(3_000_000, 0) }));
    const { body } = await app.post(`${iri}/test`, undefined, admin);
    expect([body.status, body.answer]).toEqual([500, '\uFFFD'.repeat(1024)]);
    expect((await app.get(`${iri}/deliveries`, admin)).body.member[0].answer).toHaveLength(1024);
  });

  test('reports that nothing is listening', async () => {
    const { '@id': iri } = await make({ address: 'http://127.0.0.1:1/' });
    const { body } = await app.post(`${iri}/test`, undefined, admin);
    expect(body).toMatchObject({ status: null, answer: null, isReceived: false });
    expect(body.failure).toBe('could not be reached: ECONNREFUSED');
  });

  test('gives up if a receiver does not respond', async () => {
    const { '@id': iri } = await make();
    receiver.evaluate(() => 'hang');
    const { body } = await app.post(`${iri}/test`, undefined, admin);
    expect(body).toMatchObject({ status: null, failure: 'did not answer within 5 s' });
  });
});

describe('POST /_/webhooks/{id}/rotate-secret', () => {
  test('signs with both secrets for a day', async () => {
    const { '@id': iri, secret: first } = await make();
    const { body } = await app.post(`${iri}/rotate-secret`, undefined, admin);
    const second = body.secret as string;
    expect(second).not.toBe(first);
    await app.post(`${iri}/test`, undefined, admin);
    const [one] = receiver.received;
    expect(String(one!.headers['webhook-signature']).split(' ')).toHaveLength(2);
    expect(verified(first, one!)).toEqual(verified(second, one!));
    const { database } = app.app;
    await database.transaction((session) =>
      session.run(`update ${database.table('webhook')} set former_until = :past`, {
        past: new Date(Date.now() - 1000),
      }),
    );
    await app.post(`${iri}/test`, undefined, admin);
    expect(() => verified(first, receiver.received[1]!)).toThrow();
    expect(verified(second, receiver.received[1]!)).toMatchObject({ type: 'test' });
  });
});

describe('GET /_/webhooks/{id}/deliveries', () => {
  test('lists the last hundred', async () => {
    const { '@id': iri } = await make();
    for (let index = 0; index < 103; index++) await app.post(`${iri}/test`, undefined, admin);
    const { body } = await app.get(`${iri}/deliveries`, admin);
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(body.totalItems).toBe(100);
    expect(body.member.map(({ messageId }: { messageId: string }) => messageId)).toEqual(
      ids.slice(3).reverse(),
    );
  });
});
