import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import { createTestClock, MINUTE, type TestClock } from '../publishing/support.js';
import { publishingManifest } from '../publishing/types.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { anOwner, aToken, bearer, SUPER } from './support.js';

const DAY = 24 * 60 * MINUTE;
const FOR_PEOPLE = 'This endpoint does not accept access tokens. Sign in as a user.';
const INVALID = 'The access token is invalid or has expired.';
const MISSING = '/_/access_tokens/00000000-0000-4000-8000-000000000000';

let app: TestApp;
let clock: TestClock;
beforeAll(async () => {
  clock = createTestClock();
  app = await startTestApp({ manifest: publishingManifest, clock });
});
afterAll(() => app.close());

const inDays = (days: number): string => new Date(clock.now().getTime() + days * DAY).toISOString();
const make = (body: JsonObject) =>
  app.post('/_/access_tokens', { name: 'machine', scopes: ['read:Page'], ...body }, SUPER);

describe('POST /_/access_tokens', () => {
  test('returns a secret of 256 bits with the prefix cms_, stores only its hash and never shows it again', async () => {
    const owner = await anOwner(app);
    const { status, body, headers } = await make({ owner: owner.iri, expiresAt: inDays(90) });
    expect([status, body['@type'], body.owner, body.scopes, body.lastUsedAt]).toEqual([
      201,
      'AccessToken',
      owner.iri,
      ['read:Page'],
      null,
    ]);
    expect(headers.get('location')).toBe(body['@id']);
    expect(headers.get('cache-control')).toContain('no-store');
    expect(body.token).toMatch(/^cms_[\w-]{43}$/);
    const rows = await app.app.database.all(`select * from ${app.app.database.table('access_token')}`);
    expect(JSON.stringify(rows)).not.toContain(body.token.slice(4));
    for (const path of [body['@id'], '/_/access_tokens', '/_/revisions'])
      expect((await app.get(path, SUPER)).text).not.toContain(body.token);
  });

  test('creates a token of the caller if the request names no owner', async () => {
    const { body } = await make({});
    const { body: own } = await app.get('/me', SUPER);
    expect([body.owner, body.expiresAt]).toEqual([own['@id'], null]);
  });

  test.each<[string, JsonObject, [path: string, message: string]]>([
    [
      'an unknown type',
      { scopes: ['read:Pge'] },
      ['scopes[0]', 'The type "Pge" does not exist. Did you mean "Page"?'],
    ],
    [
      'an unknown operation of a type',
      { scopes: ['read:Page', 'write:Page'] },
      ['scopes[1]', '"write:Page" is not a valid scope.'],
    ],
    ['an unknown scope', { scopes: 'everything' }, ['scopes[0]', '"everything" is not a valid scope.']],
    [
      'publishing a type without drafts',
      { scopes: ['publish:Page'] },
      ['scopes[0]', '"Page" is not publishable'],
    ],
    [
      'a scope with too many parts',
      { scopes: ['read:Page:1'] },
      ['scopes[0]', '"read:Page:1" is not a valid scope.'],
    ],
    ['no scope', { scopes: [] }, ['scopes', 'Specify at least one scope']],
    ['nothing but commas', { scopes: ',,' }, ['scopes[0]', '",,"']],
    [
      'two scopes in one entry',
      { scopes: ['read:Page,*'] },
      ['scopes[0]', 'The type "Page,*" does not exist.'],
    ],
    ['two scopes in one string', { scopes: 'drafts,*' }, ['scopes[0]', '"drafts,*" is not a valid scope.']],
    ['two scopes with a space', { scopes: ['drafts *'] }, ['scopes[0]', '"drafts *" is not a valid scope.']],
    [
      'a scope with spaces around it',
      { scopes: ['read:Page', ' *'] },
      ['scopes[1]', '" *" is not a valid scope.'],
    ],
    ['a scope with a line break', { scopes: ['drafts\n*'] }, ['scopes[0]', 'is not a valid scope.']],
    ['an empty scope', { scopes: ['drafts', ''] }, ['scopes[1]', 'is not a valid scope.']],
    ['a list in a list', { scopes: [['*']] }, ['scopes', 'a list of scopes']],
    ['a type with a comma', { scopes: ['read:Page,Route'] }, ['scopes[0]', 'does not exist']],
    ['scopes that are not strings', { scopes: [7] }, ['scopes', 'a list of scopes']],
    ['scopes that are null', { scopes: null }, ['scopes', 'a list of scopes']],
    [
      'too many scopes',
      { scopes: Array.from({ length: 201 }, (_, at) => `read:T${at}`) },
      ['scopes', 'more than 200'],
    ],
    ['a blank name', { name: '  ' }, ['name', 'should not be blank']],
    ['a name that is not a string', { name: 7 }, ['name', 'should not be blank']],
    ['a long name', { name: 'n'.repeat(101) }, ['name', 'too long']],
    ['an invalid expiry date', { expiresAt: 'some day' }, ['expiresAt', 'not a valid datetime']],
    ['a past expiry date', { expiresAt: '2000-01-01T00:00:00Z' }, ['expiresAt', 'in the future']],
    ['an unknown owner', { owner: '/_/users/x' }, ['owner', 'No enabled account']],
    [
      'an owner that is not an account',
      { owner: '/_/pages/00000000-0000-4000-8000-000000000000' },
      ['owner', 'No enabled account'],
    ],
    ['an owner that is not an IRI', { owner: 7 }, ['owner', 'No enabled account']],
  ])('rejects %s and stores nothing', async (_what, body, [path, message]) => {
    const before = (await app.get('/_/access_tokens', SUPER)).body.totalItems;
    const answer = await make(body);
    expect([answer.status, answer.body.violations?.[0].propertyPath]).toEqual([422, path]);
    expect(answer.body.violations[0].message).toContain(message);
    expect((await app.get('/_/access_tokens', SUPER)).body.totalItems).toBe(before);
  });

  test('rejects an owner that cannot sign in', async () => {
    const owner = await anOwner(app);
    await app.patch(owner.iri, { enabled: false }, SUPER);
    expect((await make({ owner: owner.iri })).status).toBe(422);
  });

  test('stores repeated scopes once', async () => {
    const { body } = await make({ scopes: ['read:Page', 'read:Route', 'read:Page', 'drafts'] });
    expect(body.scopes).toEqual(['read:Page', 'read:Route', 'drafts']);
  });
});

describe('the endpoints of access tokens', () => {
  test.each(['anonymous', 'user', 'admin'] as const)('reject %s', async (as) => {
    const { iri } = await aToken(app, 'read:*');
    const status = as === 'anonymous' ? 401 : 403;
    const body = { name: 'n', scopes: ['*'] };
    expect((await app.post('/_/access_tokens', body, { as })).status).toBe(status);
    for (const path of ['/_/access_tokens', iri, MISSING])
      expect((await app.get(path, { as })).status).toBe(status);
    expect((await app.patch(iri, { name: 'n' }, { as })).status).toBe(status);
    expect((await app.delete(iri, { as })).status).toBe(status);
    expect((await app.get(iri, SUPER)).status).toBe(200);
  });

  test("reject every token, even a super administrator's token with all scopes", async () => {
    const owner = await anOwner(app, 'ROLE_SUPER_ADMIN');
    const { iri, by } = await aToken(app, ['*', 'drafts'], { owner: owner.iri });
    const statuses = [
      await app.post('/_/access_tokens', { name: 'n', scopes: ['*'] }, by),
      await app.get('/_/access_tokens', by),
      await app.get(iri, by),
      await app.patch(iri, { expiresAt: null }, by),
      await app.delete(iri, by),
    ].map(({ status, body }) => [status, body.detail]);
    expect(statuses).toEqual(Array.from({ length: 5 }, () => [403, FOR_PEOPLE]));
  });

  test('respond with 404 for an unknown token and an invalid id', async () => {
    for (const path of [MISSING, '/_/access_tokens/x']) {
      expect((await app.get(path, SUPER)).status).toBe(404);
      expect((await app.patch(path, { name: 'n' }, SUPER)).status).toBe(404);
      expect((await app.delete(path, SUPER)).status).toBe(404);
    }
  });

  test('list tokens in pages, newest first', async () => {
    const made: string[] = [];
    for (let at = 0; at < 35; at += 1)
      made.unshift((await aToken(app, 'read:*', { owner: (await owner()).iri })).iri);
    const { body: first } = await app.get('/_/access_tokens', SUPER);
    expect(first.member).toHaveLength(30);
    const { body: second } = await app.get(first.next, SUPER);
    const listed = [...first.member, ...second.member].map((token) => token['@id']);
    expect(new Set(listed).size).toBe(listed.length);
    expect(made.filter((iri) => !listed.slice(0, made.length).includes(iri))).toEqual([]);
    expect((await app.get('/_/access_tokens?before=nothing', SUPER)).status).toBe(400);
  });

  let sharedOwner: ReturnType<typeof anOwner> | undefined;
  const owner = () => (sharedOwner ??= anOwner(app));

  test('change only the name and expiry date of a token', async () => {
    const { iri } = await aToken(app, 'read:Page');
    const { body } = await app.patch(iri, { name: 'other', expiresAt: inDays(1), scopes: ['*'] }, SUPER);
    expect([body.name, body.scopes]).toEqual(['other', ['read:Page']]);
    expect((await app.patch(iri, { expiresAt: 'x' }, SUPER)).status).toBe(422);
    expect((await app.patch(iri, { name: '' }, SUPER)).status).toBe(422);
    expect((await app.get(iri, SUPER)).body.name).toBe('other');
    expect((await app.patch(iri, { expiresAt: null }, SUPER)).body.expiresAt).toBeNull();
  });

  test('record in the audit log who created, changed and revoked a token, and who owned it', async () => {
    const of = await anOwner(app);
    const { iri, id } = await aToken(app, 'read:Page', { owner: of.iri });
    await app.patch(iri, { name: 'other' }, SUPER);
    await app.delete(iri, SUPER);
    const { body } = await app.get('/_/revisions?kind=access-token', SUPER);
    const own = body.revisions.filter(({ details }: { details: string }) => details.includes(id));
    expect(own.map(({ details }: { details: string }) => details.split(' ')[0])).toEqual([
      'revoked',
      'changed',
      'created',
    ]);
    expect(new Set(own.map(({ account }: { account: string }) => account.includes(of.id)))).toEqual(
      new Set([true]),
    );
  });
});

describe('an access token', () => {
  test('is accepted only in the Bearer header', async () => {
    const { secret } = await aToken(app, ['*']);
    expect((await app.get('/me', bearer(secret))).status).toBe(200);
    const cookie = { headers: { cookie: `api_component=${secret}` } };
    expect((await app.get('/me', cookie)).status).toBe(401);
    expect((await app.post('/_/layouts', { reference: 'r', uiComponent: 'X' }, cookie)).status).toBe(401);
    for (const name of ['token', 'access_token', 'bearer', 'authorization'])
      expect((await app.get(`/me?${name}=${secret}`)).status).toBe(401);
    expect((await app.get('/me', { headers: { authorization: secret } })).status).toBe(401);
    expect((await app.get('/me', { headers: { authorization: `Basic ${secret}` } })).status).toBe(401);
  });

  test('takes precedence over a cookie, even if the token is invalid', async () => {
    const { by, iri } = await aToken(app, ['read:Layout']);
    const both = { headers: { ...by.headers, cookie: `api_component=${await app.token('superAdmin')}` } };
    expect((await app.get('/_/layouts', both)).status).toBe(200);
    expect((await app.get('/users', both)).status).toBe(403);
    await app.delete(iri, SUPER);
    expect((await app.get('/_/layouts', both)).status).toBe(401);
  });

  test('sets neither a session cookie nor a hub cookie', async () => {
    const { by } = await aToken(app, ['*']);
    for (const path of ['/me', '/_/layouts', '/_/routes'])
      expect((await app.get(path, by)).headers.getSetCookie()).toEqual([]);
  });

  test.each<[string, (secret: string) => string]>([
    ['forged', () => `cms_${'A'.repeat(43)}`],
    ['truncated', (secret) => secret.slice(0, -1)],
    ['longer', (secret) => `${secret}A`],
    ['in another case', (secret) => secret.toUpperCase().replace('CMS_', 'cms_')],
    ['with another prefix', (secret) => secret.replace('cms_', 'cms-')],
    ['of the prefix alone', () => 'cms_'],
    ['with other letters', (secret) => `${secret.slice(0, -2)}%C3`],
    ['of eight thousand characters', () => `cms_${'A'.repeat(8000)}`],
    ['with a hash instead of a secret', () => `cms_${'0'.repeat(64)}`],
    ['with SQL', () => "cms_'or'1'='1"],
  ])('that is %s results in 401, even on public reads', async (_what, forge) => {
    const { secret } = await aToken(app, ['*']);
    for (const path of ['/me', '/_/layouts', '/_/routes', '/docs.jsonld', '/_/access_tokens']) {
      const answer = await app.get(path, bearer(forge(secret)));
      expect([path, answer.status]).toEqual([path, 401]);
      expect(answer.headers.get('www-authenticate')).toContain('Bearer');
      expect(answer.text).not.toContain(secret);
    }
  });

  test('with non-ASCII bytes is rejected', async () => {
    const answer = await app.get('/me', { headers: { authorization: `Bearer cms_${'\u00e9'.repeat(43)}` } });
    expect(answer.status).toBe(401);
  });

  test('is rejected once it has expired', async () => {
    const { by, iri } = await aToken(app, ['read:Layout'], { expiresAt: inDays(1) });
    expect((await app.get('/_/layouts', by)).status).toBe(200);
    expect((await app.get('/_/layouts', by)).status).toBe(200);
    clock.forward(DAY);
    const answer = await app.get('/_/layouts', by);
    expect([answer.status, answer.body.message]).toEqual([401, INVALID]);
    expect((await app.get(iri, SUPER)).status).toBe(200);
    await app.patch(iri, { expiresAt: inDays(1) }, SUPER);
    expect((await app.get('/_/layouts', by)).status).toBe(200);
  });

  test('is rejected immediately after it is revoked, on every request', async () => {
    const { by, iri } = await aToken(app, ['*']);
    for (let at = 0; at < 4; at += 1) expect((await app.get('/_/layouts', by)).status).toBe(200);
    expect((await app.delete(iri, SUPER)).status).toBe(204);
    for (let at = 0; at < 3; at += 1) expect((await app.get('/_/layouts', by)).status).toBe(401);
    expect((await app.get(iri, SUPER)).status).toBe(404);
    expect((await app.delete(iri, SUPER)).status).toBe(404);
  });

  test('has the current permissions of its owner, and none once the owner is disabled or deleted', async () => {
    const owner = await anOwner(app);
    const { by, iri } = await aToken(app, ['*'], { owner: owner.iri });
    const report = async () => (await app.get('/_/orphaned_resources', by)).status;
    const allowed = await report();
    for (let at = 0; at < 3; at += 1) expect(await report()).toBe(allowed);
    await app.patch(owner.iri, { roles: ['ROLE_USER'] }, SUPER);
    expect((await app.get('/_/revisions', by)).status).toBe(403);
    await app.patch(owner.iri, { enabled: false }, SUPER);
    expect((await app.get('/_/layouts', by)).status).toBe(401);
    await app.patch(owner.iri, { enabled: true, roles: ['ROLE_ADMIN'] }, SUPER);
    expect((await app.get('/_/revisions', by)).status).toBe(200);
    await app.delete(owner.iri, SUPER);
    expect((await app.get('/_/layouts', by)).status).toBe(401);
    expect((await app.get(iri, SUPER)).status).toBe(404);
  });

  test('reports its last use to the minute', async () => {
    const { by, iri } = await aToken(app, ['read:Layout']);
    const used = async () => (await app.get(iri, SUPER)).body.lastUsedAt;
    expect(await used()).toBeNull();
    await app.get('/_/layouts', by);
    await expect.poll(used).not.toBeNull();
    const first = await used();
    clock.forward(30_000);
    await app.get('/_/layouts', by);
    expect(await used()).toBe(first);
    clock.forward(60_000);
    await app.get('/_/layouts', by);
    await expect.poll(used).not.toBe(first);
  });

  test('cannot act as another user', async () => {
    const owner = await anOwner(app, 'ROLE_SUPER_ADMIN');
    const other = await anOwner(app);
    const { by } = await aToken(app, ['*', 'drafts'], { owner: owner.iri });
    for (const name of [other.username, owner.username, '_exit', '']) {
      const answer = await app.get(`/_/layouts?_switch_user=${name}`, by);
      expect([name, answer.status, answer.body.detail]).toEqual([name, 403, FOR_PEOPLE]);
    }
  });

  test('cannot sign in, refresh or end sessions', async () => {
    const owner = await anOwner(app);
    const { by } = await aToken(app, ['*'], { owner: owner.iri });
    expect((await app.get('/token/refresh', by)).status).toBe(401);
    const { status, headers } = await app.post('/logout', {}, by);
    expect(status).toBe(200);
    expect(headers.getSetCookie().join()).not.toContain('cms_');
    expect((await app.get('/_/layouts', by)).status).toBe(200);
  });

  test('cannot change its owner or any password', async () => {
    const owner = await anOwner(app, 'ROLE_SUPER_ADMIN');
    const other = await anOwner(app, 'ROLE_USER');
    const { by } = await aToken(app, ['*', 'accounts'], { owner: owner.iri });
    const refused = [
      await app.patch(owner.iri, { emailAddress: 'me@example.com' }, by),
      await app.delete(owner.iri, by),
      await app.patch(other.iri, { plainPassword: 'another good password' }, by),
    ].map(({ status, body }) => [status, body.detail]);
    expect(refused).toEqual(Array.from({ length: 3 }, () => [403, FOR_PEOPLE]));
    expect((await app.patch(other.iri, { enabled: false }, by)).status).toBe(200);
  });
});
