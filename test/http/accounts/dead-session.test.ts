import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBuilders } from '../../support/builders.js';
import type { StoredDocument } from '../../support/builders.js';
import { startTestApp } from '../../support/test-app.js';
import type { TestApp } from '../../support/test-app.js';
import { ACCOUNTS } from '../../../runtime/features/accounts/public-api.js';

const PASSWORD = 'correct horse battery';
const CLEARED = /^api_component=x\.x\.x; expires=Thu, 01 Jan 1970/;
let app: TestApp;
/** The same database, with a type that everyone can write. */
let open: TestApp;
let layout: StoredDocument;
let page: StoredDocument;

beforeAll(async () => {
  app = await startTestApp();
  open = await startTestApp({
    databaseUrl: app.config.database.url,
    config: {
      access_control: [{ path: '^/component/titles$', methods: ['POST'], roles: ['PUBLIC_ACCESS'] }],
    },
  });
  const { aLayout, aPage } = createBuilders(app);
  layout = await aLayout();
  page = await aPage({ layout: layout['@id'] });
  await app.create('/_/routes', { path: '/public', name: 'public', page: page['@id'], liveAt: '2020-01-01' });
});
afterAll(async () => {
  await open.close();
  await app.close();
});

let count = 0;

/** Signs in a new user and returns the cookie as a browser sends it. */
async function signedIn(role = 'ROLE_USER'): Promise<{ cookie: string; id: string }> {
  const username = `visitor${(count += 1)}`;
  const made = await app.app.get(ACCOUNTS).createAccount({
    username,
    emailAddress: `${username}@example.com`,
    password: PASSWORD,
    role,
    enabled: true,
    overwrite: false,
  });
  if (made.kind === 'refused') throw new Error('the account was refused');
  const { headers } = await app.post('/login', { username, password: PASSWORD });
  return { cookie: headers.getSetCookie()[0]?.split(';')[0] ?? '', id: made.user.id };
}

const signature = (cookie: string): string => `${cookie.slice(0, -6)}AAAAAA`;

/** Cookies that were valid once, or look valid. */
const DEAD: readonly (readonly [string, () => Promise<string>])[] = [
  [
    'of a session that was ended on another device',
    async () => {
      const { cookie, id } = await signedIn('ROLE_SUPER_ADMIN');
      await app.app.get(ACCOUNTS).sessions.end(id);
      return cookie;
    },
  ],
  [
    'of a user who was disabled',
    async () => {
      const { cookie, id } = await signedIn();
      await app.patch(`/users/${id}`, { enabled: false }, { as: 'superAdmin' });
      return cookie;
    },
  ],
  [
    'of a user who was deleted',
    async () => {
      const { cookie, id } = await signedIn();
      await app.delete(`/users/${id}`, { as: 'superAdmin' });
      return cookie;
    },
  ],
  ['with a signature of nobody', async () => signature((await signedIn()).cookie)],
  ['that is not a token', () => Promise.resolve('api_component=junk')],
  ['that a server forwards after it was cleared', () => Promise.resolve('api_component=x.x.x')],
];

const send = (method: string, path: string, headers: Record<string, string>): Promise<Response> =>
  fetch(app.origin + (path.startsWith('/_api') ? path : `/_api${path}`), { method, headers });

function expectForgotten(answer: Response): void {
  expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(CLEARED)]);
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
}

describe.each(DEAD)('a session cookie %s', (_name, make) => {
  test('is treated as anonymous on reads, and is cleared', async () => {
    const cookie = await make();
    for (const path of [page['@id'], '/_/pages', '/_/resource_manifest//public', '/docs.jsonld']) {
      const [anonymous, answer] = [await send('GET', path, {}), await send('GET', path, { cookie })];
      expect([answer.status, await answer.text()]).toEqual([anonymous.status, await anonymous.text()]);
      expectForgotten(answer);
    }
  });

  test('is treated as anonymous on HEAD, OPTIONS and conditional reads, and is cleared', async () => {
    const cookie = await make();
    const head = await send('HEAD', page['@id'], { cookie });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const etag = head.headers.get('etag') ?? '';
    const conditional = await send('GET', page['@id'], { cookie, 'if-none-match': etag });
    expect(conditional.status).toBe(304);
    const options = await send('OPTIONS', page['@id'], { cookie });
    expect(options.status).toBe(204);
    for (const answer of [head, conditional, options]) expectForgotten(answer);
  });

  test('results in the same errors as an anonymous read, and is cleared', async () => {
    const cookie = await make();
    const paths = ['/users', '/_/pages/00000000-0000-4000-8000-000000000000', '/nowhere'];
    const statuses: number[] = [];
    for (const path of paths) {
      const answer = await send('GET', path, { cookie });
      statuses.push(answer.status);
      if (path !== '/nowhere') expectForgotten(answer);
    }
    expect(statuses).toEqual([401, 404, 404]);
  });

  test('cannot switch to another user', async () => {
    const answer = await send('GET', `${page['@id']}?_switch_user=visitor1`, { cookie: await make() });
    expect(answer.status).toBe(200);
    expectForgotten(answer);
  });

  test.each([
    ['GET', '/me'],
    ['HEAD', '/me'],
    ['GET', '/me.json'],
    ['GET', '/token/refresh'],
    ['POST', '/token/refresh'],
    ['POST', '/_/layouts'],
    ['PUT', '/_/layouts/x'],
    ['PATCH', '/_/layouts/x'],
    ['DELETE', '/_/layouts/x'],
  ])('results in 401 on %s %s, and is cleared', async (method, path) => {
    const answer = await send(method, path, { cookie: await make() });
    expect(answer.status).toBe(401);
    expectForgotten(answer);
  });

  test.each([
    ['POST', '/password/reset', { username: 'nobody' }],
    ['POST', '/users', { username: '' }],
    ['POST', '/component/forms/00000000-0000-4000-8000-000000000000/submit', {}],
    ['PATCH', '/component/forms/00000000-0000-4000-8000-000000000000/submit', {}],
    // Allowed by `access_control` of this site.
    ['POST', '/component/titles', { title: 'of anybody' }],
  ])('is treated as anonymous on %s %s, which is public, and is cleared', async (method, path, body) => {
    const write = (headers: Record<string, string>): Promise<Response> =>
      fetch(`${open.origin}/_api${path}`, {
        method,
        headers: {
          'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json',
          ...headers,
        },
        body: JSON.stringify(body),
      });
    const [anonymous, answer] = [await write({}), await write({ cookie: await make() })];
    expect(answer.status).toBe(anonymous.status);
    expectForgotten(answer);
  });

  test('results in 401 as a Bearer token on every endpoint, and is cleared', async () => {
    const authorization = (await make()).replace('api_component=', 'Bearer ');
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST']) {
      const answer = await send(method, '/_/pages', { authorization });
      expect([method, answer.status]).toEqual([method, 401]);
      expectForgotten(answer);
    }
  });

  test('does not prevent signing in or out', async () => {
    const cookie = await make();
    const headers = { cookie };
    expect((await app.post('/logout', undefined, { headers })).status).toBe(200);
    const answer = await app.post('/login', { username: 'x', password: 'y' }, { headers });
    expect([answer.status, answer.body.message]).toEqual([401, 'Invalid credentials.']);
  });
});

describe('a valid session cookie', () => {
  test('has lower precedence than an invalid Bearer token, which results in 401', async () => {
    const { cookie } = await signedIn();
    const answer = await send('GET', '/_/pages', { cookie, authorization: 'Bearer a.b.c' });
    expect(answer.status).toBe(401);
  });

  test('is not cleared by reads', async () => {
    const { cookie } = await signedIn();
    const answer = await send('GET', '/_/pages', { cookie });
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []]);
  });
});
