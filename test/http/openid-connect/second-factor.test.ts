import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf, stepAt } from '../../../runtime/features/second-factors/totp/codes.js';
import { type Browser, FRONT_END, openBrowser } from './browser.js';
import { anAccount, type OpenidSite, startOpenidSite } from './site.js';

const MFA = { mfa: { required_for: ['ROLE_ADMIN'] } };
let site: OpenidSite;
beforeAll(async () => {
  site = await startOpenidSite({ user: MFA });
});
afterAll(() => site.close());

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const bytesOf = (base32: string): Buffer => {
  const bits = [...base32].map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
};
/** Returns the code of a step near the current one. One step early or late is accepted, each once. */
const codeAt = (secret: Buffer, steps: number): string => codeOf(secret, stepAt(new Date()) + steps);

async function aPerson(username: string, role?: string): Promise<string> {
  await anAccount(site, username, role);
  site.provider.people.set(`sub-${username}`, { email: `${username}@example.com`, email_verified: true });
  return `sub-${username}`;
}

/** Requests that need a session or an administrator, with the status for visitors. */
const CLOSED = [
  ['GET', '/me', 401],
  ['GET', '/me/identities', 401],
  ['GET', '/me/second_factors', 401],
  ['POST', '/me/totp', 401],
  ['POST', '/me/identities/op', 401],
  ['GET', '/users', 401],
  ['POST', '/component/titles', 401],
  ['DELETE', '/me/identities/op', 401],
] as const;

async function assertNobody(browser: Browser): Promise<void> {
  for (const [method, path, status] of CLOSED) {
    const answer = await browser.send(method, site.url + path, { accept: 'application/ld+json' });
    expect([method, path, answer.status]).toEqual([method, path, status]);
  }
  for (const name of [...browser.jar.keys()].map((key) => key.split(' ')[1]))
    expect(name).not.toBe('api_component');
}

/** Adds an authenticator app with the ticket that the sign-in left in the cookie. */
async function enrol(browser: Browser): Promise<Buffer> {
  const begun = await browser.post(`${site.url}/login/enrol/totp`, {});
  expect(begun.status).toBe(200);
  const secret = bytesOf(String((JSON.parse(begun.text) as { secret: string }).secret));
  await assertNobody(browser);
  const code = codeAt(secret, -1);
  expect((await browser.post(`${site.url}/login/enrol/totp/confirm`, { code })).status).toBe(200);
  return secret;
}

describe('a sign-in with a provider if the role requires a second factor', () => {
  test('is challenged and opens a session only with a factor', async () => {
    const who = await aPerson('ada', 'ROLE_ADMIN');
    const browser = openBrowser();
    const end = await site.signIn(browser, who, '/editing');
    expect(end.href).toBe(`${FRONT_END}/editing?sign_in=challenged`);
    await assertNobody(browser);
    await enrol(browser);
    expect(await site.nameOf(browser)).toBe('ada');
  });

  test('requires the code at each following sign-in', async () => {
    const who = await aPerson('bea', 'ROLE_ADMIN');
    const first = openBrowser();
    await site.signIn(first, who);
    const secret = await enrol(first);
    const browser = openBrowser();
    expect((await site.signIn(browser, who)).searchParams.get('sign_in')).toBe('challenged');
    await assertNobody(browser);
    for (const path of ['/login/enrol/totp', '/login/enrol/totp/confirm'])
      expect((await browser.post(site.url + path, { code: '000000' })).status).toBeGreaterThanOrEqual(400);
    expect((await browser.post(`${site.url}/login/second_factor`, { code: '000000' })).status).toBe(401);
    await assertNobody(browser);
    const right = { code: codeAt(secret, 0) };
    expect((await browser.post(`${site.url}/login/second_factor`, right)).status).toBe(204);
    expect(await site.nameOf(browser)).toBe('bea');
    const stranger = openBrowser();
    expect((await stranger.post(`${site.url}/login/second_factor`, { code: codeAt(secret, 1) })).status).toBe(
      401,
    );
  });

  test('is also challenged after its subject is linked: the link alone opens no session', async () => {
    const who = await aPerson('cleo', 'ROLE_ADMIN');
    await site.signIn(openBrowser(), who);
    site.provider.people.set(who, { email: 'elsewhere@example.com', email_verified: false });
    const browser = openBrowser();
    expect((await site.signIn(browser, who)).searchParams.get('sign_in')).toBe('challenged');
    await assertNobody(browser);
  });

  test('requires nothing from other users', async () => {
    const who = await aPerson('dora');
    const browser = openBrowser();
    expect((await site.signIn(browser, who)).searchParams.get('sign_in')).toBeNull();
    expect(await site.nameOf(browser)).toBe('dora');
  });

  test('requires nothing if the provider is trusted to have verified a second factor', async () => {
    const trusting = await startOpenidSite({ user: MFA, provider: { trust_mfa: 'always' } });
    try {
      await anAccount(trusting, 'eve', 'ROLE_ADMIN');
      trusting.provider.people.set('sub-eve', { email: 'eve@example.com', email_verified: true });
      const browser = openBrowser();
      await trusting.signIn(browser, 'sub-eve');
      expect(await trusting.nameOf(browser)).toBe('eve');
    } finally {
      await trusting.close();
    }
  });
});
