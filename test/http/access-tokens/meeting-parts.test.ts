import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import { createContent, type ContentBuilder } from '../publishing/content.js';
import { publishingManifest } from '../publishing/types.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import type { RequestOptions } from '../../support/test-client.js';
import { anOwner, aToken, bearer, PASSWORD, SUPER, type TestToken } from './support.js';

const admin = { as: 'admin' } as const;
const needs = (scope: string): string =>
  `The access token does not have the scope "${scope}". Create a token with this scope.`;

let app: TestApp;
let content: ContentBuilder;
beforeAll(async () => {
  app = await startTestApp({ manifest: publishingManifest });
  content = createContent(app);
});
afterAll(() => app.close());

const totalOf = async (path: string): Promise<number> =>
  (await app.get(`${path}?perPage=1`, admin)).body.totalItems as number;

const totals = (): Promise<readonly number[]> =>
  Promise.all(
    [
      '/component/titles',
      '/component/articles',
      '/_/pages',
      '/_/component_groups',
      '/_/component_positions',
    ].map(totalOf),
  );

const withKey = ({ headers, ...options }: RequestOptions, key: string): RequestOptions => ({
  ...options,
  headers: { ...headers, 'Idempotency-Key': key },
});

const title = (text: string): JsonObject => ({ title: text });
const isReplay = ({ headers }: { readonly headers: Headers }): boolean =>
  headers.get('idempotency-replayed') === 'true';

describe('a batch sent with a token', () => {
  test('is rejected if an operation is outside the scopes of the token, and stores nothing', async () => {
    const { by } = await aToken(app, ['create:Title', 'drafts']);
    const { '@id': iri } = await app.create('/component/titles', title('there'));
    const create = (id: string) => ({ id, method: 'POST', path: '/component/titles', body: title(id) });
    expect((await app.post('/_/batch', { operations: [create('a'), create('b')] }, by)).status).toBe(200);
    const before = await totals();
    for (const [lacked, scope] of [
      [{ method: 'PATCH', path: iri, body: title('changed') }, 'update:Title'],
      [{ method: 'DELETE', path: iri }, 'delete:Title'],
      [{ method: 'DELETE', path: '$a' }, 'delete:Title'],
      [{ method: 'POST', path: '$a/duplicate' }, 'read:Title'],
      [{ method: 'POST', path: '/_/component_groups', body: { reference: 'g' } }, 'create:ComponentGroup'],
    ] as const) {
      const operations = [create('a'), { id: 'lacked', ...lacked }, create('b')];
      const { status, body } = await app.post('/_/batch', { operations }, by);
      expect([status, body.operation]).toEqual([403, 1]);
      expect(body.results.map((one: { status: number }) => one.status)).toEqual([424, 403, 424]);
      expect(body.results[1].body.detail).toBe(needs(scope));
      expect(await totals()).toEqual(before);
    }
    expect((await app.get(iri, admin)).body.title).toBe('there');
  });
});

describe('an idempotency key sent with a token', () => {
  test("is independent of the same key sent by its owner or with the owner's other tokens", async () => {
    const owner = await anOwner(app);
    const tokens = await Promise.all(
      [1, 2].map(() => aToken(app, ['create:Title', 'read:Title', 'drafts'], { owner: owner.iri })),
    );
    const login = await app.post('/login', { username: owner.username, password: PASSWORD });
    const [, session = ''] = /api_component=([^;]+)/.exec(login.headers.getSetCookie().join('\n')) ?? [];
    const key = randomUUID();
    const before = await totalOf('/component/titles');
    const callers = [...tokens.map(({ by }) => by), bearer(session)];
    const first = [];
    for (const by of callers) first.push(await app.post('/component/titles', title('K'), withKey(by, key)));
    expect(first.map((one) => [one.status, isReplay(one)])).toEqual(callers.map(() => [201, false]));
    expect(new Set(first.map(({ body }) => body['@id'] as string)).size).toBe(3);
    for (const [index, by] of callers.entries()) {
      const again = await app.post('/component/titles', title('K'), withKey(by, key));
      expect([isReplay(again), again.text]).toEqual([true, first[index]?.text]);
    }
    expect(await totalOf('/component/titles')).toBe(before + 3);
  });

  test('replays no response after the token is revoked', async () => {
    const token = await aToken(app, ['create:Title', 'drafts']);
    const key = randomUUID();
    expect((await app.post('/component/titles', title('K'), withKey(token.by, key))).status).toBe(201);
    expect((await app.delete(token.iri, SUPER)).status).toBe(204);
    const again = await app.post('/component/titles', title('K'), withKey(token.by, key));
    expect([again.status, isReplay(again), again.text.includes('"K"')]).toEqual([401, false, false]);
  });

  test('runs a batch only once', async () => {
    const { by } = await aToken(app, ['create:Title', 'drafts']);
    const operations = ['a', 'b'].map((id) => ({
      id,
      method: 'POST',
      path: '/component/titles',
      body: title(id),
    }));
    const key = randomUUID();
    const before = await totalOf('/component/titles');
    const first = await app.post('/_/batch', { operations }, withKey(by, key));
    const second = await app.post('/_/batch', { operations }, withKey(by, key));
    expect([first.status, isReplay(second), second.text]).toEqual([200, true, first.text]);
    expect(await totalOf('/component/titles')).toBe(before + 2);
  });
});

describe('a duplicate requested with a token', () => {
  test('requires the scopes to read the original and to create every copied type', async () => {
    const page = await content.page({ isTemplate: false });
    const componentGroup = await content.group({ pages: [page] });
    const component = await content.article({ headline: 'Copied' });
    await content.position({ componentGroup, component });
    const types = ['Page', 'ComponentGroup', 'ComponentPosition', 'Article'];
    const all = ['drafts', 'read:*', ...types.map((type) => `create:${type}`)];
    const before = await totals();
    const lacking = async (scope: string, scopes: readonly string[]) => {
      const { by } = await aToken(app, scopes);
      const { status, body } = await app.post(`${page}/duplicate`, undefined, by);
      expect([scope, status, body.detail]).toEqual([scope, 403, needs(scope)]);
      expect(await totals()).toEqual(before);
    };
    const withoutPage = all.flatMap((one) =>
      one === 'read:*' ? ['read:ComponentGroup', 'read:ComponentPosition', 'read:Article'] : [one],
    );
    await lacking('read:Page', withoutPage);
    for (const type of types)
      await lacking(
        `create:${type}`,
        all.filter((scope) => scope !== `create:${type}`),
      );
    const { by } = await aToken(app, all);
    const { status, body } = await app.post(`${page}/duplicate`, undefined, by);
    expect([status, body['@id'] === page]).toEqual([201, false]);
    expect(await totals()).toEqual(before.map((count, index) => count + (index === 0 ? 0 : 1)));
  });
});

describe('a token created with an idempotency key', () => {
  test('is created once, and no table contains its secret in plain text', async () => {
    const owner = await anOwner(app);
    const body = { name: 'once', scopes: ['read:*'], owner: owner.iri };
    const key = randomUUID();
    const first = await app.post('/_/access_tokens', body, withKey(SUPER, key));
    const second = await app.post('/_/access_tokens', body, withKey(SUPER, key));
    expect([first.status, isReplay(first)]).toEqual([201, false]);
    const secret = String(first.body.token);
    expect((await app.get('/component/titles', bearer(secret))).status).toBe(200);
    const list = (await app.get('/_/access_tokens', SUPER)).text;
    expect(list.split('"once"')).toHaveLength(2);
    expect(list).not.toContain(secret);
    // Only the caller who holds the key receives the first response again.
    expect([isReplay(second), second.text]).toEqual([true, first.text]);
    const { database } = app.app;
    const rows = await Promise.all(
      ['idempotency_key', 'access_token', 'revision'].map((table) =>
        database.all(`select * from ${database.table(table)}`),
      ),
    );
    const stored = JSON.stringify(rows);
    const bytes = Buffer.from(secret);
    for (const readable of [secret, secret.slice(-24), bytes.toString('base64'), bytes.toString('hex'), key])
      expect(stored).not.toContain(readable);
  });
});

describe('second factors', () => {
  test.each([
    ['GET', '/me/second_factors'],
    ['POST', '/me/proof'],
    ['POST', '/me/totp'],
    ['POST', '/me/totp/confirm'],
    ['DELETE', '/me/totp'],
    ['POST', '/me/recovery_codes'],
    ['POST', '/me/passkeys/options'],
    ['POST', '/me/passkeys'],
    ['PATCH', '/me/passkeys/00000000-0000-4000-8000-000000000000'],
    ['DELETE', '/me/passkeys/00000000-0000-4000-8000-000000000000'],
    ['DELETE', '/users/{id}/second_factors'],
  ] as const)('reject %s %s with an access token, whatever its scopes', async (method, pattern) => {
    const owner = await anOwner(app, 'ROLE_SUPER_ADMIN');
    const path = pattern.replace('{id}', (await anOwner(app)).id);
    const tokens: readonly TestToken[] = [
      await aToken(app, ['*', 'drafts'], { owner: owner.iri }),
      await aToken(app, ['update:*', 'delete:*'], { owner: owner.iri }),
    ];
    for (const { by } of tokens) {
      const { status, body } = await {
        GET: () => app.get(path, by),
        POST: () => app.post(path, { password: PASSWORD, code: '000000' }, by),
        PATCH: () => app.patch(path, { name: 'x' }, by),
        DELETE: () => app.delete(path, by),
      }[method]();
      expect([status, body.detail]).toEqual([
        403,
        'This endpoint does not accept access tokens. Sign in as a user.',
      ]);
    }
  });
});
