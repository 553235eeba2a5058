import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, FRONT_END, openBrowser } from './browser.js';
import { type Forger, now, startForger } from './forger.js';
import { CLIENT } from './provider.js';
import { anAccount, type OpenidSite, PASSWORD, startOpenidSite } from './site.js';

/** Signs in with a password. */
async function login(site: OpenidSite, username: string): Promise<Browser> {
  const browser = openBrowser();
  const answer = await site.app.post('/login', { username, password: PASSWORD });
  const [cookie = ''] = answer.headers.getSetCookie();
  const [, name = '', value = ''] = /^([^=]+)=([^;]+)/.exec(cookie) ?? [];
  browser.jar.set(`${new URL(site.url).host} ${name} /`, { value, path: '/' });
  return browser;
}

const JSON_LD = { accept: 'application/ld+json' };

describe('/me/identities', () => {
  let site: OpenidSite;
  beforeAll(async () => {
    site = await startOpenidSite();
  });
  afterAll(() => site.close());

  const list = async (browser: Browser) => {
    const page = await browser.send('GET', `${site.url}/me/identities`, JSON_LD);
    return (JSON.parse(page.text) as { member: readonly Readonly<Record<string, unknown>>[] }).member;
  };

  /** Links the signed-in user, and returns the URL where the browser ends. */
  async function link(browser: Browser, who: string): Promise<URL> {
    site.provider.who = who;
    const start = await browser.send('POST', `${site.url}/me/identities/op?redirect=/account`, JSON_LD);
    expect(start.status).toBe(200);
    const { location } = JSON.parse(start.text) as { location: string };
    return (await browser.visit(location)).url;
  }

  test('links an account whatever its address at the provider, lists it and unlinks it', async () => {
    await anAccount(site, 'grace');
    site.provider.people.set('sub-grace', { email: 'other@example.com', email_verified: false });
    const browser = await login(site, 'grace');
    expect(await list(browser)).toEqual([]);
    expect((await link(browser, 'sub-grace')).href).toBe(`${FRONT_END}/account`);
    expect(await list(browser)).toEqual([
      expect.objectContaining({
        '@type': 'Identity',
        provider: 'op',
        label: 'The Provider',
        lastUsedAt: null,
      }),
    ]);
    const elsewhere = openBrowser();
    await site.signIn(elsewhere, 'sub-grace');
    expect(await site.nameOf(elsewhere)).toBe('grace');
    expect((await list(browser))[0]?.lastUsedAt).not.toBeNull();
    expect((await browser.send('DELETE', `${site.url}/me/identities/op`, JSON_LD)).status).toBe(204);
    expect((await browser.send('DELETE', `${site.url}/me/identities/op`, JSON_LD)).status).toBe(404);
    expect(await list(browser)).toEqual([]);
    const again = openBrowser();
    await site.signIn(again, 'sub-grace');
    expect(await site.nameOf(again)).toBeUndefined();
  });

  test('does not move an identity that is linked to another account', async () => {
    await anAccount(site, 'heidi');
    await anAccount(site, 'ivan');
    site.provider.people.set('sub-heidi', { email: 'heidi@example.com', email_verified: true });
    await site.signIn(openBrowser(), 'sub-heidi');
    const browser = await login(site, 'ivan');
    expect((await link(browser, 'sub-heidi')).searchParams.get('sign_in_error')).toBe('linked_to_another');
    expect(await list(browser)).toEqual([]);
  });

  test('links nothing after the session that requested it has ended', async () => {
    await anAccount(site, 'judy');
    const browser = await login(site, 'judy');
    site.provider.who = 'sub-judy';
    const start = await browser.send('POST', `${site.url}/me/identities/op`, JSON_LD);
    const { location } = JSON.parse(start.text) as { location: string };
    await browser.send('POST', `${site.url}/logout`, JSON_LD);
    expect((await browser.visit(location)).url.searchParams.get('sign_in_error')).toBe('failed');
    const rows = await site.rows(
      `select i.id from ${site.app.app.database.table('external_identity')} i where i.subject = 'sub-judy'`,
    );
    expect(rows).toEqual([]);
  });

  test('requires a signed-in user who is not impersonating another one', async () => {
    for (const [method, path] of [
      ['GET', '/me/identities'],
      ['POST', '/me/identities/op'],
      ['DELETE', '/me/identities/op'],
    ] as const)
      expect((await openBrowser().send(method, site.url + path, JSON_LD)).status, method).toBe(401);
    const as = { as: 'superAdmin' } as const;
    expect((await site.app.get('/me/identities?_switch_user=grace', as)).status).toBe(403);
    expect((await site.app.post('/me/identities/op?_switch_user=grace', undefined, as)).status).toBe(403);
    expect((await site.app.delete('/me/identities/op?_switch_user=grace', as)).status).toBe(403);
  });

  test('identities are deleted with their account', async () => {
    const id = await anAccount(site, 'karl');
    site.provider.people.set('sub-karl', { email: 'karl@example.com', email_verified: true });
    await site.signIn(openBrowser(), 'sub-karl');
    expect((await site.app.delete(`/users/${id}`, { as: 'superAdmin' })).status).toBe(204);
    const rows = await site.rows(
      `select i.id from ${site.app.app.database.table('external_identity')} i where i.subject = 'sub-karl'`,
    );
    expect(rows).toEqual([]);
  });

  test('creates no account without sign_up', async () => {
    site.provider.people.set('sub-new', { email: 'new@example.com', email_verified: true });
    const { searchParams } = await site.signIn(openBrowser(), 'sub-new');
    expect(searchParams.get('sign_in_error')).toBe('account_not_found');
  });

  test('GET /login/oidc/{provider}/logout signs out here and redirects to the provider', async () => {
    const browser = openBrowser();
    await site.signIn(browser, 'sub-heidi');
    expect(await site.nameOf(browser)).toBe('heidi');
    const answer = await browser.send(
      'GET',
      `${site.url}/login/oidc/op/logout?redirect=${encodeURIComponent(`${FRONT_END}/bye`)}`,
    );
    expect(answer.status).toBe(302);
    const location = new URL(answer.headers.get('location') ?? '');
    expect(location.origin).toBe(site.provider.issuer);
    expect(Object.fromEntries(location.searchParams)).toEqual({
      client_id: CLIENT.id,
      post_logout_redirect_uri: `${FRONT_END}/bye`,
    });
    expect((await browser.visit(location.href)).status).toBe(200);
    expect(await site.nameOf(browser)).toBeUndefined();
    const foreign = { 'sec-fetch-site': 'cross-site' };
    expect((await browser.send('GET', `${site.url}/login/oidc/op/logout`, foreign)).status).toBe(403);
  });
});

describe('POST /login/oidc/{provider}/backchannel', () => {
  let forger: Forger;
  let site: OpenidSite;
  beforeAll(async () => {
    forger = await startForger();
    site = await startOpenidSite({ issuer: forger.issuer, provider: { sign_up: 'anybody' } });
  });
  afterAll(async () => {
    await site.close();
    await forger.close();
  });
  afterEach(() => forger.silent.clear());

  async function signIn(): Promise<Browser> {
    const browser = openBrowser();
    const start = await browser.send('GET', `${site.url}/login/oidc/op`);
    await browser.visit(forger.answer(start.headers.get('location') ?? ''));
    expect(await site.nameOf(browser)).toBe('victim@example.com');
    return browser;
  }

  async function tell(body: string, type = 'application/x-www-form-urlencoded'): Promise<number> {
    const response = await fetch(`${site.url}/login/oidc/op/backchannel`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
    return response.status;
  }

  const good = (): object => ({
    ...{ iss: forger.issuer, aud: CLIENT.id, sub: 'forged', iat: now(), exp: now() + 120, jti: randomUUID() },
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  });
  const form = async (claims: object, options = {}): Promise<string> =>
    `logout_token=${await forger.sign(claims, options)}`;

  test('ends the sessions of the account, once for each token', async () => {
    const browser = await signIn();
    const body = await form(good());
    expect(await tell(body)).toBe(200);
    expect(await site.nameOf(browser)).toBeUndefined();
    const again = await signIn();
    expect(await tell(body)).toBe(400);
    expect(await site.nameOf(again)).toBe('victim@example.com');
  });

  test('ends nothing for an unknown subject', async () => {
    expect(await tell(await form({ ...good(), sub: 'nobody' }))).toBe(200);
  });

  test('rejects anything but a logout token of the provider for this service, and ends nothing', async () => {
    const browser = await signIn();
    const wrong: readonly (readonly [string, string])[] = [
      ['another key', await form(good(), { foreign: true })],
      ['another client', await form({ ...good(), aud: 'other' })],
      ['another issuer', await form({ ...good(), iss: 'https://other.example' })],
      ['an hour ago', await form({ ...good(), iat: now() - 3600 })],
      ['over', await form({ ...good(), exp: now() - 60 })],
      ['no event', await form({ ...good(), events: {} })],
      ['an ID token', await form(forger.good('nonce'))],
      ['a nonce', await form({ ...good(), nonce: 'x' })],
      ['no subject', await form({ ...good(), sub: undefined, sid: 'session' })],
      ['no id', await form({ ...good(), jti: undefined })],
      ['no token', 'logout_token=none'],
      ['nothing', ''],
      ['two tokens', `${await form(good())}&${await form(good())}`],
      ['much', `logout_token=${'x'.repeat(70_000)}`],
    ];
    for (const [name, body] of wrong) expect(await tell(body), name).toBe(400);
    expect(await tell(JSON.stringify({}), 'application/json')).toBe(415);
    expect(await site.nameOf(browser)).toBe('victim@example.com');
  });
});
