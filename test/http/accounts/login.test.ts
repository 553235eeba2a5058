import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anAccount, call, FROM_FRONT_END, jwtCookie, PASSWORD, signIn } from './client.js';
import { startAccountSite, type AccountSite } from './support.js';

let site: AccountSite;
beforeAll(async () => {
  site = await startAccountSite();
});
afterAll(() => site.close());

describe('POST /login', () => {
  test('sets the JWT cookie and responds with 204 without a body', async () => {
    const { username } = await anAccount(site);
    const answer = await call(site, {
      method: 'POST',
      path: '/login',
      body: { username, password: PASSWORD },
    });
    expect(answer.status).toBe(204);
    expect(answer.text).toBe('');
    expect(answer.cookies).toHaveLength(1);
    expect(answer.cookies[0]).toMatch(
      /^api_component=[\w-]+\.[\w-]+\.[\w-]+; expires=.+; Max-Age=604800; path=\/; secure; httponly; samesite=lax$/,
    );
    expect(answer.headers.get('cache-control')).toContain('no-store');
  });

  test('signs an RS256 token that is valid for an hour and names the session', async () => {
    const { username, id } = await anAccount(site, { role: 'ROLE_ADMIN' });
    const [header = '', payload = ''] = (await signIn(site, username)).split('=')[1]?.split('.') ?? [];
    const decode = (part: string): Record<string, unknown> =>
      JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
    expect(decode(header)).toEqual({ alg: 'RS256', typ: 'JWT' });
    const claims = decode(payload);
    expect(claims).toMatchObject({ id, username, roles: ['ROLE_ADMIN', 'ROLE_USER'], newEmailAddress: null });
    expect(Number(claims.exp) - Number(claims.iat)).toBe(3600);
    expect(claims.sid).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('accepts the username or the e-mail address, regardless of case', async () => {
    const { username, emailAddress } = await anAccount(site);
    await expect(signIn(site, username.toUpperCase())).resolves.toContain('api_component=');
    await expect(signIn(site, emailAddress.toUpperCase())).resolves.toContain('api_component=');
  });

  test('gives the same response for an unknown user and a wrong password', async () => {
    const { username } = await anAccount(site);
    const wrong = await call(site, {
      method: 'POST',
      path: '/login',
      body: { username, password: 'wrong password' },
    });
    const unknown = await call(site, {
      method: 'POST',
      path: '/login',
      body: { username: 'nobody', password: PASSWORD },
    });
    expect(wrong.status).toBe(401);
    expect(wrong.body).toEqual({ code: 401, message: 'Invalid credentials.' });
    expect(wrong.headers.get('www-authenticate')).toBe('Bearer');
    expect([unknown.status, unknown.text]).toEqual([wrong.status, wrong.text]);
    expect([...wrong.cookies, ...unknown.cookies]).toEqual([]);
  });

  test('reveals that an account is disabled only to callers who know its password', async () => {
    const { username } = await anAccount(site, { enabled: false });
    const right = await call(site, {
      method: 'POST',
      path: '/login',
      body: { username, password: PASSWORD },
    });
    const wrong = await call(site, { method: 'POST', path: '/login', body: { username, password: 'wrong' } });
    expect(right.body).toEqual({ code: 401, message: 'Your account is currently disabled.' });
    expect(wrong.body).toEqual({ code: 401, message: 'Invalid credentials.' });
  });

  test.each([
    ['no password', { username: 'a' }],
    ['an empty username', { username: '', password: 'b' }],
    ['a numeric password', { username: 'a', password: 1 }],
  ])('responds with 400 to %s', async (_name, body) => {
    expect((await call(site, { method: 'POST', path: '/login', body })).status).toBe(400);
  });

  test('ignores an expired token in the request', async () => {
    const { username } = await anAccount(site);
    const answer = await call(site, {
      method: 'POST',
      path: '/login',
      body: { username, password: PASSWORD },
      cookie: 'api_component=not.a.token',
    });
    expect(answer.status).toBe(204);
  });
});

describe('the login throttle', () => {
  test('responds with 429 and Retry-After after too many failures for one account from one address', async () => {
    const limited = await startAccountSite({ throttle: { perAccount: 3, windowSeconds: 3600 } });
    try {
      const { username } = await anAccount(limited);
      const other = await anAccount(limited);
      const guess = (): ReturnType<typeof call> =>
        call(limited, { method: 'POST', path: '/login', body: { username, password: 'guess' } });
      const statuses = [];
      for (let attempt = 0; attempt < 4; attempt += 1) statuses.push((await guess()).status);
      expect(statuses).toEqual([401, 401, 401, 429]);
      const refused = await call(limited, {
        method: 'POST',
        path: '/login',
        body: { username, password: PASSWORD },
      });
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      await expect(signIn(limited, other.username)).resolves.toContain('api_component=');
    } finally {
      await limited.close();
    }
  });
});

describe('GET /me', () => {
  test('returns the current user with expanded roles and without a hash', async () => {
    const { id, username, emailAddress } = await anAccount(site, { role: 'ROLE_ADMIN' });
    const answer = await call(site, { method: 'GET', path: '/me', cookie: await signIn(site, username) });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      '@context': '/_api/contexts/User',
      '@id': `/_api/users/${id}`,
      '@type': 'User',
      username,
      emailAddress,
      roles: ['ROLE_ADMIN', 'ROLE_USER'],
      emailAddressVerified: true,
      createdAt: expect.stringMatching(/\+00:00$/) as string,
      modifiedAt: expect.stringMatching(/\+00:00$/) as string,
      _metadata: { persisted: true, mercureSubscribeTopics: expect.any(Array) as unknown },
    });
    expect(answer.text).not.toContain('argon2');
    expect(answer.headers.get('cache-control')).toMatch(/private/);
  });

  test('accepts the token as a Bearer header', async () => {
    const { username } = await anAccount(site);
    const jwt = (await signIn(site, username)).slice('api_component='.length);
    const answer = await call(site, {
      method: 'GET',
      path: '/me',
      headers: { Authorization: `bearer ${jwt}` },
    });
    expect(answer.body).toMatchObject({ username });
  });

  test('responds with 401 for a signed-out visitor', async () => {
    const answer = await call(site, { method: 'GET', path: '/me' });
    expect([answer.status, answer.body]).toEqual([
      401,
      { code: 401, message: 'JWT Token not found', detail: expect.stringContaining('Sign in with POST') },
    ]);
  });

  test('responds with 401 and clears the cookie for an invalid token', async () => {
    const answer = await call(site, { method: 'GET', path: '/me', cookie: 'api_component=a.b.c' });
    expect(answer.body).toEqual({ code: 401, message: 'Invalid JWT Token' });
    expect(answer.cookies[0]).toMatch(
      /^api_component=x\.x\.x; expires=Thu, 01 Jan 1970 00:00:01 GMT; Max-Age=0/,
    );
  });

  test('rejects a token without a signature', async () => {
    const { username } = await anAccount(site);
    const [, payload = ''] = (await signIn(site, username)).split('.');
    const header = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
    const answer = await call(site, {
      method: 'GET',
      path: '/me',
      cookie: `api_component=${header}.${payload}.`,
    });
    expect(answer.body).toEqual({ code: 401, message: 'Invalid JWT Token' });
  });
});

describe('sessions', () => {
  test('refresh an expired token while they are valid, with a new cookie', async () => {
    const { username } = await anAccount(site);
    const cookie = await signIn(site, username);
    site.clock.advance(3601);
    const answer = await call(site, { method: 'GET', path: '/me', cookie });
    expect(answer.status).toBe(200);
    expect(jwtCookie(answer)).not.toBe(cookie);
    const rows = await site.database.all(
      `select rt.version from ${site.database.table('refresh_token')} rt
join ${site.database.table('user')} u on u.id = rt.user_id
where u.username = :username`,
      { username },
    );
    expect(rows).toHaveLength(2);
    expect((await call(site, { method: 'GET', path: '/me', cookie })).status).toBe(200);
  });

  test('accept twenty simultaneous requests with the same expired token', async () => {
    const { username } = await anAccount(site);
    const cookie = await signIn(site, username);
    site.clock.advance(3601);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => call(site, { method: 'GET', path: '/me', cookie })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    const after = await Promise.all(
      answers.map((answer) => call(site, { method: 'GET', path: '/me', cookie: jwtCookie(answer) })),
    );
    expect(new Set(after.map(({ status }) => status))).toEqual(new Set([200]));
  });

  test('end when their refresh token expires', async () => {
    const { username } = await anAccount(site);
    const cookie = await signIn(site, username);
    site.clock.advance(604_801);
    const answer = await call(site, { method: 'GET', path: '/me', cookie });
    expect(answer.body).toEqual({ code: 401, message: 'Expired JWT Token' });
    expect(answer.cookies[0]).toContain('api_component=x.x.x');
  });

  test('reject a disabled user from the next request', async () => {
    const user = await anAccount(site);
    const admin = await anAccount(site, { role: 'ROLE_SUPER_ADMIN' });
    const cookie = await signIn(site, user.username);
    const adminCookie = await signIn(site, admin.username);
    const disabled = await call(site, {
      method: 'PATCH',
      path: `/users/${user.id}`,
      body: { enabled: false },
      cookie: adminCookie,
    });
    expect(disabled.body).toMatchObject({ enabled: false });
    expect((await call(site, { method: 'GET', path: '/me', cookie })).status).toBe(401);
    await call(site, {
      method: 'PATCH',
      path: `/users/${user.id}`,
      body: { enabled: true },
      cookie: adminCookie,
    });
    expect((await call(site, { method: 'GET', path: '/me', cookie })).status).toBe(401);
  });

  test('reject a demoted admin from the next request', async () => {
    const demoted = await anAccount(site, { role: 'ROLE_SUPER_ADMIN' });
    const admin = await anAccount(site, { role: 'ROLE_SUPER_ADMIN' });
    const cookie = await signIn(site, demoted.username);
    expect((await call(site, { method: 'GET', path: '/users', cookie })).status).toBe(200);
    await call(site, {
      method: 'PATCH',
      path: `/users/${demoted.id}`,
      body: { roles: ['ROLE_USER'] },
      cookie: await signIn(site, admin.username),
    });
    expect((await call(site, { method: 'GET', path: '/users', cookie })).status).toBe(403);
    expect((await call(site, { method: 'GET', path: '/me', cookie })).body).toMatchObject({
      roles: ['ROLE_USER'],
    });
  });

  test('POST /logout ends every session of the user and clears the cookie', async () => {
    const { username } = await anAccount(site);
    const [first, second] = [await signIn(site, username), await signIn(site, username)];
    expect((await call(site, { method: 'GET', path: '/me', cookie: first })).status).toBe(200);
    const answer = await call(site, { method: 'POST', path: '/logout', cookie: second });
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(answer.cookies[0]).toContain('api_component=x.x.x');
    for (const cookie of [first, second])
      expect((await call(site, { method: 'GET', path: '/me', cookie })).status).toBe(401);
  });

  test('POST /logout results in 200 without a token and with an invalid one', async () => {
    expect((await call(site, { method: 'POST', path: '/logout' })).status).toBe(200);
    expect((await call(site, { method: 'GET', path: '/logout', cookie: 'api_component=junk' })).status).toBe(
      200,
    );
  });

  test('/token/refresh responds with 204 and a fresh cookie, or 401', async () => {
    const { username } = await anAccount(site);
    const cookie = await signIn(site, username);
    for (const method of ['GET', 'POST']) {
      const answer = await call(site, { method, path: '/token/refresh', cookie });
      expect(answer.status).toBe(204);
      expect((await call(site, { method: 'GET', path: '/me', cookie: jwtCookie(answer) })).status).toBe(200);
    }
    expect((await call(site, { method: 'POST', path: '/token/refresh' })).status).toBe(401);
  });

  test('reject a write with a cookie from a foreign origin', async () => {
    const { id, username } = await anAccount(site, { role: 'ROLE_SUPER_ADMIN' });
    const cookie = await signIn(site, username);
    const write = (headers: Record<string, string>): ReturnType<typeof call> =>
      call(site, { method: 'PATCH', path: `/users/${id}`, body: { enabled: true }, cookie, headers });
    expect((await write({ Origin: 'https://evil.example' })).status).toBe(403);
    expect((await write({ Origin: 'null' })).status).toBe(403);
    expect((await write(FROM_FRONT_END)).status).toBe(200);
  });
});
