import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anAccount, call, FROM_FRONT_END, linkTo, PASSWORD, signIn, tokenOf, type Answer } from './client.js';
import { startAccountSite, type AccountSite } from './support.js';

let site: AccountSite;
beforeAll(async () => {
  site = await startAccountSite();
});
afterAll(() => site.close());

const get = (path: string, headers: Record<string, string> = FROM_FRONT_END): Promise<Answer> =>
  call(site, { method: 'GET', path, headers });

/** Registers over the API, as an application with open registration would. */
async function register(username: string): Promise<string> {
  const admin = await anAccount(site, { role: 'ROLE_SUPER_ADMIN' });
  const answer = await call(site, {
    method: 'POST',
    path: '/users',
    body: { username, emailAddress: `${username}@example.com`, plainPassword: 'long enough' },
    cookie: await signIn(site, admin.username),
    headers: FROM_FRONT_END,
  });
  expect(answer.status).toBe(201);
  return `${username}@example.com`;
}

describe('GET /verify-email/{username}/{token}', () => {
  test('lets the user sign in, and can be opened twice', async () => {
    const address = await register('vera');
    const before = await call(site, {
      method: 'POST',
      path: '/login',
      body: { username: 'vera', password: 'long enough' },
    });
    expect(before.body?.message).toMatch(/^Please verify your email address before logging in\./);
    const token = tokenOf(linkTo(site, address));
    expect((await get(`/verify-email/VERA/${token}`)).status).toBe(200);
    expect((await get(`/verify-email/vera/${token}`)).status).toBe(200);
    await expect(signIn(site, 'vera', 'long enough')).resolves.toContain('api_component=');
  });

  test('responds with 404 without a body for a wrong token, an unknown user and a user without a token', async () => {
    await register('walt');
    const { username } = await anAccount(site);
    for (const path of [
      `/verify-email/walt/${'0'.repeat(32)}`,
      '/verify-email/nobody/x',
      `/verify-email/${username}/x`,
    ]) {
      const answer = await get(path);
      expect([answer.status, answer.text]).toEqual([404, '']);
    }
  });

  test('does nothing on HEAD', async () => {
    const address = await register('hedda');
    const path = `/verify-email/hedda/${tokenOf(linkTo(site, address))}`;
    expect((await fetch(site.url + path, { method: 'HEAD' })).status).toBe(405);
    expect((await site.accounts.rows.byUsername(site.database, 'hedda'))?.emailAddressVerified).toBe(false);
  });

  test('verifies only the address that received the token', async () => {
    const address = await register('xena');
    const token = tokenOf(linkTo(site, address));
    const user = await site.accounts.rows.byUsername(site.database, 'xena');
    const admin = await anAccount(site, { role: 'ROLE_SUPER_ADMIN' });
    await call(site, {
      method: 'PATCH',
      path: `/users/${user?.id}`,
      body: { emailAddress: 'xena-new@example.com' },
      cookie: await signIn(site, admin.username),
      headers: FROM_FRONT_END,
    });
    expect((await get(`/verify-email/xena/${token}`)).status).toBe(404);
    expect((await get(`/verify-email/xena/${tokenOf(linkTo(site, 'xena-new@example.com'))}`)).status).toBe(
      200,
    );
  });
});

describe('GET /resend-verify-email/{username}', () => {
  test('sends a new link immediately after registration, then only after the wait', async () => {
    const address = await register('rita');
    const first = tokenOf(linkTo(site, address));
    expect((await get('/resend-verify-email/rita')).status).toBe(200);
    const second = tokenOf(linkTo(site, address));
    expect(second).not.toBe(first);
    site.clock.advance(100);
    const throttled = await get('/resend-verify-email/rita');
    expect([throttled.status, throttled.text, throttled.headers.get('retry-after')]).toEqual([
      429,
      '',
      '200',
    ]);
    expect(throttled.headers.get('access-control-expose-headers')).toContain('Retry-After');
    expect(tokenOf(linkTo(site, address))).toBe(second);
    expect((await get(`/verify-email/rita/${second}`)).status).toBe(200);
    site.clock.advance(200);
    expect((await get('/resend-verify-email/rita')).status).toBe(200);
  });

  test('responds with 404 for an unknown user', async () => {
    const answer = await get('/resend-verify-email/nobody@example.com');
    expect(answer.status).toBe(404);
    expect(answer.body).toMatchObject({ message: 'Username not found.', detail: 'Username not found.' });
  });

  test('responds with 503 and saves nothing if the mail server fails, and the earlier link remains valid', async () => {
    const address = await register('fay');
    const token = tokenOf(linkTo(site, address));
    site.mail.refusal = 'out of order';
    expect((await get('/resend-verify-email/fay')).status).toBe(503);
    site.mail.refusal = null;
    expect((await get(`/verify-email/fay/${token}`)).status).toBe(200);
    expect((await get('/resend-verify-email/fay')).status).toBe(200);
  });

  test('responds with 400 for a forbidden origin, and saves nothing', async () => {
    const address = await register('olga');
    const token = tokenOf(linkTo(site, address));
    for (const headers of [
      { Origin: 'https://evil.example' },
      { Referer: 'https://www.example.com.evil.example/' },
      {},
    ]) {
      expect((await get('/resend-verify-email/olga', headers as Record<string, string>)).status).toBe(400);
    }
    expect((await get(`/verify-email/olga/${token}`)).status).toBe(200);
    expect((await get('/resend-verify-email/olga')).status).toBe(200);
  });

  test('sends one mail for two simultaneous requests', async () => {
    const address = await register('paula');
    site.mail.delayMs = 150;
    const answers = await Promise.all([get('/resend-verify-email/paula'), get('/resend-verify-email/paula')]);
    site.mail.delayMs = 0;
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429]);
    expect(site.mail.received.filter(({ to }) => to.includes(address))).toHaveLength(2);
  });
});

describe('GET /confirm-email/{username}/{emailAddress}/{token}', () => {
  async function pending(address: string): Promise<{ username: string; emailAddress: string; id: string }> {
    const user = await anAccount(site);
    await call(site, {
      method: 'PATCH',
      path: `/users/${user.id}`,
      body: { newEmailAddress: address, oldPassword: PASSWORD },
      cookie: await signIn(site, user.username),
      headers: FROM_FRONT_END,
    });
    return user;
  }

  test('sends the link to the pending address and a notice without one to the current address', async () => {
    const user = await pending('new+1@example.com');
    const link = linkTo(site, 'new+1@example.com');
    expect(link).toContain(`/confirm-new-email/${user.username}/new%2B1%40example.com/`);
    const notice = site.mail.received.findLast(({ to }) => to.includes(user.emailAddress));
    expect(notice?.email.text).toContain('new+1@example.com');
    expect(notice?.email.text).not.toContain('https://');
  });

  test('moves the account to the pending address, once', async () => {
    const user = await pending('moved@example.com');
    const path = `/confirm-email/${user.username}/MOVED%40example.com/${tokenOf(linkTo(site, 'moved@example.com'))}`;
    expect((await get(path)).status).toBe(200);
    expect(await site.accounts.rows.byId(site.database, user.id)).toMatchObject({
      emailAddress: 'moved@example.com',
      newEmailAddress: null,
      emailAddressVerified: true,
    });
    expect((await get(path)).status).toBe(404);
  });

  test('sends no further verification mail', async () => {
    const user = await pending('proved@example.com');
    const isToIt = ({ to }: { to: readonly string[] }): boolean => to.includes('proved@example.com');
    const sent = site.mail.received.filter(isToIt).length;
    const token = tokenOf(linkTo(site, 'proved@example.com'));
    expect((await get(`/confirm-email/${user.username}/proved@example.com/${token}`)).status).toBe(200);
    expect(site.mail.received.filter(isToIt)).toHaveLength(sent);
  });

  test('responds with 404 for a token that has expired or is for another address', async () => {
    const user = await pending('slow@example.com');
    const token = tokenOf(linkTo(site, 'slow@example.com'));
    expect((await get(`/confirm-email/${user.username}/other@example.com/${token}`)).status).toBe(404);
    site.clock.advance(86_400);
    expect((await get(`/confirm-email/${user.username}/slow@example.com/${token}`)).status).toBe(404);
  });

  test('responds with 401 if another user has taken the address, and deletes the request', async () => {
    const user = await pending('wanted@example.com');
    const token = tokenOf(linkTo(site, 'wanted@example.com'));
    await anAccount(site, { username: 'wanted' });
    const answer = await get(`/confirm-email/${user.username}/wanted@example.com/${token}`);
    expect([answer.status, answer.text]).toEqual([401, '']);
    expect((await site.accounts.rows.byId(site.database, user.id))?.newEmailAddress).toBeNull();
  });

  test('GET /resend-verify-new-email/{username} has a separate throttle, and responds with 404 if nothing is pending', async () => {
    const user = await pending('again@example.com');
    expect((await get(`/resend-verify-new-email/${user.username}`)).status).toBe(429);
    expect((await get(`/resend-verify-email/${user.username}`)).status).toBe(200);
    site.clock.advance(300);
    expect((await get(`/resend-verify-new-email/${user.username}`)).status).toBe(200);
    const idle = await anAccount(site);
    const refusal = await get(`/resend-verify-new-email/${idle.username}`);
    expect([refusal.status, refusal.body?.message]).toEqual([
      404,
      'No new e-mail address waits to be confirmed.',
    ]);
    expect((await get('/resend-verify-new-email/nobody')).body).toMatchObject({
      message: 'Username not found.',
    });
  });
});
