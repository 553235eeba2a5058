import { afterEach, describe, expect, test } from 'vitest';
import { URLPattern } from 'urlpattern-polyfill/urlpattern';
import type { TestApp } from '../../support/test-app.js';
import { createTestClock } from '../publishing/support.js';
import { claimsOf, hubCookie, JWT, ORIGIN, patternsOf, startRealtimeApp, tokenIn } from './support.js';
import { ACCOUNTS } from '../../../runtime/features/accounts/public-api.js';

const API = `${ORIGIN}/_api`;
const PUBLISHED = [
  `${API}/_/:c/:id\\?`,
  `${API}/_/routes/:id(.*)\\?`,
  `${API}/component/:c/:id\\?`,
  `${API}/page_data/:c/:id\\?`,
];
const DRAFTS = PUBLISHED.map((pattern) => `${pattern}draft=1`);
const ALL = [...PUBLISHED, ...DRAFTS, `${API}/record/:c/:id\\?`];

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close();
});
async function start(options: Parameters<typeof startRealtimeApp>[0] = {}): Promise<TestApp> {
  const app = await startRealtimeApp(options);
  opened.push(app);
  return app;
}

/** Signs in and returns the cookies of the session and the hub, for requests to other paths. */
async function signIn(app: TestApp): Promise<{ readonly jwt: string; readonly hub: string | undefined }> {
  const login = await app.post('/login', { username: 'admin', password: 'admin-password-1' });
  expect(login.status).toBe(204);
  const jwt = login.headers.getSetCookie().find((cookie) => cookie.startsWith('api_component='));
  return { jwt: jwt?.split(';', 1)[0] ?? '', hub: hubCookie(login.headers) };
}

async function withAdmin(app: TestApp): Promise<void> {
  await app.app.get(ACCOUNTS).createAccount({
    username: 'admin',
    emailAddress: 'admin@example.com',
    password: 'admin-password-1',
    role: 'ROLE_ADMIN',
    enabled: true,
    overwrite: false,
  });
}

describe('the hub cookie', () => {
  test('is set at sign-in, on /me, at refresh and at sign-out, with what the caller can read', async () => {
    const app = await start();
    await withAdmin(app);
    const { jwt, hub } = await signIn(app);
    expect(patternsOf(tokenIn(hub))).toEqual(ALL);
    const headers = { cookie: jwt };
    const me = await app.get('/me', { headers });
    expect(patternsOf(tokenIn(hubCookie(me.headers)))).toEqual(ALL);
    expect(me.body._metadata.mercureSubscribeTopics).toEqual(ALL);
    expect(me.headers.get('cache-control')).toBe('private, no-store');
    const refreshed = await app.post('/token/refresh', undefined, { headers });
    expect(patternsOf(tokenIn(hubCookie(refreshed.headers)))).toEqual(ALL);
    const out = await app.post('/logout', undefined, { headers });
    expect(patternsOf(tokenIn(hubCookie(out.headers)))).toEqual(PUBLISHED);
    const unknown = await app.get('/me');
    expect(unknown.status).toBe(401);
    expect(patternsOf(tokenIn(hubCookie(unknown.headers)))).toEqual(PUBLISHED);
    const dead = await app.get('/me', { headers: { cookie: 'api_component=a.b.c' } });
    expect(dead.status).toBe(401);
    expect(patternsOf(tokenIn(hubCookie(dead.headers)))).toEqual(PUBLISHED);
  });

  test('is in no other response, so that those can be shared', async () => {
    const app = await start();
    const answer = await app.get('/_/layouts');
    expect(hubCookie(answer.headers)).toBeUndefined();
    expect(answer.headers.get('cache-control')).toContain('public');
  });

  test.each([
    {
      publicHub: 'http://localhost:8000/.well-known/mercure',
      attributes: 'path=/.well-known/mercure; httponly; samesite=strict',
      name: 'mercure_access_token',
    },
    { publicHub: 'https://localhost:8000/hub', attributes: 'path=/hub; secure; httponly; samesite=strict' },
    {
      publicHub: 'https://hub.example.com/.well-known/mercure',
      attributes: 'path=/.well-known/mercure; domain=example.com; secure; httponly; samesite=strict',
      publicUrl: 'https://api.example.com',
    },
    {
      publicHub: 'https://hub.example.org/.well-known/mercure',
      attributes: 'path=/.well-known/mercure; secure; httponly; samesite=strict',
      publicUrl: 'https://api.example.com',
    },
  ])('of a hub at $publicHub has $attributes', async (given) => {
    const { publicHub, attributes, publicUrl = ORIGIN, name = '__Secure-mercure_access_token' } = given;
    const app = await start({
      env: { MERCURE_PUBLIC_URL: publicHub, PUBLIC_URL: publicUrl, NODE_ENV: 'development' },
    });
    const cookie = hubCookie((await app.get('/me')).headers, name) ?? '';
    expect(cookie.slice(cookie.indexOf('; '))).toBe(`; Max-Age=3600; ${attributes}`);
  });

  test('expires with its token, which names issuer, audience and client, at the latest with the session token', async () => {
    const clock = createTestClock();
    const app = await start({ clock, config: { jwt: { token_ttl: 600 } } });
    const cookie = hubCookie((await app.get('/me')).headers);
    expect(cookie).toContain('; Max-Age=600;');
    const { exp, iat, jti, ...claims } = claimsOf(tokenIn(cookie));
    expect(exp - iat).toBe(600);
    expect(Math.abs(iat - clock.now().getTime() / 1000)).toBeLessThan(2);
    expect(jti).toMatch(/^urn:uuid:[0-9a-f-]{36}$/);
    expect(claims).toEqual({
      iss: JWT.iss,
      sub: 'cms',
      client_id: 'cms',
      aud: `${ORIGIN}/.well-known/mercure`,
      authorization_details: [
        {
          type: 'https://mercure.rocks/authorization-detail',
          actions: ['subscribe'],
          topics: PUBLISHED.map((match) => ({ match, match_type: 'urlpattern' })),
        },
      ],
    });
    const again = claimsOf(tokenIn(hubCookie((await app.get('/me')).headers)));
    expect(again.jti).not.toBe(jti);
  });

  test('is not a session: the API rejects its token', async () => {
    const app = await start();
    await withAdmin(app);
    const token = tokenIn((await signIn(app)).hub);
    const asBearer = await app.get('/me', { headers: { authorization: `Bearer ${token}` } });
    const asCookie = await app.get('/me', { headers: { cookie: `api_component=${token}` } });
    expect([asBearer.status, asCookie.status]).toEqual([401, 401]);
  });
});

describe('patterns', () => {
  test('of published versions match no topic of a draft, and those of drafts nothing else', () => {
    const topics = [
      ...['/component/titles/a', '/page_data/blog_article_datas/b', '/_/layouts/c', '/_/routes//about/us'],
      ...['/_/routes/%2Fx%3Fdraft%3D1', '/_/component_positions/d'],
    ].map((path) => API + path);
    const matches = (pattern: string, topic: string): boolean => new URLPattern(pattern).test(topic);
    const some = (patterns: readonly string[], topic: string): boolean =>
      patterns.some((pattern) => matches(pattern, topic));
    for (const topic of topics) {
      expect([topic, some(PUBLISHED, topic), some(PUBLISHED, `${topic}?draft=1`)]).toEqual([
        topic,
        true,
        false,
      ]);
      expect([topic, some(DRAFTS, topic), some(DRAFTS, `${topic}?draft=1`)]).toEqual([topic, false, true]);
    }
  });

  test('name the types individually with mercure.secure_subscriptions', async () => {
    const app = await start({ config: { mercure: { jwt: JWT, secure_subscriptions: true } } });
    const patterns = patternsOf(tokenIn(hubCookie((await app.get('/me')).headers)));
    expect(patterns).toContain(`${API}/component/titles/:id\\?`);
    expect(patterns).toContain(`${API}/_/routes/:id(.*)\\?`);
    expect(patterns.some((pattern) => pattern.includes(':c') || pattern.includes('draft'))).toBe(false);
    const me = await app.get('/me', { as: 'admin' });
    expect(me.body._metadata.mercureSubscribeTopics).toContain(`${API}/component/titles/:id\\?draft=1`);
  });
});

describe('without a hub', () => {
  test('there is no topic, cookie or link', async () => {
    const app = await start({ config: { mercure: false } });
    const me = await app.get('/me', { as: 'admin' });
    expect(me.body._metadata.mercureSubscribeTopics).toEqual([]);
    expect(hubCookie(me.headers)).toBeUndefined();
    expect(me.headers.get('link')).not.toContain('mercure');
  });
});

describe('the link to the hub', () => {
  test('is in responses and errors, and readable for pages of other origins', async () => {
    const app = await start();
    const answers = [
      await app.get('/_/layouts', { headers: { origin: 'http://localhost:3000' } }),
      await app.get('/_/layouts/none', { headers: { origin: 'http://localhost:3000' } }),
      await app.get('/me', { headers: { origin: 'http://localhost:3000' } }),
      await app.post('/login', {}, { headers: { origin: 'http://localhost:3000' } }),
    ];
    for (const { headers } of answers) {
      expect(headers.get('link')).toMatch(
        /, <http:\/\/localhost:8000\/\.well-known\/mercure>; rel="mercure"$/,
      );
      expect(headers.get('access-control-expose-headers')).toContain('Link');
    }
  });
});
