import { afterEach, describe, expect, test } from 'vitest';
import {
  anAccount,
  call,
  FROM_FRONT_END,
  jwtCookie,
  linkTo,
  PASSWORD,
  signIn,
  type Answer,
} from './client.js';
import { startAccountSite, type AccountSite, type SiteOptions } from './support.js';

let site: AccountSite;
afterEach(() => site.close());

const verification = {
  verify_on_register: true,
  verify_on_change: true,
  email: { default_redirect_path: '/verify-email/{{ username }}/{{ token }}' },
};

async function start(options: SiteOptions): Promise<void> {
  site = await startAccountSite(options);
}

async function register(username: string, query = ''): Promise<Answer> {
  const { username: admin } = await anAccount(site, { role: 'ROLE_SUPER_ADMIN' });
  return call(site, {
    method: 'POST',
    path: `/users${query}`,
    body: { username, emailAddress: `${username}@example.com`, plainPassword: 'long enough' },
    cookie: await signIn(site, admin),
    headers: FROM_FRONT_END,
  });
}

describe('the user configuration', () => {
  test('sends the verification mail on registration if the welcome mail is disabled', async () => {
    await start({ user: { email_verification: verification, emails: { welcome: false } } });
    expect((await register('anna')).status).toBe(201);
    expect(site.mail.received.map(({ email }) => email.subject)).toEqual(['Please verify your email']);
    expect(linkTo(site, 'anna@example.com')).toContain('/verify-email/anna/');
  });

  test('without verification sends a welcome mail without a link, and a resend results in 503', async () => {
    await start({ user: { email_verification: false } });
    expect((await register('bert')).body).toMatchObject({ emailAddressVerified: false });
    expect(site.mail.received[0]?.email.text).not.toContain('https://');
    const resent = await call(site, {
      method: 'GET',
      path: '/resend-verify-email/bert',
      headers: FROM_FRONT_END,
    });
    expect(resent.status).toBe(503);
    await expect(signIn(site, 'bert', 'long enough')).resolves.toContain('api_component=');
  });

  test('with default_value creates verified users', async () => {
    await start({ user: { email_verification: { ...verification, default_value: true } } });
    expect((await register('cleo')).body).toMatchObject({ emailAddressVerified: true });
    expect(site.mail.received[0]?.email.text).not.toContain('https://');
  });

  test('names the query parameter of the path in redirect_path_query', async () => {
    const email = { ...verification.email, redirect_path_query: 'emailRedirectPath' };
    await start({ user: { email_verification: { ...verification, email } } });
    await register('dirk', '?emailRedirectPath=/welcome/%7B%7B%20token%20%7D%7D');
    expect(linkTo(site, 'dirk@example.com')).toMatch(/^https:\/\/www\.example\.com\/welcome\/[0-9a-f]{32}$/);
  });

  test('in development links to a front end on localhost by default', async () => {
    await start({ user: { email_links: {}, email_verification: verification } });
    await register('dora');
    const origin = 'http://localhost:3456';
    const requested = await call(site, {
      method: 'GET',
      path: '/resend-verify-email/dora',
      headers: { Origin: origin },
    });
    expect(requested.status).toBe(200);
    const mail = site.mail.received.findLast(({ to }) => to.includes('dora@example.com'));
    expect(mail?.email.text).toContain(`${origin}/verify-email/dora/`);
    const elsewhere = { Origin: 'https://www.example.com' };
    const refused = await call(site, {
      method: 'GET',
      path: '/resend-verify-email/dora',
      headers: elsewhere,
    });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '300']);
    site.clock.advance(300);
    const notified = await call(site, {
      method: 'GET',
      path: '/resend-verify-email/dora',
      headers: elsewhere,
    });
    expect([notified.status, notified.body?.detail]).toEqual([
      400,
      expect.stringMatching(/user\.email_links\.allowed_origins.*EMAIL_LINK_DEFAULT_ORIGIN/),
    ]);
  });

  test('with user.security.create opens registration, without the members for super admins', async () => {
    await start({ user: { security: { create: "is_granted('PUBLIC_ACCESS')" } } });
    const answer = await call(site, {
      method: 'POST',
      path: '/users',
      body: {
        username: 'emil',
        emailAddress: 'emil@example.com',
        plainPassword: 'long enough',
        roles: ['ROLE_SUPER_ADMIN'],
        enabled: false,
      },
      headers: FROM_FRONT_END,
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ username: 'emil', roles: ['ROLE_USER'] });
    expect(answer.body).not.toHaveProperty('enabled');
  });
});

describe('hooks', () => {
  test('onUserEmail can change a mail, and every mail has a message id', async () => {
    await start({
      onUserEmail: ({ type, message }) => ({ ...message, subject: `[${type}] ${message.subject}` }),
    });
    await register('finn');
    const [mail] = site.mail.received;
    expect(mail?.email.subject).toBe('[welcome] Welcome to Example Site');
    const id = mail?.email.headers.find(({ key }) => key === 'x-message-id')?.value;
    expect(id).toMatch(/^wef-[0-9a-f]{32}$/);
  });

  test('userChecker can reject accounts at login', async () => {
    await start({ userChecker: ({ username }) => (username === 'gina' ? 'Not today.' : undefined) });
    await anAccount(site, { username: 'gina' });
    const answer = await call(site, {
      method: 'POST',
      path: '/login',
      body: { username: 'gina', password: PASSWORD },
    });
    expect(answer.body).toEqual({ code: 401, message: 'Not today.' });
  });

  test('the hub cookie is set for the caller at sign-in, on refresh, on /me and at sign-out', async () => {
    await start({ hubCookie: ({ user }) => `hub=${user?.username ?? 'anonymous'}` });
    const { username } = await anAccount(site);
    const hubOf = ({ cookies }: Answer): string | undefined => cookies.find((one) => one.startsWith('hub='));
    const login = await call(site, {
      method: 'POST',
      path: '/login',
      body: { username, password: PASSWORD },
    });
    const cookie = jwtCookie(login);
    expect(hubOf(login)).toBe(`hub=${username}`);
    expect(hubOf(await call(site, { method: 'GET', path: '/me', cookie }))).toBe(`hub=${username}`);
    const signedOut = await call(site, { method: 'GET', path: '/me' });
    expect([signedOut.status, hubOf(signedOut)]).toEqual([401, 'hub=anonymous']);
    site.clock.advance(3601);
    expect(hubOf(await call(site, { method: 'GET', path: `/users/nonsense`, cookie }))).toBe(
      `hub=${username}`,
    );
    expect(hubOf(await call(site, { method: 'POST', path: '/logout', cookie }))).toBe('hub=anonymous');
  });
});

describe('the current password', () => {
  test('is protected by a throttle per session', async () => {
    await start({ throttle: { perAccount: 2, windowSeconds: 3600 } });
    const { id, username } = await anAccount(site);
    const cookie = await signIn(site, username);
    const guess = (oldPassword: string): Promise<Answer> =>
      call(site, {
        method: 'PATCH',
        path: `/users/${id}`,
        body: { plainPassword: 'brand new one', oldPassword },
        cookie,
      });
    const statuses = [];
    for (const word of ['one', 'two', PASSWORD]) statuses.push((await guess(word)).status);
    expect(statuses).toEqual([422, 422, 429]);
  });
});
