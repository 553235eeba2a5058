import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import { publishingManifest, text } from '../publishing/types.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import type { RequestOptions } from '../../support/test-client.js';
import { anOwner, aToken, PASSWORD, SUPER, type TestOwner } from './support.js';

const FOR_PEOPLE = 'This endpoint does not accept access tokens. Sign in as a user.';
const needs = (scope: string): string =>
  `The access token does not have the scope "${scope}". Create a token with this scope.`;

const nickname = text('nickname', { length: 100 });

let app: TestApp;
let owner: TestOwner;
beforeAll(async () => {
  app = await startTestApp({
    manifest: { ...publishingManifest, user: { fields: [nickname], attributes: {} } },
  });
  owner = await anOwner(app, 'ROLE_SUPER_ADMIN');
});
afterAll(() => app.close());

const tokenWith = async (...scopes: readonly string[]): Promise<RequestOptions> =>
  (await aToken(app, scopes, { owner: owner.iri })).by;

function aPerson(over: JsonObject = {}): JsonObject & { readonly username: string } {
  const username = `person-${randomUUID()}`;
  return { username, emailAddress: `${username}@example.com`, plainPassword: PASSWORD, ...over };
}

const stored = async (iri: string) => {
  const { username, emailAddress, newEmailAddress, roles, enabled } = (await app.get(iri, SUPER)).body;
  return { username, emailAddress, newEmailAddress, roles, enabled };
};
const isThere = async (username: string): Promise<boolean> =>
  (await app.get(`/users?search=${username}`, SUPER)).body.member.length > 0;

const WIDE: readonly (readonly string[])[] = [
  ['*'],
  ['*', 'drafts'],
  ['create:*', 'read:*', 'update:*', 'delete:*', 'publish:*', 'drafts'],
];
const NAMED = [
  ['create:User', 'update:User', 'delete:User', 'read:User'],
  ['*', 'create:User', 'update:User'],
];

describe('a token without scopes for accounts', () => {
  test.each(WIDE)('reads, creates, changes and deletes no account (%s, %s)', async (...scopes) => {
    const by = await tokenWith(...scopes);
    const other = await anOwner(app);
    const before = await stored(other.iri);
    const person = aPerson({ roles: ['ROLE_SUPER_ADMIN'] });
    for (const [scope, answer] of [
      ['read:User', await app.get('/users', by)],
      ['read:User', await app.get(other.iri, by)],
      ['create:User', await app.post('/users', person, by)],
      ['update:User', await app.patch(other.iri, { nickname: 'N' }, by)],
      ['delete:User', await app.delete(other.iri, by)],
    ] as const)
      expect([answer.status, answer.body.detail]).toEqual([403, needs(scope)]);
    expect(await stored(other.iri)).toEqual(before);
    expect(await isThere(person.username)).toBe(false);
  });

  test('creates no account in a batch or with an Idempotency-Key', async () => {
    const by = await tokenWith('*', 'create:User', 'update:User');
    const person = aPerson();
    const operations = [{ id: 'a', method: 'POST', path: '/users', body: person }];
    expect((await app.post('/_/batch', { operations }, by)).status).toBeGreaterThanOrEqual(400);
    const headers = { ...by.headers, 'Idempotency-Key': randomUUID() };
    for (let time = 0; time < 2; time += 1)
      expect((await app.post('/users', person, { headers })).status).toBe(403);
    expect(await isThere(person.username)).toBe(false);
  });
});

describe('a token with only the scopes of the type', () => {
  test.each(NAMED)('creates no account (%s, %s)', async (...scopes) => {
    const by = await tokenWith(...scopes);
    for (const roles of [['ROLE_SUPER_ADMIN'], ['ROLE_USER']]) {
      const person = aPerson({ roles });
      const { status, body } = await app.post('/users', person, by);
      expect([status, body.detail]).toEqual([403, needs('accounts')]);
      expect(await isThere(person.username)).toBe(false);
    }
  });

  test.each<[string, JsonObject]>([
    ['roles', { roles: ['ROLE_ADMIN'] }],
    ['fewer roles', { roles: [] }],
    ['enabled', { enabled: false }],
    ['an address', { emailAddress: 'taken-over@example.com' }],
    ['a new address', { newEmailAddress: 'next@example.com' }],
    ['a username', { username: 'renamed' }],
    ['an address with a harmless member', { nickname: 'N', emailAddress: 'moved@example.com' }],
    ['a password', { plainPassword: 'another valid password' }],
  ])('changes no %s', async (_what, body) => {
    const by = await tokenWith('update:User');
    const other = await anOwner(app, 'ROLE_ALLOWED_TO_SWITCH');
    const before = await stored(other.iri);
    const answer = await app.patch(other.iri, body, by);
    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('token')]);
    expect(await stored(other.iri)).toEqual(before);
    const login = { username: other.username, password: PASSWORD };
    expect((await app.post('/login', login)).status).toBe(204);
  });

  test('changes custom fields, and can send stored values back', async () => {
    const by = await tokenWith('update:User');
    const other = await anOwner(app, 'ROLE_ADMIN');
    const { username, roles } = await stored(other.iri);
    const { status, body } = await app.patch(other.iri, { nickname: 'Kim', username, roles }, by);
    expect([status, body.nickname]).toEqual([200, 'Kim']);
  });
});

describe('a token with the scope accounts', () => {
  test("cannot set a new e-mail address, even with the owner's password, and can cancel one", async () => {
    const by = await tokenWith('*', 'accounts');
    const other = await anOwner(app, 'ROLE_ADMIN');
    for (const oldPassword of [undefined, PASSWORD]) {
      const body = { newEmailAddress: 'next@example.com', ...(oldPassword && { oldPassword }) };
      const answer = await app.patch(other.iri, body, by);
      expect([answer.status, answer.body.detail]).toEqual([403, FOR_PEOPLE]);
    }
    expect((await app.patch(other.iri, { newEmailAddress: null }, by)).status).toBe(200);
  });

  test('creates, changes, disables and deletes accounts if its owner can', async () => {
    const by = await tokenWith('accounts');
    const { status, body } = await app.post('/users', aPerson({ roles: ['ROLE_ADMIN'] }), by);
    expect([status, body.roles]).toEqual([201, ['ROLE_ADMIN', 'ROLE_USER']]);
    const iri = String(body['@id']);
    const emailAddress = `${randomUUID()}@example.com`;
    expect((await app.patch(iri, { emailAddress, roles: ['ROLE_USER'], enabled: false }, by)).status).toBe(
      200,
    );
    expect(await stored(iri)).toMatchObject({ emailAddress, enabled: false });
    expect((await app.get('/users', by)).status).toBe(200);
    expect((await app.delete(iri, by)).status).toBe(204);
    expect((await app.get('/_/layouts', by)).status).toBe(403);
  });

  test('never exceeds the permissions of its owner', async () => {
    const lesser = await anOwner(app, 'ROLE_USER');
    const { by } = await aToken(app, ['accounts', '*'], { owner: lesser.iri });
    expect((await app.post('/users', aPerson(), by)).status).toBe(403);
    expect((await app.get('/users', by)).status).toBe(403);
  });

  test('cannot create or change a super administrator, its owner, or a password', async () => {
    const by = await tokenWith('*', 'accounts', 'drafts');
    const boss = await anOwner(app, 'ROLE_SUPER_ADMIN');
    const other = await anOwner(app);
    const switcher = await anOwner(app, 'ROLE_ALLOWED_TO_SWITCH');
    const person = aPerson({ roles: ['ROLE_ADMIN', 'ROLE_SUPER_ADMIN'] });
    for (const answer of [
      await app.post('/users', person, by),
      await app.patch(other.iri, { roles: ['ROLE_SUPER_ADMIN'] }, by),
      // A user who can switch to other accounts can switch to a super administrator.
      await app.post('/users', aPerson({ roles: ['ROLE_ALLOWED_TO_SWITCH'] }), by),
      await app.patch(other.iri, { roles: ['ROLE_ADMIN', 'ROLE_ALLOWED_TO_SWITCH'] }, by),
      await app.patch(switcher.iri, { emailAddress: 'switcher@example.com' }, by),
      await app.patch(boss.iri, { roles: ['ROLE_USER'] }, by),
      await app.patch(boss.iri, { emailAddress: 'boss@example.com' }, by),
      await app.patch(boss.iri, { enabled: false }, by),
      await app.delete(boss.iri, by),
      await app.patch(owner.iri, { nickname: 'me' }, by),
      await app.delete(owner.iri, by),
      await app.patch(other.iri, { plainPassword: 'another good password' }, by),
    ])
      expect([answer.status, answer.body.detail]).toEqual([403, FOR_PEOPLE]);
    expect(await isThere(person.username)).toBe(false);
    expect(await stored(other.iri)).toMatchObject({
      enabled: true,
      roles: ['ROLE_ADMIN', 'ROLE_USER'],
    });
    expect(await stored(boss.iri)).toMatchObject({
      enabled: true,
      roles: expect.arrayContaining(['ROLE_SUPER_ADMIN']),
    });
  });
});

describe('account forms', () => {
  const form = async (formType: string): Promise<string> =>
    String((await app.post('/component/forms', { formType }, SUPER)).body['@id']);
  const registration = ({ username, emailAddress }: JsonObject): JsonObject => ({
    user_register: { username, emailAddress, plainPassword: { first: PASSWORD, second: PASSWORD } },
  });

  test.each([['*'], ['read:Form'], ['read:*', 'create:*'], ['read:Form', 'create:User', 'update:User']])(
    'register no one for a token with %s',
    async (...scopes) => {
      const by = await tokenWith(...scopes);
      const path = `${await form('UserRegisterType')}/submit`;
      const person = aPerson();
      const answer = await app.post(path, registration(person), by);
      expect([answer.status, answer.body.detail]).toEqual([403, needs('accounts')]);
      expect(await isThere(person.username)).toBe(false);
      expect((await app.post(path, registration(person))).status).toBe(201);
    },
  );

  test("open no registration if their creator's token cannot create accounts", async () => {
    const body = { formType: 'UserRegisterType' };
    const refused = await app.post('/component/forms', body, await tokenWith('create:*', 'publish:*'));
    expect([refused.status, refused.body.detail]).toEqual([403, needs('accounts')]);
    const allowed = await tokenWith('create:*', 'publish:*', 'accounts');
    expect((await app.post('/component/forms', body, allowed)).status).toBe(201);
  });

  test.each([
    ['ChangePasswordType', { change_password: { oldPassword: PASSWORD, plainPassword: {} } }],
    ['NewEmailAddressType', { new_email_address: { newEmailAddress: 'form@example.com' } }],
  ])('do not change the account that a token acts for: %s', async (formType, body) => {
    const before = await stored(owner.iri);
    for (const scopes of [['*'], ['*', 'accounts'], ['update:User']]) {
      const answer = await app.post(`${await form(formType)}/submit`, body, await tokenWith(...scopes));
      expect(answer.status).toBeGreaterThanOrEqual(401);
    }
    expect(await stored(owner.iri)).toEqual(before);
  });
});
