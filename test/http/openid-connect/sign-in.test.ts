import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACCOUNTS } from '../../../runtime/features/accounts/public-api.js';
import { FRONT_END, openBrowser } from './browser.js';
import { anAccount, type OpenidSite, PASSWORD, startOpenidSite } from './site.js';

let site: OpenidSite;
beforeAll(async () => {
  site = await startOpenidSite({
    provider: {
      sign_up: 'anybody',
      roles: [
        { claim: 'groups', value: 'editors', role: 'ROLE_ADMIN' },
        { claim: 'realm_access.roles', pattern: 'cms-.*', role: 'ROLE_REVIEWER' },
      ],
    },
  });
});
afterAll(() => site.close());

const verified = (name: string, more: object = {}) => ({
  email: `${name}@example.com`,
  email_verified: true,
  ...more,
});
const identities = async (subject: string) => {
  const table = site.app.app.database.table('external_identity');
  return site.rows(`select i.provider as provider from ${table} i where i.subject = '${subject}'`);
};
const rolesOf = async (username: string) =>
  (await site.app.app.get(ACCOUNTS).rows.byUsername(site.app.app.database, username))?.roles;

describe('GET /login/oidc', () => {
  test('lists the providers for the buttons of a front end', async () => {
    const { status, body } = await site.app.get('/login/oidc');
    expect(status).toBe(200);
    expect(body).toEqual({
      '@type': 'Collection',
      member: [{ '@type': 'SignInProvider', name: 'op', label: 'The Provider', url: '/_api/login/oidc/op' }],
      totalItems: 1,
    });
  });
});

describe('GET /login/oidc/{provider}', () => {
  test('redirects to the provider with state, nonce and PKCE challenge, and stores them in a cookie for the callback', async () => {
    const { status, headers } = await site.app.get('/login/oidc/op?redirect=/editing');
    expect(status).toBe(302);
    const location = new URL(headers.get('location') ?? '');
    expect(location.origin).toBe(site.provider.issuer);
    const query = Object.fromEntries(location.searchParams);
    expect(query).toMatchObject({
      client_id: 'cms',
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'openid email profile',
      redirect_uri: `${site.url}/login/oidc/op/callback`,
    });
    expect(query.state).toMatch(/^[\w-]{43}$/);
    expect(query.nonce).toMatch(/^[\w-]{43}$/);
    const [cookie = ''] = headers.getSetCookie();
    expect(cookie).toMatch(
      /; Max-Age=600; Path=\/_api\/login\/oidc\/op\/callback; Secure; HttpOnly; SameSite=Lax$/,
    );
    for (const secret of [query.state, query.nonce, 'editing']) expect(cookie).not.toContain(secret);
    expect(headers.get('cache-control')).toContain('no-store');
  });

  test.each([
    ['another origin', 'https://evil.example/'],
    ['an address without a scheme', '//evil.example/'],
    ['a path that browsers parse as a URL', '/\\evil.example/'],
    ['a path with a tab', '/\t/evil.example'],
    ['another scheme', 'javascript:alert(1)'],
    ['an origin that begins like an allowed one', 'https://www.example.com.evil.example/'],
    ['user information before the host', 'https://www.example.com@evil.example/'],
    ["user information before the site's own host", 'https://me@www.example.com/'],
  ])('rejects %s as the final redirect', async (_name, redirect) => {
    const answer = await site.app.get(`/login/oidc/op?redirect=${encodeURIComponent(redirect)}`);
    expect(answer.status).toBe(400);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test('rejects unknown providers', async () => {
    expect((await site.app.get('/login/oidc/constructor')).status).toBe(404);
    expect((await site.app.get('/login/oidc/other/callback?state=x')).status).toBe(404);
  });
});

describe('a sign-in with a provider', () => {
  test('creates an account for a verified address, with the roles from the claims', async () => {
    site.provider.people.set(
      'sub-ann',
      verified('ann', { preferred_username: 'ann', groups: ['editors'], realm_access: { roles: ['cms-x'] } }),
    );
    const browser = openBrowser();
    expect((await site.signIn(browser, 'sub-ann', '/editing?tab=1')).href).toBe(`${FRONT_END}/editing?tab=1`);
    expect(await site.nameOf(browser)).toBe('ann');
    expect([...((await rolesOf('ann')) ?? [])].sort()).toEqual(['ROLE_ADMIN', 'ROLE_REVIEWER']);
    expect(await identities('sub-ann')).toHaveLength(1);
  });

  test('finds the account by the subject afterwards, even if its address changes', async () => {
    site.provider.people.set('sub-ann', {
      email: 'elsewhere@example.com',
      email_verified: false,
      groups: ['editors'],
    });
    const browser = openBrowser();
    await site.signIn(browser, 'sub-ann');
    expect(await site.nameOf(browser)).toBe('ann');
  });

  test('removes roles that the claims no longer grant, and no others', async () => {
    site.provider.people.set('sub-ann', verified('ann', { groups: [], realm_access: { roles: ['cms-y'] } }));
    await site.signIn(openBrowser(), 'sub-ann');
    expect(await rolesOf('ann')).toEqual(['ROLE_REVIEWER']);
  });

  test('does not reassign an existing username', async () => {
    await anAccount(site, 'bob');
    site.provider.people.set('sub-bob2', verified('bob2', { preferred_username: 'bob' }));
    const browser = openBrowser();
    await site.signIn(browser, 'sub-bob2');
    expect(await site.nameOf(browser)).toBe('bob2@example.com');
  });

  test('links an account whose address is verified on both sides', async () => {
    await anAccount(site, 'carol', 'ROLE_EDITOR');
    site.provider.people.set('sub-carol', { email: 'CAROL@example.com', email_verified: true });
    const browser = openBrowser();
    await site.signIn(browser, 'sub-carol');
    expect(await site.nameOf(browser)).toBe('carol');
    expect(await rolesOf('carol')).toEqual(['ROLE_EDITOR']);
  });

  test.each([
    ['a full-width letter', '\uFF47ail@example.com'],
    ['a mathematical letter', '\u{1D420}ail@example.com'],
    ['a small form variant', 'gail\uFE6Bexample.com'],
  ])('is rejected if %s makes the address another mailbox', async (_name, email) => {
    await anAccount(site, 'gail').catch(() => undefined);
    site.provider.people.set('sub-mallory', { email, email_verified: true });
    const browser = openBrowser();
    expect((await site.signIn(browser, 'sub-mallory')).searchParams.get('sign_in_error')).toBe(
      'account_not_verified',
    );
    expect(await site.nameOf(browser)).toBeUndefined();
    expect(await identities('sub-mallory')).toEqual([]);
  });

  test.each([
    ['is not verified', { email_verified: false }],
    ['has no verified claim', {}],
    ['is verified by a string', { email_verified: 'true' }],
    ['is missing', { email: undefined }],
  ])(
    'is rejected for an unknown subject whose address %s there, and nothing is stored',
    async (_name, claims) => {
      site.provider.people.set('sub-eve', { email: 'bob@example.com', ...claims });
      const browser = openBrowser();
      const { searchParams } = await site.signIn(browser, 'sub-eve');
      expect(searchParams.get('sign_in_error')).toBe('address_not_verified');
      expect(await site.nameOf(browser)).toBeUndefined();
      expect(await identities('sub-eve')).toEqual([]);
    },
  );

  test('is rejected if the account here has not verified its address', async () => {
    const id = await anAccount(site, 'dora');
    const { database } = site.app.app;
    await database.transaction((session) =>
      session.run(`update ${database.table('user')} set email_address_verified = :no where id = :id`, {
        no: database.dialect.encode('boolean', false),
        id: database.dialect.encode('uuid', id),
      }),
    );
    site.provider.people.set('sub-dora', verified('dora'));
    const browser = openBrowser();
    expect((await site.signIn(browser, 'sub-dora')).searchParams.get('sign_in_error')).toBe(
      'account_not_verified',
    );
    expect(await site.nameOf(browser)).toBeUndefined();
    expect(await identities('sub-dora')).toEqual([]);
  });

  test('is rejected for a disabled account', async () => {
    const id = await anAccount(site, 'finn');
    site.provider.people.set('sub-finn', verified('finn'));
    await site.signIn(openBrowser(), 'sub-finn');
    expect((await site.app.patch(`/users/${id}`, { enabled: false }, { as: 'superAdmin' })).status).toBe(200);
    const browser = openBrowser();
    expect((await site.signIn(browser, 'sub-finn')).searchParams.get('sign_in_error')).toBe(
      'account_refused',
    );
    expect(await site.nameOf(browser)).toBeUndefined();
  });

  test('that the user declines redirects back with that reason', async () => {
    const browser = openBrowser();
    const url = await site.signIn(browser, undefined, '/welcome');
    expect(url.href).toBe(`${FRONT_END}/welcome?sign_in_error=denied`);
    expect(await site.nameOf(browser)).toBeUndefined();
  });

  test('does not change the password of an account', async () => {
    const answer = await site.app.post('/login', { username: 'carol', password: PASSWORD });
    expect(answer.status).toBe(204);
  });

  test('of one person in two browsers at once creates one account', async () => {
    site.provider.people.set('sub-twin', verified('twin'));
    const browsers = [openBrowser(), openBrowser()];
    await Promise.all(browsers.map((browser) => site.signIn(browser, 'sub-twin')));
    for (const browser of browsers) expect(await site.nameOf(browser)).toBe('twin@example.com');
    expect(await identities('sub-twin')).toHaveLength(1);
  });

  test('is recorded in the audit log with the provider', async () => {
    const { body } = await site.app.get('/_/revisions?kind=sign-in', { as: 'superAdmin' });
    expect(body.revisions).toContainEqual(
      expect.objectContaining({ kind: 'sign-in', details: 'openid-connect op' }),
    );
  });
});

describe('GET /login/oidc/{provider}/callback', () => {
  /** Returns the URL at which the provider sends a browser back. */
  async function answered(browser = openBrowser()) {
    site.provider.who = 'sub-ann';
    const isBack = (url: URL): boolean => url.pathname.endsWith('/callback');
    const { url } = await browser.visit(`${site.url}/login/oidc/op`, { until: isBack });
    return { browser, url };
  }

  test('rejects a browser that has not started the sign-in', async () => {
    const { url } = await answered();
    const victim = openBrowser();
    const page = await victim.visit(url.href);
    expect(page.status).toBe(400);
    expect(page.text).toContain('was started in another browser');
    expect(await site.nameOf(victim)).toBeUndefined();
  });

  test('rejects a response with another state, and one with a modified cookie', async () => {
    const { browser, url } = await answered();
    const forged = new URL(url);
    forged.searchParams.set('state', 'x'.repeat(43));
    expect((await browser.visit(forged.href)).status).toBe(400);
    const state = url.searchParams.get('state') ?? '';
    const name = `cms_sign_in_${state.slice(0, 16)}`;
    const cookie = browser.cookiesFor(url.href).split(`${name}=`)[1] ?? '';
    const changed = cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')).replace(/^./, 'Q');
    const answer = await site.app.get(`${url.pathname}${url.search}`, {
      headers: { cookie: `${name}=${changed}` },
    });
    expect(answer.status).toBe(400);
  });

  test('works once: the browser deletes the flow, and the provider rejects a used code', async () => {
    const { browser, url } = await answered();
    const thief = openBrowser();
    thief.takeFrom(browser);
    expect((await browser.visit(url.href)).url.searchParams.get('sign_in_error')).toBeNull();
    expect((await browser.send('GET', url.href)).status).toBe(400);
    expect((await thief.visit(url.href)).url.searchParams.get('sign_in_error')).toBe('failed');
    expect(await site.nameOf(thief)).toBeUndefined();
  });

  test('rejects a response that names another provider', async () => {
    const { browser, url } = await answered();
    url.searchParams.set('iss', 'https://other.example');
    expect((await browser.visit(url.href)).url.searchParams.get('sign_in_error')).toBe('failed');
    expect(await site.nameOf(browser)).toBeUndefined();
  });

  test('signs in both of two tabs that began before either one ended', async () => {
    const browser = openBrowser();
    site.provider.who = 'sub-ann';
    const isThere = (url: URL): boolean => url.origin === site.provider.issuer;
    const tabs = await Promise.all(
      [1, 2].map(() => browser.visit(`${site.url}/login/oidc/op`, { until: isThere })),
    );
    for (const { url } of tabs) expect((await browser.visit(url.href)).url.search).toBe('');
  });

  test('does nothing for HEAD', async () => {
    const { browser, url } = await answered();
    expect((await browser.send('HEAD', url.href)).status).toBe(405);
    expect((await browser.visit(url.href)).url.search).toBe('');
  });

  test.each(['', '?state=', '?state=a&state=b', '?state[x]=y', '?code=x', `?state=${'%00'.repeat(43)}`])(
    'rejects the query "%s"',
    async (query) => {
      expect((await site.app.get(`/login/oidc/op/callback${query}`)).status).toBe(400);
    },
  );

  test('redirects back with a reason if the provider fails, and shows a plain message before', async () => {
    const { browser, url } = await answered();
    site.provider.isBroken = true;
    expect((await browser.visit(url.href)).url.searchParams.get('sign_in_error')).toBe('unavailable');
    site.provider.isBroken = false;
  });
});
