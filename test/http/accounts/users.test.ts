import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { UserExtension } from '../../../runtime/kernel/contract/schema/manifest.js';
import { length } from '../../../runtime/kernel/validation/constraints/index.js';
import { anAccount, call, FROM_FRONT_END, PASSWORD, signIn, type Answer } from './client.js';
import { startAccountSite, type AccountSite } from './support.js';

const own = { kind: 'scalar', readable: true, writable: true, nullable: true } as const;

/** Fields that `schemas/User.json` adds: one for everyone, one for super administrators. */
const extension: UserExtension = {
  fields: [
    { ...own, name: 'nickname', column: 'nickname', type: 'string', accepts: ['string'] },
    {
      ...own,
      name: 'internalNote',
      column: 'internal_note',
      type: 'text',
      accepts: ['string'],
      readGroups: ['User:superAdmin'],
      writeGroups: ['User:superAdmin'],
    },
  ],
  attributes: {},
  validate: (value, { violations }) =>
    length({ violations, path: 'nickname', value: value.nickname }, { max: 10 }),
};

let site: AccountSite;
let superAdmin: string;
beforeAll(async () => {
  site = await startAccountSite({ extension });
  superAdmin = await signIn(
    site,
    (await anAccount(site, { role: 'ROLE_SUPER_ADMIN', username: 'root' })).username,
  );
});
afterAll(() => site.close());

const violationsOf = ({ body }: Answer): unknown => body?.violations;

describe('POST /users', () => {
  const valid = { username: 'alice', emailAddress: 'alice@example.com', plainPassword: 'long enough' };

  test('creates a user and sends a welcome mail with a verification link', async () => {
    const answer = await call(site, {
      method: 'POST',
      path: '/users',
      body: valid,
      cookie: superAdmin,
      headers: FROM_FRONT_END,
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      '@type': 'User',
      username: 'alice',
      roles: ['ROLE_USER'],
      enabled: true,
      emailAddressVerified: false,
    });
    expect(answer.text).not.toMatch(/argon2|password/i);
    const mail = site.mail.received.find(({ to }) => to.includes('alice@example.com'));
    expect(mail?.email.subject).toBe('Welcome to Example Site');
    expect(mail?.email.from).toMatchObject({ name: 'Example Site', address: 'site@example.com' });
    expect(mail?.email.text).toMatch(/https:\/\/www\.example\.com\/verify-email\/alice\/[0-9a-f]{32}/);
    expect(mail?.email.html).toContain('https://www.example.com/verify-email/alice/');
  });

  test.each([
    ['ute', 'ute@müller.example', 'ute@xn--mller-kva.example'],
    ['ivan', 'ivan@ПРИМЕР.рф', 'ivan@xn--e1afmkfd.xn--p1ai'],
  ])('%s can have the address %s and receives mail there', async (username, emailAddress, inMail) => {
    const answer = await call(site, {
      method: 'POST',
      path: '/users',
      body: { username, emailAddress, plainPassword: 'long enough' },
      cookie: superAdmin,
      headers: FROM_FRONT_END,
    });
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body?.emailAddress).toBe(emailAddress);
    // The test server decodes recipients; the header is unchanged.
    const mail = site.mail.received.find(({ to }) => to.includes(emailAddress.toLowerCase()));
    expect(mail?.email.to?.map(({ address }) => address)).toEqual([inMail]);
    const again = await call(site, {
      method: 'POST',
      path: '/users',
      body: {
        username: `${username}2`,
        emailAddress: emailAddress.toUpperCase(),
        plainPassword: 'long enough',
      },
      cookie: superAdmin,
      headers: FROM_FRONT_END,
    });
    expect(again.status, again.text).toBe(422);
  });

  test('stores the password as an argon2id hash', async () => {
    const [row] = await site.database.all(
      `select password from ${site.database.table('user')} where username_canonical = :name`,
      { name: 'alice' },
    );
    expect(row?.password).toMatch(/^\$argon2id\$/);
  });

  test('responds with 422 and every violation', async () => {
    const answer = await call(site, {
      method: 'POST',
      path: '/users',
      body: { username: '', emailAddress: 'nonsense', plainPassword: 'short' },
      cookie: superAdmin,
    });
    expect(answer.status).toBe(422);
    expect(violationsOf(answer)).toMatchObject([
      { propertyPath: 'username', message: 'Please enter a username.' },
      { propertyPath: 'emailAddress', message: 'This value is not a valid email address.' },
      { propertyPath: 'plainPassword', message: 'Your password must be at least 8 characters long.' },
    ]);
  });

  test('rejects an existing username and address, regardless of case', async () => {
    const answer = await call(site, {
      method: 'POST',
      path: '/users',
      body: { ...valid, username: 'ALICE', emailAddress: 'Alice@Example.com' },
      cookie: superAdmin,
    });
    expect(violationsOf(answer)).toMatchObject([
      { propertyPath: 'username', message: 'Sorry, that user already exists in the database.' },
      { propertyPath: 'emailAddress', message: 'Sorry, that email address already exists in the database.' },
    ]);
  });

  test('responds with 422, not 500, if two requests create the same username', async () => {
    const race = (n: number): Promise<Answer> =>
      call(site, {
        method: 'POST',
        path: '/users',
        body: { username: 'racer', emailAddress: `racer${n}@example.com`, plainPassword: 'long enough' },
        cookie: superAdmin,
      });
    const statuses = (await Promise.all([race(1), race(2), race(3)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 422, 422]);
  });

  test('names members of the wrong type', async () => {
    const answer = await call(site, {
      method: 'POST',
      path: '/users',
      body: { ...valid, username: 7, enabled: 'yes' },
      cookie: superAdmin,
    });
    expect(answer.status).toBe(422);
    expect(violationsOf(answer)).toMatchObject([
      { propertyPath: 'username', message: 'This value should be of type string.' },
      { propertyPath: 'enabled', message: 'This value should be of type bool.' },
    ]);
  });

  test('stores only roles that no other role implies', async () => {
    const body = {
      username: 'editor',
      emailAddress: 'editor@example.com',
      plainPassword: 'long enough',
      roles: ['ROLE_ADMIN', 'ROLE_USER'],
    };
    const answer = await call(site, { method: 'POST', path: '/users', body, cookie: superAdmin });
    expect(answer.body).toMatchObject({ roles: ['ROLE_ADMIN', 'ROLE_USER'] });
    const user = await site.accounts.rows.byUsername(site.database, 'editor');
    expect(user?.roles).toEqual(['ROLE_ADMIN']);
  });
});

describe('PATCH /users/{id}', () => {
  test('ignores members that only a super administrator can write', async () => {
    const user = await anAccount(site);
    const answer = await call(site, {
      method: 'PATCH',
      path: `/users/${user.id}`,
      body: { roles: ['ROLE_SUPER_ADMIN'], username: 'other', enabled: false, emailAddressVerified: false },
      cookie: await signIn(site, user.username),
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      username: user.username,
      roles: ['ROLE_USER'],
      emailAddressVerified: true,
    });
    expect(answer.body).not.toHaveProperty('enabled');
  });

  test("requires the current password to change one's own password", async () => {
    const user = await anAccount(site);
    const cookie = await signIn(site, user.username);
    const change = (body: object): Promise<Answer> =>
      call(site, { method: 'PATCH', path: `/users/${user.id}`, body, cookie });
    const message = 'You have not entered your current password correctly. Please try again.';
    for (const oldPassword of [undefined, 'wrong']) {
      const refused = await change({ plainPassword: 'brand new one', oldPassword });
      expect(violationsOf(refused)).toMatchObject([{ propertyPath: 'oldPassword', message }]);
    }
    expect((await change({ plainPassword: 'short', oldPassword: PASSWORD })).status).toBe(422);
    expect((await change({ plainPassword: 'brand new one', oldPassword: PASSWORD })).status).toBe(200);
    await expect(signIn(site, user.username, 'brand new one')).resolves.toContain('api_component=');
  });

  test('a password change ends the other sessions, keeps the current one and sends a notice', async () => {
    const user = await anAccount(site);
    const [here, elsewhere] = [await signIn(site, user.username), await signIn(site, user.username)];
    await call(site, {
      method: 'PATCH',
      path: `/users/${user.id}`,
      body: { plainPassword: 'brand new one', oldPassword: PASSWORD },
      cookie: here,
    });
    expect((await call(site, { method: 'GET', path: '/me', cookie: here })).status).toBe(200);
    expect((await call(site, { method: 'GET', path: '/me', cookie: elsewhere })).status).toBe(401);
    const mail = site.mail.received.find(({ to }) => to.includes(user.emailAddress));
    expect(mail?.email.subject).toBe('Your password has been changed');
  });

  test('enabling an account and changing a username send a notice', async () => {
    const user = await anAccount(site, { enabled: false });
    await call(site, {
      method: 'PATCH',
      path: `/users/${user.id}`,
      body: { enabled: true, username: 'renamed' },
      cookie: superAdmin,
      headers: FROM_FRONT_END,
    });
    const mails = site.mail.received.filter(({ to }) => to.includes(user.emailAddress));
    expect(mails.map(({ email }) => email.subject)).toEqual([
      'Your account has been enabled',
      'Your username has been updated',
    ]);
    expect(mails[0]?.email.text).toContain('https://www.example.com/login');
  });

  test('a pending address is validated like an address, and null cancels it', async () => {
    const user = await anAccount(site);
    const cookie = await signIn(site, user.username);
    const change = (newEmailAddress: string | null): Promise<Answer> =>
      call(site, {
        method: 'PATCH',
        path: `/users/${user.id}`,
        body: { newEmailAddress, oldPassword: PASSWORD },
        cookie,
        headers: FROM_FRONT_END,
      });
    const messageOf = async (address: string): Promise<unknown> => violationsOf(await change(address));
    expect(await messageOf('')).toMatchObject([{ message: 'This value should not be blank.' }]);
    expect(await messageOf('nonsense')).toMatchObject([
      { message: 'This value is not a valid email address.' },
    ]);
    expect(await messageOf(user.emailAddress)).toMatchObject([
      { message: 'Your new email address should be different.' },
    ]);
    expect(await messageOf('root@example.com')).toMatchObject([
      { message: 'Someone else is already registered with that email address.' },
    ]);
    expect((await change('pending@example.com')).body).toMatchObject({
      newEmailAddress: 'pending@example.com',
    });
    expect((await change(null)).body).not.toHaveProperty('newEmailAddress');
  });

  test("accepts ten new addresses of one's own in 15 minutes, then responds with 429 and changes nothing", async () => {
    const user = await anAccount(site);
    const cookie = await signIn(site, user.username);
    const change = (newEmailAddress: string | null): Promise<Answer> =>
      call(site, {
        method: 'PATCH',
        path: `/users/${user.id}`,
        body: { newEmailAddress, oldPassword: PASSWORD },
        cookie,
        headers: FROM_FRONT_END,
      });
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 10; attempt += 1) {
      statuses.push((await change(`stranger-${attempt}@example.com`)).status);
      // A repeated request sends no mail.
      statuses.push((await change(`stranger-${attempt}@example.com`)).status);
    }
    expect(new Set(statuses)).toEqual(new Set([200]));
    const refused = await change('stranger-10@example.com');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await site.accounts.rows.byId(site.database, user.id))?.newEmailAddress).toBe(
      'stranger-9@example.com',
    );
    expect((await change(null)).status).toBe(200);
    const other = await anAccount(site);
    const ofOther = await call(site, {
      method: 'PATCH',
      path: `/users/${other.id}`,
      body: { newEmailAddress: 'stranger-11@example.com', oldPassword: PASSWORD },
      cookie: await signIn(site, other.username),
      headers: FROM_FRONT_END,
    });
    expect(ofOther.status).toBe(200);
  });

  test('custom fields follow their groups and rules', async () => {
    const user = await anAccount(site);
    const cookie = await signIn(site, user.username);
    const path = `/users/${user.id}`;
    const byUser = await call(site, {
      method: 'PATCH',
      path,
      body: { nickname: 'Al', internalNote: 'mine' },
      cookie,
    });
    expect(byUser.body).toMatchObject({ nickname: 'Al' });
    expect(byUser.body).not.toHaveProperty('internalNote');
    const byAdmin = await call(site, {
      method: 'PATCH',
      path,
      body: { internalNote: 'seen' },
      cookie: superAdmin,
    });
    expect(byAdmin.body).toMatchObject({ nickname: 'Al', internalNote: 'seen' });
    const tooLong = await call(site, { method: 'PATCH', path, body: { nickname: 'far too long' }, cookie });
    expect(violationsOf(tooLong)).toMatchObject([{ propertyPath: 'nickname' }]);
    const wrongType = await call(site, { method: 'PATCH', path, body: { nickname: 5 }, cookie });
    expect(violationsOf(wrongType)).toMatchObject([{ message: 'This value should be of type string.' }]);
  });
});

describe('GET /users', () => {
  test('lists newest first, with pages, search and sorting', async () => {
    for (const name of ['zed%one', 'zed%two', 'zedx']) {
      site.clock.advance(1);
      await anAccount(site, { username: name.replace('%', '_') });
    }
    const list = (query: string): Promise<Answer> =>
      call(site, { method: 'GET', path: `/users?${query}`, cookie: superAdmin });
    const names = ({ body }: Answer): string[] =>
      // The envelope of core.md section 1.2.
      (body?.member as { username: string }[]).map(({ username }) => username);
    expect(names(await list('search=ZED'))).toEqual(['zedx', 'zed_two', 'zed_one']);
    expect(names(await list('search=zed_'))).toEqual(['zed_two', 'zed_one']);
    expect(names(await list('search=zed&order[username]=asc'))).toEqual(['zed_one', 'zed_two', 'zedx']);
    const page = await list('search=zed&perPage=2&page=2');
    expect(names(page)).toEqual(['zed_one']);
    expect(page.body).toMatchObject({ '@id': '/_api/users', '@type': 'Collection', totalItems: 3 });
    expect(page.body?.view).toMatchObject({ previous: '/_api/users?search=zed&perPage=2&page=1' });
    expect((await list('order[username]=sideways')).status).toBe(422);
  });
});

describe('DELETE /users/{id}', () => {
  test('deletes the user and its sessions', async () => {
    const user = await anAccount(site);
    const cookie = await signIn(site, user.username);
    expect(
      (await call(site, { method: 'DELETE', path: `/users/${user.id}`, cookie: superAdmin })).status,
    ).toBe(204);
    expect((await call(site, { method: 'GET', path: '/me', cookie })).status).toBe(401);
    expect(
      (await call(site, { method: 'DELETE', path: `/users/${user.id}`, cookie: superAdmin })).status,
    ).toBe(404);
  });
});
