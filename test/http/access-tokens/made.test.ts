import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import { createContent, type ContentBuilder } from '../publishing/content.js';
import { createTestClock, MINUTE, type TestClock } from '../publishing/support.js';
import { publishingManifest } from '../publishing/types.js';
import { startWebhookReceiver, type WebhookReceiver } from '../webhooks/receiver.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import type { RequestOptions } from '../../support/test-client.js';
import { anOwner, aToken, bearer, SUPER, type TestOwner, type TestToken } from './support.js';

const FOR_PEOPLE = 'This endpoint does not accept access tokens. Sign in as a user.';

let app: TestApp;
let clock: TestClock;
let content: ContentBuilder;
let receiver: WebhookReceiver;
let owner: TestOwner;
beforeAll(async () => {
  clock = createTestClock();
  receiver = await startWebhookReceiver();
  app = await startTestApp({
    manifest: publishingManifest,
    clock,
    config: { webhook_targets: { allow_private: true }, routable_security: null, route_security: [] },
  });
  content = createContent(app);
});
afterAll(async () => {
  await app.close();
  await receiver.close();
});
beforeEach(async () => {
  receiver.clear();
  owner = await anOwner(app);
});
afterEach(async () => {
  const { body } = await app.get('/_/webhooks', SUPER);
  for (const { '@id': iri } of body.member) await app.delete(iri, SUPER);
});

const tokenWith = (...scopes: readonly string[]): Promise<TestToken> =>
  aToken(app, scopes, { owner: owner.iri });

/** Ways to end a token, and whether undoing them restores it. */
const ENDINGS: readonly (readonly [string, (token: TestToken) => Promise<unknown>])[] = [
  ['is revoked', ({ iri }) => app.delete(iri, SUPER)],
  [
    'has expired',
    async ({ iri }) => {
      const end = new Date(clock.now().getTime() + MINUTE).toISOString();
      await app.patch(iri, { expiresAt: end }, SUPER);
      clock.forward(2 * MINUTE);
    },
  ],
  ['has a disabled owner', () => app.patch(owner.iri, { enabled: false }, SUPER)],
  ['has an owner without the role', () => app.patch(owner.iri, { roles: ['ROLE_USER'] }, SUPER)],
  ['has a deleted owner', () => app.delete(owner.iri, SUPER)],
];

/** A live page with a published article that has a draft, and a draft alone. */
async function aPage() {
  const page = await content.page({ isTemplate: false });
  const path = await content.route({ page });
  const group = await content.group({ pages: [page] });
  const live = await content.article({ headline: 'First' });
  await content.draft(live, { headline: 'Second' });
  const alone = await content.article({ headline: 'Alone', publishedAt: null });
  for (const component of [live, alone]) await content.position({ component, componentGroup: group });
  return { page, path, live, alone };
}

interface MadePreview {
  readonly '@id'?: string;
  readonly id: string;
  readonly token: string;
  readonly accessToken?: string;
}

const preview = async (subject: JsonObject, by: RequestOptions): Promise<MadePreview> => {
  const { status, body, text } = await app.post('/_/previews', subject, by);
  if (status !== 201) throw new Error(`no preview: ${status} ${text}`);
  return body as MadePreview;
};
const through = ({ token }: MadePreview): RequestOptions => ({ headers: { Preview: token } });

describe('a preview created by a token', () => {
  test('shows no drafts if the token cannot read drafts', async () => {
    const { page, live, alone } = await aPage();
    const { by } = await tokenWith('*');
    const made = await preview({ page }, by);
    expect((await app.get(live, through(made))).body.headline).toBe('First');
    expect((await app.get(alone, through(made))).status).toBe(404);
    const hidden = await content.page({ isTemplate: false });
    const route = await content.route({ page: hidden, liveAt: null });
    expect((await app.post('/_/previews', { route }, by)).status).toBe(400);
  });

  test('shows drafts if the token can read them, and names the token', async () => {
    const { page, live, alone } = await aPage();
    const { by, iri } = await tokenWith('*', 'drafts');
    const made = await preview({ page }, by);
    expect(made.accessToken).toBe(iri);
    expect((await app.get(live, through(made))).body.headline).toBe('Second');
    expect((await app.get(alone, through(made))).body.headline).toBe('Alone');
    const { body } = await app.get('/_/previews', SUPER);
    expect(body.member.find(({ id }: MadePreview) => id === made.id).accessToken).toBe(iri);
    const opened = await app.get(`/_/previews/${made.token}`);
    expect([opened.status, 'accessToken' in opened.body]).toEqual([200, false]);
  });

  test.each(ENDINGS)('ends when the token %s', async (_what, end) => {
    const { page, live } = await aPage();
    const token = await tokenWith('*', 'drafts');
    const made = await preview({ page }, token.by);
    expect((await app.get(live, through(made))).status).toBe(200);
    await end(token);
    expect((await app.get(live, through(made))).status).toBe(401);
    expect((await app.get(`/_/previews/${made.token}`)).status).toBe(404);
  });

  test("does not affect the previews of the token's owner", async () => {
    const { page, live } = await aPage();
    const token = await tokenWith('*');
    await preview({ page }, token.by);
    const { body } = await app.post('/_/previews', { page }, SUPER);
    await app.delete(token.iri, SUPER);
    expect('accessToken' in body).toBe(false);
    expect((await app.get(live, through(body as MadePreview))).body.headline).toBe('Second');
  });
});

const ofArticles = (path: string, over: JsonObject = {}): JsonObject => ({
  address: receiver.url + path,
  events: ['Article.created', 'Article.updated', 'Article.deleted', 'Article.published'],
  ...over,
});

async function settled(): Promise<void> {
  const pending = async () =>
    (await app.app.outbox.metrics()).find(({ channel }) => channel === 'webhooks')?.pending;
  await expect.poll(pending).toBe(0);
}

describe('a webhook created by a token', () => {
  test('reads as that token or as a visitor, never as another token', async () => {
    const maker = await tokenWith('*');
    const other = await tokenWith('*', 'drafts');
    for (const reader of [other.id, randomUUID()]) {
      const refused = await app.post('/_/webhooks', ofArticles('/other', { reader }), maker.by);
      expect([refused.status, refused.body.violations[0].propertyPath]).toEqual([422, 'reader']);
    }
    await app.post('/_/webhooks', ofArticles('/visitors'), maker.by);
    const own = await app.post('/_/webhooks', ofArticles('/own', { reader: maker.id }), maker.by);
    expect([own.status, own.body.accessToken, own.body.isEnabled]).toEqual([201, maker.iri, true]);
    for (const by of [maker.by, SUPER])
      expect((await app.patch(own.body['@id'], { reader: other.id }, by)).status).toBe(422);
    await content.article({ headline: 'Public' });
    await content.article({ headline: 'Draft', publishedAt: null });
    await settled();
    for (const path of ['/visitors', '/own'])
      expect(receiver.accepted(path)).toMatchObject([['Article.published', { headline: 'Public' }]]);
  });

  test.each(ENDINGS)('ends when the token %s', async (_what, end) => {
    const token = await tokenWith('*', 'drafts');
    const made = [];
    for (const reader of [token.id, null])
      made.push(await app.post('/_/webhooks', ofArticles('/ended', { reader }), token.by));
    await content.article({ headline: 'Before' });
    await settled();
    expect(receiver.accepted('/ended')).toHaveLength(2);
    receiver.clear();
    const waiting = await content.article({ headline: 'Soon gone' });
    await settled();
    receiver.clear();
    await end(token);
    await content.article({ headline: 'After' });
    await app.delete(waiting, SUPER);
    await settled();
    expect(receiver.accepted('/ended')).toEqual([]);
    for (const { body } of made) {
      const { body: now } = await app.get(body['@id'], SUPER);
      expect([now.isEnabled, now.disabledBecause]).toEqual([
        false,
        'The access token that created this webhook has been revoked or has expired.',
      ]);
      expect((await app.patch(body['@id'], { isEnabled: true }, SUPER)).status).toBe(422);
      expect((await app.patch(body['@id'], { description: 'x' }, SUPER)).status).toBe(200);
    }
  });

  test('can be changed by that token but not by another one', async () => {
    const maker = await tokenWith('*');
    const other = await tokenWith('*', 'drafts');
    const { body: made } = await app.post('/_/webhooks', ofArticles('/mine'), maker.by);
    const { body: ofPerson } = await app.post('/_/webhooks', ofArticles('/person'), SUPER);
    for (const [iri, by] of [
      [made['@id'], other.by],
      [ofPerson['@id'], other.by],
      [ofPerson['@id'], maker.by],
    ]) {
      const elsewhere = { address: `${receiver.url}/elsewhere` };
      for (const { status, body } of [
        await app.patch(iri, elsewhere, by),
        await app.patch(iri, { isEnabled: false }, by),
        await app.post(`${iri}/rotate-secret`, {}, by),
        await app.delete(iri, by),
      ])
        expect([status, body.detail]).toEqual([
          403,
          'An access token can change only webhooks that it created. Sign in as a user.',
        ]);
    }
    expect((await app.patch(made['@id'], { description: 'x' }, maker.by)).status).toBe(200);
    expect((await app.patch(made['@id'], { description: 'y' }, SUPER)).status).toBe(200);
    expect((await app.get(ofPerson['@id'], SUPER)).body.address).toBe(`${receiver.url}/person`);
    expect((await app.delete(made['@id'], maker.by)).status).toBe(204);
  });
});

describe('the document of a token', () => {
  test('lists the existing previews and webhooks that the token created', async () => {
    const { page } = await aPage();
    const token = await tokenWith('*');
    const other = await tokenWith('*');
    expect((await app.get(token.iri, SUPER)).body.made).toEqual([]);
    const expiresAt = new Date(clock.now().getTime() + MINUTE).toISOString();
    const links = [await preview({ page }, token.by), await preview({ page, expiresAt }, token.by)];
    await preview({ page }, other.by);
    const { body: webhook } = await app.post('/_/webhooks', ofArticles('/listed'), token.by);
    const listed = async (): Promise<ReadonlySet<string>> =>
      new Set((await app.get(token.iri, SUPER)).body.made);
    const prefix = app.config.apiPrefix;
    const iris = links.map(({ id }) => `${prefix}/_/previews/${id}`);
    expect(await listed()).toEqual(new Set([...iris, webhook['@id']]));
    expect((await app.patch(token.iri, { name: 'other' }, SUPER)).body.made).toHaveLength(3);
    await app.delete(webhook['@id'], SUPER);
    await app.delete(iris[0] ?? '', SUPER);
    expect(await listed()).toEqual(new Set([iris[1]]));
    clock.forward(2 * MINUTE);
    expect(await listed()).toEqual(new Set());
  });
});

describe('a token', () => {
  test.each([
    ['tokens', '/_/access_tokens', { name: 'next', scopes: ['*'] }],
    ['passkeys', '/me/passkeys/options', {}],
    ['authenticator apps', '/me/totp', {}],
    ['another user', '/_/layouts?_switch_user=_exit', {}],
  ] as const)('cannot create %s', async (_what, path, body) => {
    const { by } = await tokenWith('*', 'drafts', 'accounts');
    const answer = await app.post(path, body, by);
    expect([answer.status, answer.body.detail]).toEqual([403, FOR_PEOPLE]);
  });

  test('cannot be used as a session: it sets no cookie, cannot refresh, and is rejected as a cookie', async () => {
    const { by, secret } = await tokenWith('*', 'drafts');
    for (const path of ['/me', '/_/layouts', '/_/routes'])
      expect((await app.get(path, by)).headers.getSetCookie()).toEqual([]);
    expect((await app.post('/token/refresh', {}, by)).status).toBe(401);
    const cookie = { headers: { cookie: `api_component=${secret}` } };
    expect((await app.get('/me', cookie)).status).toBe(401);
  });

  test('has its own idempotent responses, which are unavailable after it is revoked', async () => {
    const first = await tokenWith('*', 'drafts');
    const second = await tokenWith('*', 'drafts');
    const key = randomUUID();
    const post = ({ by }: TestToken) =>
      app.post(
        '/component/titles',
        { title: 'Once' },
        { headers: { ...by.headers, 'Idempotency-Key': key } },
      );
    const made = await post(first);
    expect((await post(second)).body['@id']).not.toBe(made.body['@id']);
    await app.delete(first.iri, SUPER);
    expect((await post(first)).status).toBe(401);
    expect((await app.get('/_/layouts', bearer(first.secret))).status).toBe(401);
  });
});
