import { afterEach, describe, expect, test } from 'vitest';
import { createCloudflarePurger } from '../../../runtime/features/caching/purgers/cloudflare.js';
import { createBuilders } from '../../support/builders.js';
import { runCommand } from '../../support/run-command.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { isNotified, type PurgedCache, startPurgedCache } from './purged-cache.js';

const ADMIN = { as: 'admin' } as const;
const TOKEN = 'a-token-that-nobody-sees';
const DONE = JSON.stringify({ success: true, errors: [], messages: [], result: { id: 'zone' } });
const EVERYTHING = { purge_everything: true };
const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close();
});

/** Imitates the Cloudflare API, which exists only at Cloudflare. */
async function startCloudflare(): Promise<PurgedCache> {
  const cloudflare = await startPurgedCache();
  opened.push(cloudflare);
  cloudflare.answer(200, { body: DONE });
  return cloudflare;
}

async function start(purgesPerMinute = 6000): Promise<{ app: TestApp; cloudflare: PurgedCache }> {
  const cloudflare = await startCloudflare();
  const urls = [`${cloudflare.url}/client/v4`];
  const app = await startTestApp({
    config: {
      http_cache: { purger: 'cloudflare', urls, purges_per_minute: purgesPerMinute },
      routable_security: null,
    },
    env: { CLOUDFLARE_ZONE_ID: 'zone', CLOUDFLARE_API_TOKEN: TOKEN },
  });
  opened.push(app);
  for (const as of ['user', 'admin'] as const) await app.token(as);
  await isNotified(app);
  cloudflare.requests.length = 0;
  return { app, cloudflare };
}

const bodiesOf = ({ requests }: PurgedCache): readonly unknown[] =>
  requests.map(({ body }) => JSON.parse(body) as unknown);

const tagsOf = (cloudflare: PurgedCache): readonly string[] =>
  bodiesOf(cloudflare).flatMap((body) => (body as { readonly tags?: readonly string[] }).tags ?? []);

describe('a Cloudflare zone', () => {
  test('is purged after a write by the cache tags of its responses, with the token', async () => {
    const { app, cloudflare } = await start();
    const page = await createBuilders(app).aPage({ title: 'first' });
    const tags = (await app.get(page['@id'])).headers.get('cache-tag')?.split(',') ?? [];
    expect(tags.length).toBeGreaterThan(1);
    await isNotified(app);
    cloudflare.requests.length = 0;
    expect((await app.patch(page['@id'], { title: 'second' }, ADMIN)).status).toBe(200);
    await expect.poll(() => tagsOf(cloudflare)).toContain(tags[0]);
    expect(tagsOf(cloudflare)).toContain(page['@id']);
    expect(cloudflare.requests[0]).toMatchObject({
      method: 'POST',
      url: '/client/v4/zones/zone/purge_cache',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    });
  });

  test('is purged completely by POST /_/http_cache/purge and cms purge-http-cache', async () => {
    const { app, cloudflare } = await start();
    expect((await app.post('/_/http_cache/purge', undefined, ADMIN)).status).toBe(204);
    expect(await runCommand(app, 'purge-http-cache')).toEqual(['Flushed the HTTP cache']);
    expect(bodiesOf(cloudflare)).toEqual([EVERYTHING, EVERYTHING]);
  });

  test.each([
    [
      403,
      {
        body: JSON.stringify({ success: false, errors: [{ code: 10000, message: 'Authentication error' }] }),
      },
    ],
    [
      200,
      {
        body: JSON.stringify({ success: false, errors: [{ code: 10000, message: 'Authentication error' }] }),
      },
    ],
    [502, { body: '<html>' }],
    [302, { headers: { location: 'https://elsewhere.example.com' } }],
  ] as const)(
    'that responds with %i results in a 502 for administrators with its reason and without the token',
    async (status, content) => {
      const { app, cloudflare } = await start();
      cloudflare.answer(status, content);
      const answer = await app.post('/_/rendered_html/purge', undefined, ADMIN);
      expect(answer.status).toBe(502);
      expect(answer.body.detail).toContain(`Cloudflare answered ${status} to purge_cache`);
      if (status === 403) expect(answer.body.detail).toContain('(10000: Authentication error)');
      expect(answer.text).not.toContain(TOKEN);
    },
  );

  test('that responds with 429 is called again after the requested time, and misses nothing', async () => {
    const { app, cloudflare } = await start();
    cloudflare.answer(429, { headers: { 'retry-after': '1' } });
    const page = await createBuilders(app).aPage();
    await expect.poll(() => cloudflare.requests.length).toBe(1);
    const refusedAt = performance.now();
    cloudflare.requests.length = 0;
    cloudflare.answer(200, { body: DONE });
    await expect.poll(() => tagsOf(cloudflare), { timeout: 10_000 }).toContain(page['@id']);
    expect(performance.now() - refusedAt).toBeGreaterThan(900);
    await isNotified(app);
  });
});

describe('many cache tags', () => {
  const tags = (count: number): readonly string[] =>
    Array.from({ length: count }, (_, index) => `tag-${index}`);
  const purgerOf = (cloudflare: PurgedCache, purgesPerMinute: number) =>
    createCloudflarePurger({ zoneId: 'zone', apiToken: TOKEN, url: cloudflare.url, purgesPerMinute });
  const never = new AbortController().signal;

  test('are sent in requests of one hundred, each once', async () => {
    const cloudflare = await startCloudflare();
    await purgerOf(cloudflare, 5).purge([...tags(250), ...tags(250)], never);
    expect(bodiesOf(cloudflare).map((body) => (body as { tags: string[] }).tags.length)).toEqual([
      100, 100, 50,
    ]);
    expect(tagsOf(cloudflare)).toEqual(tags(250));
  });

  test("that would take more than a minute at the account's rate become one request for everything", async () => {
    const cloudflare = await startCloudflare();
    const purger = purgerOf(cloudflare, 5);
    await purger.purge(tags(3_100), never);
    expect(bodiesOf(cloudflare)).toEqual([EVERYTHING]);
    cloudflare.requests.length = 0;
    await purgerOf(cloudflare, 300).purge(tags(3_100), never);
    expect(tagsOf(cloudflare)).toEqual(tags(3_100));
  });

  test('are not sent during the requested pause', async () => {
    const cloudflare = await startCloudflare();
    cloudflare.answer(429, { headers: { 'retry-after': '61' } });
    const stop = new AbortController();
    const work = purgerOf(cloudflare, 6000).purge(tags(150), stop.signal);
    await expect.poll(() => cloudflare.requests.length).toBe(1);
    stop.abort();
    await expect(work).rejects.toThrow('Cloudflare takes no more requests for now');
    expect(cloudflare.requests).toHaveLength(1);
  });

  test('are filtered to those that responses in a zone can have', async () => {
    const cloudflare = await startCloudflare();
    await purgerOf(cloudflare, 5).purge(['x'.repeat(1025), 'y'.repeat(1024)], never);
    expect(tagsOf(cloudflare)).toEqual(['y'.repeat(1024)]);
    cloudflare.requests.length = 0;
    await purgerOf(cloudflare, 5).purge(['x'.repeat(1025)], never);
    expect(cloudflare.requests).toEqual([]);
  });
});
