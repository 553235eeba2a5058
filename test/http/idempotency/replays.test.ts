import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import type { ResourceDescriptor } from '../../../runtime/kernel/contract/schema/resource.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import type { RequestOptions } from '../../support/test-client.js';
import { anOwner, aToken, bearer, PASSWORD, SUPER, type TestOwner } from '../access-tokens/support.js';
import { createContent, type ContentBuilder } from '../publishing/content.js';
import { publishingManifest, text } from '../publishing/types.js';

const box = publishingManifest.resources.find(({ name }) => name === 'Box') as ResourceDescriptor; // it has one
/** Its state decides who can read it, or a part of it. */
const file: ResourceDescriptor = {
  ...box,
  ...{ name: 'Dossier', classIdentifier: 'Dossier', path: '/component/dossiers', table: 'dossiers' },
  fields: [
    text('state'),
    text('title'),
    text('remark', { readIf: "object.state != 'sealed' or is_granted('ROLE_SUPER_ADMIN')" }),
  ],
  security: { read: "object.state != 'secret' or is_granted('ROLE_SUPER_ADMIN')" },
};

let app: TestApp;
let content: ContentBuilder;
beforeAll(async () => {
  app = await startTestApp({
    manifest: { ...publishingManifest, resources: [...publishingManifest.resources, file] },
    config: { routable_security: null, route_security: [], webhook_targets: { allow_private: true } },
  });
  content = createContent(app);
});
afterAll(() => app.close());

async function signedIn(owner: TestOwner): Promise<RequestOptions> {
  const login = await app.post('/login', { username: owner.username, password: PASSWORD });
  const [, session = ''] = /api_component=([^;]+)/.exec(login.headers.getSetCookie().join('\n')) ?? [];
  return bearer(session);
}

/** A POST that can be repeated. */
function aRequest(path: string, body: JsonObject, { headers, ...by }: RequestOptions) {
  const key = randomUUID();
  return () => app.post(path, body, { ...by, headers: { ...headers, 'Idempotency-Key': key } });
}
const isReplay = ({ headers }: { readonly headers: Headers }): boolean =>
  headers.get('idempotency-replayed') === 'true';

const DOSSIER = { state: 'open', title: 'plain-title', remark: 'plain-remark' };
const admin = { as: 'admin' } as const;

describe('the replay of a creation', () => {
  test('is the stored response while the caller can read all of it, even if the record has changed', async () => {
    const send = aRequest('/component/dossiers', DOSSIER, admin);
    const first = await send();
    await app.patch(first.body['@id'], { title: 'other' }, SUPER);
    const again = await send();
    expect([again.status, isReplay(again), again.text]).toEqual([201, true, first.text]);
  });

  test('has status, Location and IRI of a record that became hidden, and nothing else', async () => {
    const send = aRequest('/component/dossiers', DOSSIER, admin);
    const first = await send();
    await app.patch(first.body['@id'], { state: 'secret' }, SUPER);
    const again = await send();
    expect([again.status, isReplay(again), again.headers.get('etag')]).toEqual([201, true, null]);
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
    expect(again.body['@id']).toBe(first.body['@id']);
    expect(again.text).not.toContain('plain-');
    await app.patch(first.body['@id'], { state: 'open' }, SUPER);
    expect((await send()).text).toBe(first.text);
  });

  test('omits a member that the caller can no longer read', async () => {
    const send = aRequest('/component/dossiers', DOSSIER, admin);
    const first = await send();
    await app.patch(first.body['@id'], { state: 'sealed' }, SUPER);
    const again = await send();
    expect([again.status, again.body.title, 'remark' in again.body]).toEqual([201, 'plain-title', false]);
  });

  test('shows nothing of a deleted record', async () => {
    const send = aRequest('/component/dossiers', DOSSIER, admin);
    const first = await send();
    await app.delete(first.body['@id'], SUPER);
    const again = await send();
    expect([again.status, isReplay(again), again.body['@id']]).toEqual([201, true, first.body['@id']]);
    expect(again.text).not.toContain('plain-');
  });

  test('shows no draft to a caller who can no longer see drafts', async () => {
    const owner = await anOwner(app);
    const by = await signedIn(owner);
    const send = aRequest('/component/articles', { headline: 'plain-draft', publishedAt: null }, by);
    expect((await send()).body.headline).toBe('plain-draft');
    expect((await send()).body.headline).toBe('plain-draft');
    await app.patch(owner.iri, { roles: ['ROLE_USER'] }, SUPER);
    const again = await send();
    expect(again.text).not.toContain('plain-');
  });

  test('is rejected if the account is disabled', async () => {
    const owner = await anOwner(app);
    const send = aRequest('/component/dossiers', DOSSIER, await signedIn(owner));
    expect((await send()).status).toBe(201);
    await app.patch(owner.iri, { enabled: false }, SUPER);
    const again = await send();
    expect([again.status, isReplay(again), again.text.includes('plain-')]).toEqual([401, false, false]);
  });
});

describe('the replay of other requests', () => {
  test('of a batch omits records that the caller can no longer read', async () => {
    const operations = ['a', 'b'].map((id) => ({
      ...{ id, method: 'POST', path: '/component/dossiers' },
      body: { ...DOSSIER, title: `plain-${id}` },
    }));
    const send = aRequest('/_/batch', { operations }, admin);
    const first = await send();
    expect((await send()).text).toBe(first.text);
    await app.patch(first.body.results[0].body['@id'], { state: 'secret' }, SUPER);
    const { status, body, text: raw } = await send();
    expect([status, body.results[0].status, body.results[1].body.title]).toEqual([200, 201, 'plain-b']);
    expect(body.results[0].body['@id']).toBe(first.body.results[0].body['@id']);
    expect(raw).not.toContain('plain-a');
  });

  test('of a duplicate shows nothing of a copy that became hidden', async () => {
    const { '@id': original } = (await app.post('/component/dossiers', DOSSIER, admin)).body;
    const send = aRequest(`${String(original)}/duplicate`, {}, admin);
    const first = await send();
    expect([first.status, (await send()).text]).toEqual([201, first.text]);
    await app.patch(first.body['@id'], { state: 'secret' }, SUPER);
    expect((await send()).text).not.toContain('plain-');
  });

  test('shows the secret of a preview, a webhook or a token only while the permissions are the same', async () => {
    const page = await content.page({ isTemplate: false });
    await content.route({ page });
    for (const [path, body, secret] of [
      ['/_/previews', { page }, 'token'],
      ['/_/webhooks', { address: 'http://127.0.0.1:9/', events: ['route.live'] }, 'secret'],
      ['/_/access_tokens', { name: 'n', scopes: ['read:*'] }, 'token'],
    ] as const) {
      const owner = await anOwner(app, 'ROLE_SUPER_ADMIN');
      const send = aRequest(path, body, await signedIn(owner));
      const first = await send();
      expect([path, first.status, (await send()).text]).toEqual([path, 201, first.text]);
      await app.patch(owner.iri, { roles: ['ROLE_USER'] }, SUPER);
      const again = await send();
      expect([again.status, again.headers.get('location')]).toEqual([201, first.headers.get('location')]);
      expect(again.text).not.toContain(String(first.body[secret]));
      expect(again.text).toBe('');
    }
  });

  test('with a token is limited by its scopes, and ends with it', async () => {
    const token = await aToken(app, ['create:Dossier']);
    const send = aRequest('/component/dossiers', DOSSIER, token.by);
    const first = await send();
    expect([first.status, (await send()).text]).toEqual([201, first.text]);
    await app.patch(first.body['@id'], { state: 'secret' }, SUPER);
    expect((await send()).text).not.toContain('plain-');
    await app.delete(token.iri, SUPER);
    expect((await send()).status).toBe(401);
  });

  test('of an account shows its document to callers who can read it', async () => {
    const owner = await anOwner(app, 'ROLE_SUPER_ADMIN');
    const username = `plain-${randomUUID()}`;
    const person = { username, emailAddress: `${username}@example.com`, plainPassword: PASSWORD };
    const send = aRequest('/users', person, await signedIn(owner));
    const first = await send();
    expect([first.status, (await send()).text]).toEqual([201, first.text]);
    await app.patch(owner.iri, { roles: ['ROLE_USER'] }, SUPER);
    expect((await send()).text).not.toContain('plain-');
  });
});
