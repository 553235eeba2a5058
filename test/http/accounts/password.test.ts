import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anAccount, call, FROM_FRONT_END, linkTo, PASSWORD, signIn, tokenOf, type Answer } from './client.js';
import { startAccountSite, type AccountSite } from './support.js';

let site: AccountSite;
beforeAll(async () => {
  site = await startAccountSite();
});
afterAll(() => site.close());

const request = (identifier: string): Promise<Answer> =>
  call(site, {
    method: 'GET',
    path: `/password/reset/request/${encodeURIComponent(identifier)}`,
    headers: FROM_FRONT_END,
  });
const update = (body: object): Promise<Answer> =>
  call(site, { method: 'POST', path: '/password/update', body });

describe('GET /password/reset/request/{username}', () => {
  test('sends a link for a username and for an address, each once a day', async () => {
    const user = await anAccount(site);
    expect((await request(user.emailAddress)).status).toBe(200);
    expect(linkTo(site, user.emailAddress)).toContain(`/reset-password/${user.username}/`);
    const throttled = await request(user.username);
    expect([throttled.status, throttled.headers.get('retry-after')]).toEqual([429, '86400']);
    site.clock.advance(86_400);
    expect((await request(user.username)).status).toBe(200);
  });

  test('responds with 404 without a body for an unknown user', async () => {
    const answer = await request('nobody');
    expect([answer.status, answer.text]).toEqual([404, '']);
  });

  test('results in 503 if the mail server fails, and starts no waiting period', async () => {
    const user = await anAccount(site);
    site.mail.refusal = 'out of order';
    expect((await request(user.username)).status).toBe(503);
    site.mail.refusal = null;
    expect((await request(user.username)).status).toBe(200);
  });

  test('POST /password/reset does the same with 204', async () => {
    const { username, emailAddress } = await anAccount(site);
    const post = (): Promise<Answer> =>
      call(site, { method: 'POST', path: '/password/reset', body: { username }, headers: FROM_FRONT_END });
    expect((await post()).status).toBe(204);
    expect(linkTo(site, emailAddress)).toContain('/reset-password/');
    expect((await post()).status).toBe(429);
  });
});

describe('POST /password/update', () => {
  async function mailedToken(): Promise<{ username: string; token: string; emailAddress: string }> {
    const { username, emailAddress } = await anAccount(site);
    await request(username);
    return { username, emailAddress, token: tokenOf(linkTo(site, emailAddress)) };
  }

  test('sets the password once, ends all sessions and sends a notice', async () => {
    const { username, token, emailAddress } = await mailedToken();
    const cookie = await signIn(site, username);
    expect((await update({ username, token, password: 'brand new one' })).status).toBe(204);
    expect((await call(site, { method: 'GET', path: '/me', cookie })).status).toBe(401);
    await expect(signIn(site, username, 'brand new one')).resolves.toContain('api_component=');
    await expect(signIn(site, username, PASSWORD)).rejects.toThrow('401');
    expect((await update({ username, token, password: 'yet another' })).status).toBe(404);
    const mail = site.mail.received.findLast(({ to }) => to.includes(emailAddress));
    expect(mail?.email.subject).toBe('Your password has been changed');
  });

  test('responds with 422 to a weak password, whatever the token', async () => {
    const { username } = await anAccount(site);
    const answer = await update({ username, token: 'x', password: 'short' });
    expect(answer.status).toBe(422);
    expect(answer.body?.violations).toMatchObject([
      { propertyPath: 'plainPassword', message: 'Your password must be at least 8 characters long.' },
    ]);
  });

  test('responds with 404 for a wrong token, an unknown user and a token older than an hour', async () => {
    const { username, token } = await mailedToken();
    const password = 'brand new one';
    expect((await update({ username, token: '0'.repeat(32), password })).status).toBe(404);
    expect((await update({ username: 'nobody', token, password })).status).toBe(404);
    expect((await update({ username, password })).status).toBe(404);
    site.clock.advance(3600);
    expect((await update({ username, token, password })).status).toBe(404);
  });

  test('accepts one of many simultaneous requests with one token', async () => {
    const { username, token } = await mailedToken();
    const answers = await Promise.all(
      ['first', 'second', 'third'].map((word) => update({ username, token, password: `${word} password` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404]);
  });

  test('requires a token that is stored as a hash', async () => {
    const { username, token } = await mailedToken();
    const user = await site.accounts.rows.byUsername(site.database, username);
    expect(user?.newPasswordConfirmationToken).toMatch(/^[0-9a-f]{64}$/);
    expect(user?.newPasswordConfirmationToken).not.toContain(token);
  });
});
