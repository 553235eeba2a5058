import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anAccount, call, FROM_FRONT_END, signIn } from './client.js';
import { startAccountSite, type AccountSite } from './support.js';

let site: AccountSite;
beforeAll(async () => {
  site = await startAccountSite();
});
afterAll(() => site.close());

const FOREIGN: readonly (readonly [string, Record<string, string>])[] = [
  ['another origin', { Origin: 'https://evil.example' }],
  ['an unknown origin', { Origin: 'null' }],
  ['a link on another site', { 'Sec-Fetch-Site': 'cross-site' }],
  ['a page of another site', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }],
];
const OWN: readonly (readonly [string, Record<string, string>])[] = [
  ['an allowed origin', FROM_FRONT_END],
  ['an allowed origin of another site', { ...FROM_FRONT_END, 'Sec-Fetch-Site': 'cross-site' }],
  ['the same site', { 'Sec-Fetch-Site': 'same-site' }],
  ['an address that was typed', { 'Sec-Fetch-Site': 'none' }],
  ['a server', {}],
];

const isSignedIn = async (cookie: string): Promise<boolean> =>
  (await call(site, { method: 'GET', path: '/me', cookie })).status === 200;

describe.each(['GET', 'HEAD', 'POST'])('%s /logout', (method) => {
  test.each(FOREIGN)('from %s results in 403 and ends nothing', async (_name, headers) => {
    const cookie = await signIn(site, (await anAccount(site)).username);
    const answer = await call(site, { method, path: '/logout', cookie, headers });
    expect([answer.status, answer.cookies]).toEqual([403, []]);
    expect(await isSignedIn(cookie)).toBe(true);
  });

  test.each(OWN)('from %s signs out', async (_name, headers) => {
    const cookie = await signIn(site, (await anAccount(site)).username);
    expect((await call(site, { method, path: '/logout', cookie, headers })).status).toBe(200);
    expect(await isSignedIn(cookie)).toBe(false);
  });

  test('with a Bearer token requires no origin', async () => {
    const cookie = await signIn(site, (await anAccount(site)).username);
    const headers = {
      Authorization: cookie.replace('api_component=', 'Bearer '),
      Origin: 'https://evil.example',
    };
    expect((await call(site, { method, path: '/logout', headers })).status).toBe(200);
    expect(await isSignedIn(cookie)).toBe(false);
  });
});

describe.each(['GET', 'POST'])('%s /token/refresh', (method) => {
  test.each(FOREIGN)('from %s results in 403 and sets no cookie', async (_name, headers) => {
    const cookie = await signIn(site, (await anAccount(site)).username);
    const answer = await call(site, { method, path: '/token/refresh', cookie, headers });
    expect([answer.status, answer.cookies]).toEqual([403, []]);
  });

  test.each(OWN)('from %s results in 204', async (_name, headers) => {
    const cookie = await signIn(site, (await anAccount(site)).username);
    expect((await call(site, { method, path: '/token/refresh', cookie, headers })).status).toBe(204);
  });
});

describe('a write with a session cookie', () => {
  test('from a forbidden origin is rejected with the setting that allows it', async () => {
    const { id, username } = await anAccount(site);
    const answer = await call(site, {
      method: 'PATCH',
      path: `/users/${id}`,
      body: {},
      cookie: await signIn(site, username),
      headers: { Origin: 'https://evil.example' },
    });
    expect([answer.status, answer.body?.detail]).toEqual([
      403,
      expect.stringMatching(/cors\.allow_origin or CORS_ALLOW_ORIGIN/),
    ]);
  });
});
