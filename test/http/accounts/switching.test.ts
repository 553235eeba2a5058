import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anAccount, call, signIn } from './client.js';
import { startAccountSite, type AccountSite } from './support.js';

let site: AccountSite;
let superAdmin: string;
beforeAll(async () => {
  site = await startAccountSite();
  const { username } = await anAccount(site, { role: 'ROLE_SUPER_ADMIN', username: 'root' });
  superAdmin = await signIn(site, username);
});
afterAll(() => site.close());

describe('user switching', () => {
  test('lets a super admin act as another user for one request', async () => {
    const user = await anAccount(site);
    const answer = await call(site, {
      method: 'GET',
      path: `/me?_switch_user=${user.username}`,
      cookie: superAdmin,
    });
    expect(answer.body).toMatchObject({ username: user.username, roles: ['ROLE_USER'] });
    expect((await call(site, { method: 'GET', path: '/me', cookie: superAdmin })).body).toMatchObject({
      username: 'root',
    });
  });

  test('rejects other callers and unknown or disabled targets', async () => {
    const user = await anAccount(site, { role: 'ROLE_ADMIN' });
    const disabled = await anAccount(site, { enabled: false });
    const cookie = await signIn(site, user.username);
    expect((await call(site, { method: 'GET', path: '/me?_switch_user=root', cookie })).status).toBe(403);
    expect(
      (await call(site, { method: 'GET', path: '/me?_switch_user=nobody', cookie: superAdmin })).status,
    ).toBe(403);
    const target = `/me?_switch_user=${disabled.username}`;
    expect((await call(site, { method: 'GET', path: target, cookie: superAdmin })).status).toBe(403);
  });
});
