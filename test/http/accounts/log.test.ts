import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anAccount, call, FROM_FRONT_END, linkTo, PASSWORD, signIn, tokenOf } from './client.js';
import { startAccountSite, type AccountSite } from './support.js';

let site: AccountSite;
beforeAll(async () => {
  site = await startAccountSite();
});
afterAll(() => site.close());

describe('the log', () => {
  test('contains no account, password, cookie or token, whatever succeeds or fails', async () => {
    const { username, emailAddress, id } = await anAccount(site, { username: 'secretive' });
    const cookie = await signIn(site, username);
    await call(site, { method: 'POST', path: '/login', body: { username, password: 'wrong password' } });
    await call(site, { method: 'GET', path: `/password/reset/request/${username}`, headers: FROM_FRONT_END });
    const token = tokenOf(linkTo(site, emailAddress));
    site.mail.refusal = `5.1.1 <${emailAddress}> unknown`;
    await call(site, { method: 'GET', path: `/resend-verify-email/${username}`, headers: FROM_FRONT_END });
    const body = { newEmailAddress: 'secretive-new@example.com', oldPassword: PASSWORD };
    await call(site, { method: 'PATCH', path: `/users/${id}`, body, cookie, headers: FROM_FRONT_END });
    await call(site, {
      method: 'POST',
      path: '/password/update',
      body: { username, token, password: 'brand new one' },
    });
    site.mail.refusal = null;
    const text = inspect(site.log, { depth: 10 });
    expect(text).toContain('The mail transport that MAILER_DSN names failed (EMESSAGE');
    for (const secret of [
      'secretive',
      PASSWORD,
      'wrong password',
      'brand new one',
      token,
      cookie,
      'argon2',
    ]) {
      expect(text).not.toContain(secret);
    }
  });
});
