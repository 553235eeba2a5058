import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { echo, readsJson, startShell } from './support.js';
import type { Shell } from './support.js';

const ENDPOINTS = [
  echo('GET', '/_/layouts'),
  echo('POST', '/_/layouts'),
  echo('DELETE', '/_/layouts/{id}'),
  echo('POST', '/users'),
  echo('GET', '/users'),
  echo('POST', '/token/refresh'),
  echo('POST', '/password/reset'),
  echo('POST', '/password/update'),
  echo('PATCH', '/component/forms/{id}/submit'),
  echo('POST', '/component/forms/{id}/submit'),
  echo('PATCH', '/component/forms/{id}'),
  echo('POST', '/login', { authentication: 'none' }),
  readsJson('POST', '/broken', ['application/json']),
];
const ORIGIN = 'https://site.example.com';
let shell: Shell;
beforeAll(async () => {
  shell = await startShell(ENDPOINTS);
});
afterAll(() => shell.close());

const status = async (method: string, url: string, headers: Record<string, string> = {}): Promise<number> =>
  (await shell.send(method, `/_api${url}`, { headers })).status;

describe('access control', () => {
  test.each([
    ['GET', '/_/layouts', 200],
    ['HEAD', '/_/layouts', 200],
    ['POST', '/_/layouts', 401],
    ['DELETE', '/_/layouts/1', 401],
    ['POST', '/token/refresh', 200],
    ['POST', '/password/reset', 200],
    ['POST', '/password/update', 200],
    ['POST', '/component/forms/1/submit', 200],
    ['PATCH', '/component/forms/1/submit', 200],
    ['PATCH', '/component/forms/1', 401],
    ['POST', '/users', 200],
    ['POST', '/login', 200],
    ['POST', '/broken', 401],
    ['PATCH', '/component/forms/1%2Fsubmit', 200],
  ])('results for an anonymous %s %s in %i', async (method, url, want) => {
    expect(await status(method, url)).toBe(want);
  });

  test('denies an anonymous caller with the body of the authentication layer', async () => {
    const { headers, json } = await shell.send('POST', '/_api/_/layouts');
    expect(headers['content-type']).toBe('application/json');
    expect(headers['www-authenticate']).toBe('Bearer');
    expect(json).toEqual({
      code: 401,
      message: 'JWT Token not found',
      detail: expect.stringMatching(/^Sign in with POST \/\w+\/login, or send the header/),
    });
  });

  test('allows a signed-in caller to write', async () => {
    expect(await status('POST', '/_/layouts', { Authorization: 'Bearer editor' })).toBe(200);
  });

  test('applies configured rules first, to the path without prefix and extension', async () => {
    const accessControl = [
      { path: '^/users$', methods: ['GET'], roles: ['ROLE_ADMIN'] },
      { path: '^/_/layouts$', methods: ['POST'], roles: ['PUBLIC_ACCESS'] },
      { path: '^/_/', methods: [], roles: ['ROLE_ADMIN', 'IS_AUTHENTICATED_FULLY'] },
    ];
    const strict = await startShell(ENDPOINTS, { config: { accessControl } });
    const send = async (method: string, url: string, headers = {}) =>
      (await strict.send(method, `/_api${url}`, { headers })).status;
    const editor = { Authorization: 'Bearer editor' };
    expect(await send('GET', '/users')).toBe(401);
    expect(await send('HEAD', '/users')).toBe(401);
    expect(await send('GET', '/users.json')).toBe(401);
    expect(await send('GET', '/%75sers')).toBe(401);
    expect(await send('GET', '/users', editor)).toBe(403);
    expect(await send('POST', '/_/layouts')).toBe(200);
    expect(await send('GET', '/_/layouts')).toBe(401);
    expect(await send('GET', '/_/layouts', editor)).toBe(200);
    await strict.close();
  });
});

describe('authentication', () => {
  test('rejects an invalid Bearer token with 401 on public paths too, with the clearing cookie', async () => {
    const {
      status: code,
      headers,
      json,
    } = await shell.send('GET', '/_api/_/layouts', { headers: { Authorization: 'Bearer broken' } });
    expect([code, json]).toEqual([401, { code: 401, message: 'Invalid JWT Token' }]);
    expect(headers['set-cookie']).toEqual(['jwt=x.x.x; path=/']);
    expect(headers['cache-control']).toBe('private, no-store');
  });

  test('sends a fresh cookie with errors as well', async () => {
    const headers = { Authorization: 'Bearer refreshed', Accept: 'application/xml' };
    const answer = await shell.send('GET', '/_api/_/layouts', { headers });
    expect([answer.status, answer.headers['set-cookie']]).toEqual([406, ['jwt=new; path=/']]);
  });

  test('ignores a token in a login', async () => {
    expect(await status('POST', '/login', { Authorization: 'Bearer broken' })).toBe(200);
  });
});

describe('origins', () => {
  test.each([
    [{}, 200],
    [{ Origin: ORIGIN }, 200],
    [{ Origin: 'https://api.example.com' }, 200],
    [{ Origin: 'http://localhost:3000' }, 200],
    [{ Origin: 'https://evil.example' }, 403],
    [{ Origin: 'https://site.example.com.evil.example' }, 403],
    [{ Origin: 'https://siteXexample.com' }, 403],
    [{ Origin: 'http://localhost:3000.evil.example' }, 403],
    [{ Origin: 'null' }, 403],
  ])('decide that a write with a cookie from %o is %i', async (headers, want) => {
    expect(await status('POST', '/_/layouts', { Cookie: 'jwt=editor', ...headers })).toBe(want);
  });

  test('are not required with a Bearer token', async () => {
    const headers = { Authorization: 'Bearer editor', Origin: 'https://evil.example' };
    expect(await status('POST', '/_/layouts', headers)).toBe(200);
  });

  test('do not limit reads, which have no CORS headers', async () => {
    const { status: code, headers } = await shell.send('GET', '/_api/_/layouts', {
      headers: { Origin: 'https://evil.example' },
    });
    expect([code, headers['access-control-allow-origin']]).toEqual([200, undefined]);
    expect(headers.vary).toContain('Origin');
  });

  test.each([['/_api/_/layouts'], ['/_api/nowhere']])('are echoed on %s if they are allowed', async (url) => {
    const { headers } = await shell.send('GET', url, { headers: { Origin: ORIGIN } });
    expect(headers['access-control-allow-origin']).toBe(ORIGIN);
    expect(headers['access-control-allow-credentials']).toBe('true');
    expect(headers['access-control-expose-headers']).toBe(
      'Retry-After,Link,ETag,X-Ignored,X-Request-Id,Idempotency-Replayed',
    );
  });

  test('get 204 for an anonymous preflight', async () => {
    const headers = {
      Origin: ORIGIN,
      'Access-Control-Request-Method': 'PATCH',
      'Access-Control-Request-Headers': 'path,preload',
    };
    const answer = await shell.send('OPTIONS', '/_api/_/layouts/1', { headers });
    expect(answer.status).toBe(204);
    expect(answer.headers['access-control-allow-origin']).toBe(ORIGIN);
    expect(answer.headers['access-control-allow-methods']).toBe('GET,OPTIONS,POST,PUT,PATCH,DELETE');
    expect(answer.headers['access-control-allow-headers']).toBe(
      'Content-Type,Authorization,Preload,Fields,Path,Preview,If-Match,If-None-Match,X-Reason,X-Request-Id,Idempotency-Key',
    );
    expect(answer.headers['access-control-max-age']).toBe('3600');
    expect(answer.headers.allow).toBe('OPTIONS, DELETE');
  });

  test('that are not allowed get 204 without CORS headers for a preflight', async () => {
    const headers = { Origin: 'null', 'Access-Control-Request-Method': 'PATCH' };
    const answer = await shell.send('OPTIONS', '/_api/_/layouts/1', { headers });
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([204, undefined]);
  });
});
