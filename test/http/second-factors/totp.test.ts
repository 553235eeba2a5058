import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { anAccount, jwtCookie, PASSWORD, signIn } from '../accounts/client.js';
import type { AccountSite } from '../accounts/support.js';
import {
  addApp,
  requestedOf,
  codeNow,
  logIn,
  nextStep,
  post,
  request,
  secretOf,
  signInByCode,
  startSite,
  withApp,
} from './site.js';

let site: AccountSite;
beforeEach(async () => {
  site = await startSite();
});
afterEach(() => site.close());

const isIn = async (cookie: string): Promise<boolean> =>
  (await request(site, 'GET /me', { cookie })).status === 200;

describe('an authenticator app', () => {
  test('becomes active once a code has confirmed it, and comes with ten recovery codes', async () => {
    const { username } = await anAccount(site);
    const cookie = await signIn(site, username);
    const begun = await post(site, '/me/totp', { cookie });
    expect(begun.status).toBe(200);
    expect(begun.body).toMatchObject({ secret: expect.stringMatching(/^[A-Z2-7]{32}$/) });
    expect(begun.body?.uri).toBe(
      `otpauth://totp/Example%20Site:${username}?secret=${String(begun.body?.secret)}&issuer=Example%20Site&algorithm=SHA1&digits=6&period=30`,
    );
    expect((await logIn(site, username)).status).toBe(204);
    const wrong = await post(site, '/me/totp/confirm', { cookie, body: { code: '000000' } });
    expect([wrong.status, wrong.body?.detail]).toEqual([
      422,
      'code: This code is wrong, too old, or was used before.',
    ]);
    const body = { code: codeNow(site, secretOf(begun)) };
    const confirmed = await post(site, '/me/totp/confirm', { cookie, body });
    const codes = confirmed.body?.recoveryCodes as readonly string[];
    expect(new Set(codes).size).toBe(10);
    expect(codes.every((code) => /^([2-9a-z]{4}-){3}[2-9a-z]{4}$/.test(code))).toBe(true);
    expect((await request(site, 'GET /me/second_factors', { cookie })).body).toMatchObject({
      isRequired: false,
      totp: { createdAt: expect.any(String) },
      passkeys: [],
      recoveryCodesLeft: 10,
    });
    expect((await post(site, '/me/totp', { cookie })).status).toBe(409);
    expect((await post(site, '/me/totp/confirm', { cookie, body })).status).toBe(409);
  });

  test('is requested at sign-in, with a ticket that is not a session', async () => {
    const { username } = await anAccount(site);
    const { secret } = await withApp(site, username);
    const answer = await logIn(site, username);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer');
    expect(answer.body).toEqual({
      code: 401,
      message: 'A second factor is needed.',
      mfa: {
        ticket: expect.stringMatching(/^[\w-]{43}$/),
        expiresIn: 300,
        methods: ['totp', 'recovery_code'],
      },
    });
    expect(answer.cookies.some((cookie) => cookie.startsWith('api_component='))).toBe(false);
    const { ticket } = requestedOf(answer);
    expect(await isIn(`api_component=${ticket}`)).toBe(false);
    const body = { ticket, code: codeNow(site, secret) };
    const entered = await post(site, '/login/second_factor', { body });
    expect(entered.status).toBe(204);
    expect(await isIn(jwtCookie(entered))).toBe(true);
  });

  test('is requested only after a correct password: a wrong one gets the usual response', async () => {
    const plain = await anAccount(site);
    const safe = await anAccount(site);
    await withApp(site, safe.username);
    const answers = await Promise.all(
      [plain.username, safe.username, 'nobody'].map((name) => logIn(site, name, 'wrong')),
    );
    for (const { status, body } of answers)
      expect({ status, body }).toEqual({ status: 401, body: { code: 401, message: 'Invalid credentials.' } });
  });

  test('accepts a code once, even for two simultaneous tickets', async () => {
    const { username } = await anAccount(site);
    const { secret } = await withApp(site, username);
    const tickets = [
      requestedOf(await logIn(site, username)).ticket,
      requestedOf(await logIn(site, username)).ticket,
    ];
    const code = codeNow(site, secret);
    const answers = await Promise.all(
      tickets.map((ticket) => post(site, '/login/second_factor', { body: { ticket, code } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 401]);
  });

  test('does not accept the code that confirmed it', async () => {
    const { username } = await anAccount(site);
    const cookie = await signIn(site, username);
    const secret = secretOf(await post(site, '/me/totp', { cookie }));
    const code = codeNow(site, secret);
    await post(site, '/me/totp/confirm', { cookie, body: { code } });
    const { ticket } = requestedOf(await logIn(site, username));
    expect((await post(site, '/login/second_factor', { body: { ticket, code } })).status).toBe(401);
  });

  test.each([
    [-2, 401],
    [-1, 204],
    [0, 204],
    [1, 204],
    [2, 401],
  ])('accepts the code of a clock that is %i steps away: %i', async (steps, status) => {
    const { username } = await anAccount(site);
    const { secret } = await withApp(site, username);
    nextStep(site);
    const { ticket } = requestedOf(await logIn(site, username));
    const body = { ticket, code: codeNow(site, secret, steps) };
    expect((await post(site, '/login/second_factor', { body })).status).toBe(status);
  });

  test('accepts a code as apps show it, and no other spelling', async () => {
    const { username } = await anAccount(site);
    const { secret } = await withApp(site, username);
    const { ticket } = requestedOf(await logIn(site, username));
    const code = codeNow(site, secret);
    const enter = async (given: unknown) =>
      (await post(site, '/login/second_factor', { body: { ticket, code: given } })).status;
    expect(await enter(Number(code))).toBe(401);
    expect(await enter([code])).toBe(401);
    expect(await enter(`${code}0`)).toBe(401);
    expect(await enter(`${code.slice(0, 3)} ${code.slice(3)}`)).toBe(204);
  });
});

describe('a ticket', () => {
  const enter = async (ticket: unknown, secret: Buffer) =>
    (await post(site, '/login/second_factor', { body: { ticket, code: codeNow(site, secret) } })).status;

  test('is valid once, for five minutes, and for its account', async () => {
    const [one, other] = [await anAccount(site), await anAccount(site)];
    const ofOne = await withApp(site, one.username);
    const ofOther = await withApp(site, other.username);
    const { ticket } = requestedOf(await logIn(site, one.username));
    expect(await enter(ticket, ofOther.secret)).toBe(401);
    expect(await enter(`${ticket.slice(0, -1)}!`, ofOne.secret)).toBe(401);
    expect(await enter(undefined, ofOne.secret)).toBe(401);
    expect(await enter(ticket, ofOne.secret)).toBe(204);
    nextStep(site);
    expect(await enter(ticket, ofOne.secret)).toBe(401);
    const late = requestedOf(await logIn(site, one.username)).ticket;
    site.clock.advance(300);
    expect(await enter(late, ofOne.secret)).toBe(401);
  });

  test('ends when the password changes or the account is disabled', async () => {
    const { id, username } = await anAccount(site);
    const { secret, cookie } = await withApp(site, username);
    const { ticket } = requestedOf(await logIn(site, username));
    const body = { plainPassword: 'another long password', oldPassword: PASSWORD };
    expect((await request(site, `PATCH /users/${id}`, { cookie, body })).status).toBe(200);
    expect(await enter(ticket, secret)).toBe(401);
    const { ticket: second } = requestedOf(await logIn(site, username, 'another long password'));
    const admin = await anAccount(site, { role: 'ROLE_SUPER_ADMIN' });
    const ofAdmin = await signIn(site, admin.username);
    await request(site, `PATCH /users/${id}`, { cookie: ofAdmin, body: { enabled: false } });
    nextStep(site);
    const refused = await post(site, '/login/second_factor', {
      body: { ticket: second, code: codeNow(site, secret) },
    });
    expect([refused.status, refused.body?.message]).toEqual([401, 'Your account is currently disabled.']);
  });

  test('is also in a cookie, for redirected browsers', async () => {
    const { username } = await anAccount(site);
    const { secret } = await withApp(site, username);
    const [set = ''] = (await logIn(site, username)).cookies;
    expect(set).toMatch(
      /^cms_second_factor=[\w-]{43}; Max-Age=300; Path=\/_api\/login; Secure; HttpOnly; SameSite=lax$/,
    );
    const cookie = set.slice(0, set.indexOf(';'));
    const answer = await post(site, '/login/second_factor', {
      cookie,
      body: { code: codeNow(site, secret) },
    });
    expect(answer.status).toBe(204);
    expect(answer.cookies).toContainEqual(expect.stringMatching(/^cms_second_factor=; Max-Age=0;/));
  });

  test('is stored as a hash in the database, and a secret is stored encrypted', async () => {
    const { username } = await anAccount(site);
    const { secret, codes } = await withApp(site, username);
    const { ticket } = requestedOf(await logIn(site, username));
    const rows = JSON.stringify([
      await site.database.all(`select * from ${site.database.table('totp')}`),
      await site.database.all(`select * from ${site.database.table('factor_challenge')}`),
      await site.database.all(`select * from ${site.database.table('recovery_code')}`),
    ]);
    for (const text of [ticket, secret.toString('base64'), secret.toString('hex'), ...codes])
      expect(rows).not.toContain(text);
  });
});

describe('a recovery code', () => {
  test('replaces the app once, in any spelling, and the response has the number of remaining codes', async () => {
    const { username } = await anAccount(site);
    const { codes } = await withApp(site, username);
    const enter = async (code: string) => {
      const { ticket } = requestedOf(await logIn(site, username));
      return (await post(site, '/login/second_factor', { body: { ticket, code } })).status;
    };
    const [first = '', second = ''] = codes;
    expect(await enter(first.toUpperCase().replaceAll('-', ' '))).toBe(204);
    expect(await enter(first)).toBe(401);
    const both = await Promise.all([enter(second), enter(second)]);
    expect(both.sort()).toEqual([204, 401]);
    const cookie = await (async () => {
      const { ticket } = requestedOf(await logIn(site, username));
      return jwtCookie(await post(site, '/login/second_factor', { body: { ticket, code: codes[2] } }));
    })();
    const list = await request(site, 'GET /me/second_factors', { cookie });
    expect(list.body?.recoveryCodesLeft).toBe(7);
    const renewed = await post(site, '/me/recovery_codes', { cookie });
    expect(renewed.body?.recoveryCodes).toHaveLength(10);
    expect(await enter(codes[3] ?? '')).toBe(401);
  });
});

describe('changes of second factors', () => {
  test('require a sign-in or a confirmation within ten minutes: a code if there is a factor, otherwise the password', async () => {
    const { username } = await anAccount(site);
    const cookie = await signIn(site, username);
    site.clock.advance(600);
    const refused = await post(site, '/me/totp', { cookie });
    expect([refused.status, refused.body?.proofs]).toEqual([403, ['password']]);
    const wrong = await post(site, '/me/proof', { cookie, body: { password: 'wrong' } });
    expect(wrong.status).toBe(422);
    expect((await post(site, '/me/proof', { cookie, body: { password: PASSWORD } })).status).toBe(200);
    const { secret, codes } = await addApp(site, cookie);
    site.clock.advance(600);
    const requested = await request(site, 'DELETE /me/totp', { cookie });
    expect([requested.status, requested.body?.proofs]).toEqual([403, ['code']]);
    expect((await post(site, '/me/proof', { cookie, body: { password: PASSWORD } })).status).toBe(422);
    expect((await post(site, '/me/proof', { cookie, body: { code: codes[0] } })).status).toBe(200);
    expect((await request(site, 'DELETE /me/totp', { cookie })).status).toBe(204);
    expect((await request(site, 'DELETE /me/totp', { cookie })).status).toBe(404);
    expect((await logIn(site, username)).status).toBe(204);
    const list = await request(site, 'GET /me/second_factors', { cookie });
    expect(list.body).toMatchObject({ totp: null, recoveryCodesLeft: 0 });
    expect(secret).toHaveLength(20);
  });

  test('require a session of the user', async () => {
    const admin = await anAccount(site, { role: 'ROLE_SUPER_ADMIN' });
    const { username } = await anAccount(site);
    const cookie = await signIn(site, admin.username);
    for (const [method, path] of [
      ['POST', '/me/totp'],
      ['POST', '/me/recovery_codes'],
      ['DELETE', '/me/totp'],
      ['GET', '/me/second_factors'],
    ] as const) {
      expect((await request(site, `${method} ${path}`)).status).toBe(401);
      const switched = await request(site, `${method} ${path}?_switch_user=${username}`, { cookie });
      expect(switched.status).toBe(403);
    }
  });

  test('keep the other sessions of the account', async () => {
    const { username } = await anAccount(site);
    const other = await signIn(site, username);
    await withApp(site, username);
    expect(await isIn(other)).toBe(true);
  });
});

describe('a role that requires a second factor', () => {
  beforeEach(async () => {
    await site.close();
    site = await startSite({ required_for: ['ROLE_ADMIN'] });
  });

  test('makes its users add one before a session opens, with a ticket for that purpose only', async () => {
    const { username } = await anAccount(site, { role: 'ROLE_SUPER_ADMIN' });
    const answer = await logIn(site, username);
    expect([answer.status, answer.body?.mfa]).toMatchObject([
      401,
      { methods: [], enrol: ['totp', 'passkey'] },
    ]);
    const { ticket } = requestedOf(answer);
    expect((await post(site, '/login/second_factor', { body: { ticket, code: '000000' } })).status).toBe(401);
    const secret = secretOf(await post(site, '/login/enrol/totp', { body: { ticket } }));
    const confirm = (code: string) => post(site, '/login/enrol/totp/confirm', { body: { ticket, code } });
    expect((await confirm('000000')).status).toBe(401);
    const confirmed = await confirm(codeNow(site, secret));
    expect(confirmed.body?.recoveryCodes).toHaveLength(10);
    const cookie = jwtCookie(confirmed);
    expect(await isIn(cookie)).toBe(true);
    nextStep(site);
    expect((await confirm(codeNow(site, secret))).status).toBe(401);
    expect((await request(site, 'DELETE /me/totp', { cookie })).status).toBe(409);
    await signInByCode(site, username, secret);
  });

  test('gives a ticket no further use once the account has a factor', async () => {
    const { username } = await anAccount(site, { role: 'ROLE_ADMIN' });
    const [first, second] = [
      requestedOf(await logIn(site, username)),
      requestedOf(await logIn(site, username)),
    ];
    const secret = secretOf(await post(site, '/login/enrol/totp', { body: { ticket: first.ticket } }));
    const body = { ticket: first.ticket, code: codeNow(site, secret) };
    expect((await post(site, '/login/enrol/totp/confirm', { body })).status).toBe(200);
    for (const path of ['/login/enrol/totp', '/login/enrol/passkey/options'])
      expect((await post(site, path, { body: { ticket: second.ticket } })).status).toBe(401);
  });

  test('requires nothing from other users', async () => {
    const { username } = await anAccount(site);
    expect((await logIn(site, username)).status).toBe(204);
  });
});
