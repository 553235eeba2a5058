import { afterEach, describe, expect, test } from 'vitest';
import { anAccount, call, PASSWORD, signIn } from './client.js';
import { startAccountSite, type AccountSite, type SiteOptions } from './support.js';

let site: AccountSite;
afterEach(() => site.close());

async function start(options: SiteOptions): Promise<void> {
  site = await startAccountSite({ env: { TRUSTED_PROXIES: 'loopback' }, ...options });
}

/** Returns the status of a wrong password for `username`, sent from `address`. */
async function guess(username: string, address = '192.0.2.1'): Promise<number> {
  const headers = { 'X-Forwarded-For': address };
  return (
    await call(site, { method: 'POST', path: '/login', body: { username, password: 'guess' }, headers })
  ).status;
}

describe('POST /login', () => {
  test('counts the username and the address of one account together, in every spelling', async () => {
    await start({ throttle: { perAccount: 4, windowSeconds: 3600 } });
    const { username, emailAddress } = await anAccount(site, { username: 'kim' });
    const spellings = [username, emailAddress, 'KIM', 'Ｋｉｍ', emailAddress.toUpperCase(), username];
    const statuses = [];
    for (const spelling of spellings) statuses.push(await guess(spelling));
    expect(statuses).toEqual([401, 401, 401, 401, 429, 429]);
  });

  test('counts an unknown name in every spelling', async () => {
    await start({ throttle: { perAccount: 2, windowSeconds: 3600 } });
    const statuses = [];
    for (const spelling of ['nobody', 'NOBODY', 'Ｎobody']) statuses.push(await guess(spelling));
    expect(statuses).toEqual([401, 401, 429]);
  });

  test('resets the count of the username when the address signs in', async () => {
    await start({ throttle: { perAccount: 2, windowSeconds: 3600 } });
    const { username, emailAddress } = await anAccount(site);
    const headers = { 'X-Forwarded-For': '192.0.2.1' };
    expect(await guess(username)).toBe(401);
    const right = { username: emailAddress, password: PASSWORD };
    expect((await call(site, { method: 'POST', path: '/login', body: right, headers })).status).toBe(204);
    expect([await guess(username), await guess(username), await guess(username)]).toEqual([401, 401, 429]);
  });

  test('trusts as many proxies as are configured', async () => {
    await start({ throttle: { perAddress: 2, windowSeconds: 3600 }, env: { TRUSTED_PROXIES: '1' } });
    const statuses = [];
    for (const claimed of ['192.0.2.1', '192.0.2.2', '192.0.2.3'])
      statuses.push(await guess(claimed, `${claimed}, 198.51.100.7`));
    expect(statuses).toEqual([401, 401, 429]);
    expect(await guess('somebody', '198.51.100.7, 192.0.2.1')).toBe(401);
  });

  test('counts the addresses of one IPv6 network together', async () => {
    await start({ throttle: { perAccount: 2, perAddress: 4, windowSeconds: 3600 } });
    const { username } = await anAccount(site);
    const statuses = [];
    for (const host of ['1', '2', 'dead:beef']) statuses.push(await guess(username, `2001:db8:0:1::${host}`));
    expect(statuses).toEqual([401, 401, 429]);
    expect(await guess('another', '2001:db8:0:1::4')).toBe(401);
    expect(await guess('a third', '2001:db8:0:1::5')).toBe(429);
    expect(await guess('a third', '2001:db8:0:2::5')).toBe(401);
  });
});

describe('POST /users', () => {
  const register = (name: string, headers: Record<string, string> = {}, cookie?: string) =>
    call(site, {
      method: 'POST',
      path: '/users',
      body: { username: name, emailAddress: `${name}@example.com`, plainPassword: 'short' },
      headers: { 'X-Forwarded-For': '192.0.2.1', ...headers },
      cookie,
    });
  const open = { user: { security: { create: "is_granted('PUBLIC_ACCESS')" } } };

  test('is throttled per address, including rejected attempts', async () => {
    await start(open);
    const statuses = [];
    for (let index = 0; index < 100; index += 1) statuses.push((await register(`r${index}`)).status);
    expect(new Set(statuses)).toEqual(new Set([422]));
    const refused = await register('last');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await register('elsewhere', { 'X-Forwarded-For': '192.0.2.2' })).status).toBe(422);
    const { username } = await anAccount(site);
    expect((await register('signed-in', {}, await signIn(site, username))).status).toBe(429);
    const { username: admin } = await anAccount(site, { role: 'ROLE_ADMIN' });
    expect((await register('by-admin', {}, await signIn(site, admin))).status).toBe(422);
  });

  test('counts nothing while registration is closed', async () => {
    await start({});
    const statuses = [];
    for (let index = 0; index < 102; index += 1) statuses.push((await register('x')).status);
    expect(new Set(statuses)).toEqual(new Set([403]));
  });
});
