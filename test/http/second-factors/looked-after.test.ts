import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { anAccount, jwtCookie, PASSWORD, signIn } from '../accounts/client.js';
import type { AccountSite } from '../accounts/support.js';
import { requestedOf, codeNow, logIn, post, request, signInByCode, startSite, withApp } from './site.js';

let site: AccountSite;
beforeEach(async () => {
  site = await startSite();
  await site.app.startServing();
});
afterEach(() => site.close());

const mailsTo = (address: string): readonly string[] =>
  site.mail.received.filter(({ to }) => to.includes(address)).map(({ email }) => email.text ?? '');

/** Returns the audit log entries of an account, oldest first, without its sign-ins. */
async function audited(kind: string) {
  const admin = await anAccount(site, { role: 'ROLE_SUPER_ADMIN' });
  const cookie = await signIn(site, admin.username);
  const list = await request(site, `GET /_/revisions?kind=${kind}`, { cookie });
  const entries = list.body?.revisions as readonly { readonly account?: string; readonly details?: string }[];
  return [...entries].reverse();
}

describe('changes of second factors', () => {
  test('send a mail and are recorded in the audit log, including used codes', async () => {
    const { id, username, emailAddress } = await anAccount(site);
    const { codes } = await withApp(site, username);
    const { ticket } = requestedOf(await logIn(site, username));
    const entered = await post(site, '/login/second_factor', { body: { ticket, code: codes[0] } });
    const cookie = jwtCookie(entered);
    await post(site, '/me/recovery_codes', { cookie });
    await request(site, 'DELETE /me/totp', { cookie });
    await expect.poll(() => mailsTo(emailAddress).length, { timeout: 30_000 }).toBe(4);
    const texts = mailsTo(emailAddress).join('\n');
    expect(texts).toContain('An authenticator app was added to your account.');
    expect(texts).toContain('A recovery code of your account was used. You have 9 codes left.');
    expect(texts).toContain('The recovery codes of your account were replaced.');
    expect(texts).toContain('The authenticator app of your account was removed.');
    const ofAccount = (await audited('account')).filter(({ account }) => account?.endsWith(id));
    expect(ofAccount.map(({ details }) => details)).toEqual([
      'created',
      'totp added',
      'recovery code used',
      'recovery codes renewed',
      'totp removed',
    ]);
    const signIns = (await audited('sign-in')).map(({ details }) => details ?? null);
    expect(signIns).toContain('password, recovery code');
  });

  test('that fail are recorded in the audit log, and no log or response contains codes, tickets or secrets', async () => {
    const { id, username } = await anAccount(site);
    const { secret, codes } = await withApp(site, username);
    const { ticket } = requestedOf(await logIn(site, username));
    const wrong = await post(site, '/login/second_factor', { body: { ticket, code: `${codes[0]}x` } });
    expect(wrong.status).toBe(401);
    expect(wrong.text).not.toContain(codes[0]);
    await signInByCode(site, username, secret);
    const failed = (await audited('failed-sign-in')).filter(({ account }) => account?.endsWith(id));
    expect(failed.map(({ details }) => details)).toEqual(['code']);
    const log = JSON.stringify(site.log);
    for (const text of [ticket, ...codes, codeNow(site, secret)]) expect(log).not.toContain(text);
  });

  test('work without mail if it is disabled', async () => {
    await site.close();
    site = await startSite({ email: false });
    await site.app.startServing();
    const { username, emailAddress } = await anAccount(site);
    await withApp(site, username);
    const waiting = await site.database.all(`select * from ${site.database.table('outbox_message')}`);
    expect([waiting, mailsTo(emailAddress)]).toEqual([[], []]);
  });
});

describe('a reset', () => {
  test('requires a super administrator, removes factors, tickets and sessions, and sends a mail', async () => {
    const { id, username, emailAddress } = await anAccount(site);
    const { cookie } = await withApp(site, username);
    const { ticket } = requestedOf(await logIn(site, username));
    const line = `DELETE /users/${id}/second_factors`;
    expect((await request(site, line)).status).toBe(401);
    for (const role of ['ROLE_USER', 'ROLE_ADMIN']) {
      const { username: other } = await anAccount(site, { role });
      expect((await request(site, line, { cookie: await signIn(site, other) })).status).toBe(403);
    }
    expect((await request(site, line, { cookie })).status).toBe(403);
    const admin = await anAccount(site, { role: 'ROLE_SUPER_ADMIN' });
    const ofAdmin = await signIn(site, admin.username);
    for (const unknown of ['x', '0f8fad5b-d9cb-469f-a165-70867728950e'])
      expect(
        (await request(site, `DELETE /users/${unknown}/second_factors`, { cookie: ofAdmin })).status,
      ).toBe(404);
    expect((await request(site, line, { cookie: ofAdmin })).status).toBe(204);
    expect((await request(site, 'GET /me', { cookie })).status).toBe(401);
    expect((await post(site, '/login/second_factor', { body: { ticket, code: '000000' } })).status).toBe(401);
    expect((await logIn(site, username)).status).toBe(204);
    await expect
      .poll(() => mailsTo(emailAddress).join('\n'), { timeout: 30_000 })
      .toContain('An administrator removed all second factors of your account.');
  });
});

describe('a password reset', () => {
  test('does not bypass second factors', async () => {
    const { username, emailAddress } = await anAccount(site);
    const { secret } = await withApp(site, username);
    await post(site, '/password/reset', { body: { username } });
    const link =
      mailsTo(emailAddress)
        .join('\n')
        .match(/reset-password\/[^/]+\/([0-9a-f]{32})/)?.[1] ?? '';
    const body = { username, token: link, password: 'another long password' };
    const changed = await post(site, '/password/update', { body });
    expect([changed.status, changed.cookies]).toEqual([204, []]);
    const answer = await logIn(site, username, 'another long password');
    expect([answer.status, requestedOf(answer).methods]).toEqual([401, ['totp', 'recovery_code']]);
    expect((await logIn(site, username, PASSWORD)).body?.mfa).toBeUndefined();
    const { ticket } = requestedOf(answer);
    const entered = await post(site, '/login/second_factor', {
      body: { ticket, code: codeNow(site, secret) },
    });
    expect(entered.status).toBe(204);
  });
});

describe('secrets of apps', () => {
  test('without their key reject codes with 503, and recovery codes still work', async () => {
    const { id, username } = await anAccount(site);
    const { codes, secret } = await withApp(site, username);
    const table = site.database.table('totp');
    await site.database.transaction((transaction) =>
      transaction.run(`update ${table} set secret = :secret where user_id = :user`, {
        secret: `AAAAAAAA.${Buffer.alloc(48).toString('base64url')}`,
        user: site.database.dialect.encode('uuid', id),
      }),
    );
    const { ticket } = requestedOf(await logIn(site, username));
    const enter = (code: string) => post(site, '/login/second_factor', { body: { ticket, code } });
    expect((await enter(codeNow(site, secret))).status).toBe(503);
    expect((await enter(codes[0] ?? '')).status).toBe(204);
  });
});
