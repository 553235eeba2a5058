import { afterEach, describe, expect, test } from 'vitest';
import { createBuilders } from '../../support/builders.js';
import type { TestApp } from '../../support/test-app.js';
import { freePort } from '../../support/free-port.js';
import { REFERENCE_HUB, startReferenceHub } from '../../support/reference-hub.js';
import {
  arePublished,
  HUB_PATH,
  hubCookie,
  JWT,
  patternsOf,
  SECRET,
  startRealtimeApp,
  subscribe,
  type Subscription,
  tokenIn,
} from './support.js';

const ADMIN = { as: 'admin' } as const;
const opened: { close(): Promise<void> | void }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close();
});

interface Site {
  readonly app: TestApp;
  /** URL at which browsers subscribe. */
  readonly hub: string;
}

async function startEmbedded(config: object = {}): Promise<Site> {
  const app = await startRealtimeApp({ config: { mercure: { jwt: JWT, ...config } } });
  opened.push(app);
  return { app, hub: app.origin + HUB_PATH };
}

async function startReference(config: object = {}): Promise<Site> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}${HUB_PATH}`;
  opened.push(
    await startReferenceHub({
      ...{ port, resource: url, issuer: JWT.iss, secret: SECRET },
      ...{ cookieName: 'mercure_access_token', origin: 'http://localhost:3000' },
    }),
  );
  const app = await startRealtimeApp({
    env: { MERCURE_URL: url },
    config: { mercure: { jwt: JWT, ...config } },
  });
  opened.push(app);
  return { app, hub: url };
}

async function listen({ hub }: Site, options: Parameters<typeof subscribe>[1] = {}): Promise<Subscription> {
  const subscription = await subscribe(hub, options);
  opened.push(subscription);
  expect(subscription.status).toBe(200);
  return subscription;
}

/** Returns the cookie that a caller's browser has after `/me`. */
const cookieOf = async ({ app }: Site, as: 'admin' | 'anonymous'): Promise<string | undefined> =>
  hubCookie((await app.get('/me', { as })).headers);

const namesOf = ({ events }: Subscription): readonly unknown[] =>
  events.map(({ data }) => data.title ?? data['@id']);

const aTitle = (app: TestApp, title: string) =>
  app.create('/component/titles', { title, publishedAt: '2020-01-01T00:00:00Z' });

describe.each([
  { hub: 'embedded', start: startEmbedded, isThere: true },
  {
    hub: `reference${REFERENCE_HUB === undefined ? ' (skipped: TEST_REFERENCE_HUB is not set, .ci/run builds it with Go)' : ''}`,
    start: startReference,
    isThere: REFERENCE_HUB !== undefined,
  },
])('the $hub hub', ({ start, isThere }) => {
  test.skipIf(!isThere)('sends published content to everyone, and drafts to their readers only', async () => {
    const site = await start();
    const { app } = site;
    const visitor = await listen(site, { cookie: await cookieOf(site, 'anonymous') });
    const nobody = await listen(site);
    const admin = await listen(site, { cookie: await cookieOf(site, 'admin') });
    const title = await aTitle(app, 'first');
    const draft = await app.patch(title['@id'], { title: 'second' }, ADMIN);
    await arePublished(app);
    await app.patch(draft.body['@id'], { publishedAt: new Date().toISOString() }, ADMIN);
    await arePublished(app);
    await app.delete(title['@id'], ADMIN);
    await arePublished(app);
    for (const open of [visitor, nobody]) {
      await expect.poll(() => namesOf(open)).toEqual(['first', 'second', title['@id']]);
    }
    await expect.poll(() => admin.events.length).toBe(5);
    expect(namesOf(admin)).toEqual(expect.arrayContaining(['first', 'second', 'second', draft.body['@id']]));
  });

  test.skipIf(!isThere)(
    'replays updates after an event, limited to what each subscriber can read now',
    async () => {
      const site = await start();
      const { app } = site;
      const before = await listen(site);
      await aTitle(app, 'first');
      await expect.poll(() => before.events.length).toBe(1);
      const cursor = before.events[0]?.id ?? '';
      const title = await aTitle(app, 'missed');
      await arePublished(app);
      await app.patch(title['@id'], { title: 'a draft' }, ADMIN);
      await arePublished(app);
      const query = `match=*&last_event_id=${encodeURIComponent(cursor)}`;
      const visitor = await listen(site, { query });
      const admin = await listen(site, { query, cookie: await cookieOf(site, 'admin') });
      await expect.poll(() => namesOf(admin)).toEqual(['missed', 'a draft']);
      await expect.poll(() => namesOf(visitor)).toEqual(['missed']);
      const all = await listen(site, { query: 'match=*&last_event_id=earliest' });
      await expect.poll(() => namesOf(all)).toEqual(['first', 'missed']);
    },
  );

  test.skipIf(!isThere)(
    'matches the patterns of a query, and for private updates those of the token',
    async () => {
      const site = await start();
      const { app } = site;
      const patterns = patternsOf(tokenIn(await cookieOf(site, 'admin')));
      const drafts = patterns.filter((pattern) => pattern.endsWith('draft=1'));
      const query = (list: readonly string[]): string =>
        list.map((pattern) => `match_urlpattern=${encodeURIComponent(pattern)}`).join('&');
      const admin = await listen(site, { query: query(drafts), cookie: await cookieOf(site, 'admin') });
      const curious = await listen(site, { query: query(drafts), cookie: await cookieOf(site, 'anonymous') });
      const routes = await listen(site, {
        query: query(patterns.filter((one) => one.includes('/_/routes/'))),
      });
      const title = await aTitle(app, 'first');
      await app.patch(title['@id'], { title: 'second' }, ADMIN);
      const { aPage } = createBuilders(app);
      const toPage = async () => ({ page: (await aPage())['@id'] });
      await app.create('/_/routes', {
        ...{ path: '/about/us', name: 'us', liveAt: '2100-01-01T00:00:00Z' },
        ...(await toPage()),
      });
      await arePublished(app);
      await expect.poll(() => namesOf(admin)).toContain('second');
      expect(namesOf(admin)).not.toContain('first');
      expect(curious.events).toEqual([]);
      expect(routes.events).toEqual([]);
      const live = { path: '/about/them', name: 'them', liveAt: '2020-01-01T00:00:00Z' };
      await app.create('/_/routes', { ...live, ...(await toPage()) });
      await expect.poll(() => namesOf(routes)).toContain('/_api/_/routes//about/them');
    },
  );

  test.skipIf(!isThere)(
    'rejects a token with another secret, and the service continues without it',
    async () => {
      const site = await start();
      const cookie = (await cookieOf(site, 'admin')) ?? '';
      const forged = cookie.replace(
        /^([^=]+=[^;]*?)([\w-]{4})(?=;)/,
        (_all, start: string) => `${start}AAAA`,
      );
      expect((await subscribe(site.hub, { cookie: forged })).status).toBe(401);
    },
  );
});
