import { afterEach, describe, expect, test } from 'vitest';
import { createBuilders } from '../../support/builders.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { isNotified, type PurgedCache, startPurgedCache, tagsIn } from './purged-cache.js';
import { runCommand } from '../../support/run-command.js';

const ADMIN = { as: 'admin' } as const;
const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close();
});

async function start(purger: string): Promise<{ app: TestApp; cache: PurgedCache }> {
  const cache = await startPurgedCache();
  opened.push(cache);
  const config = {
    http_cache: { purger, urls: [`${cache.url}/caches?key=s3cret`] },
    routable_security: null,
  };
  const app = await startTestApp({ config });
  opened.push(app);
  // Accounts are records too, so creating them is announced.
  for (const as of ['user', 'admin', 'superAdmin'] as const) await app.token(as);
  await isNotified(app);
  cache.requests.length = 0;
  return { app, cache };
}

describe('a write', () => {
  test.each([
    { purger: 'varnish-xkey', header: 'xkey', glue: ' ', sent: 'xkey-purge' },
    { purger: 'souin', header: 'surrogate-key', glue: ', ', sent: 'surrogate-key' },
    { purger: 'surrogate-key', header: 'surrogate-key', glue: ' ', sent: 'surrogate-key' },
  ])('invalidates at $purger the cache tags of its record', async ({ purger, header, glue, sent }) => {
    const { app, cache } = await start(purger);
    const page = await createBuilders(app).aPage({ title: 'first' });
    const before = await app.get(page['@id']);
    const tags = (before.headers.get(header) ?? '').split(glue);
    expect(tags.length).toBeGreaterThan(1);
    expect(tags.every((tag) => /^[\w-]{11}$/.test(tag))).toBe(true);
    await expect.poll(() => tagsIn(cache.requests)).toContain(page['@id']);
    cache.requests.length = 0;
    expect((await app.patch(page['@id'], { title: 'second' }, ADMIN)).status).toBe(200);
    await expect.poll(() => tagsIn(cache.requests)).toContain(tags[0]);
    expect(tagsIn(cache.requests)).toContain(page['@id']);
    expect(cache.requests[0]).toMatchObject({ method: 'PURGE', url: '/caches?key=s3cret' });
    expect(cache.requests[0]?.headers[sent]).toBeDefined();
  });

  test('that changes nothing or is rejected invalidates nothing', async () => {
    const { app, cache } = await start('souin');
    const { aPage } = createBuilders(app);
    const page = await aPage({ title: 'same' });
    await isNotified(app);
    expect(tagsIn(cache.requests)).toContain(page['@id']);
    cache.requests.length = 0;
    expect((await app.patch(page['@id'], { title: 'same' }, ADMIN)).status).toBe(200);
    expect((await app.patch(page['@id'], { layout: '/_api/_/layouts/none' }, ADMIN)).status).toBe(400);
    const other = await aPage();
    await expect.poll(() => tagsIn(cache.requests)).toContain(other['@id']);
    expect(tagsIn(cache.requests)).not.toContain(page['@id']);
  });

  test('completes while the cache does not respond, and invalidates as soon as it is back', async () => {
    const { app, cache } = await start('varnish-xkey');
    cache.answer('never');
    const page = await createBuilders(app).aPage();
    await expect.poll(() => cache.requests.length).toBeGreaterThan(0);
    expect((await app.patch(page['@id'], { title: 'other' }, ADMIN)).status).toBe(200);
    cache.answer(503);
    cache.requests.length = 0;
    await expect.poll(() => cache.requests.length).toBeGreaterThan(0);
    cache.requests.length = 0;
    cache.answer(200);
    await expect.poll(() => tagsIn(cache.requests)).toContain(page['@id']);
    await isNotified(app);
  });

  test('of a type that all pages show invalidates the rendered pages', async () => {
    const { app, cache } = await start('souin');
    await app.create('/_/site_config_parameters', { key: 'siteName', value: 'Ours' }, 'superAdmin');
    await expect.poll(() => tagsIn(cache.requests)).toContain('cwa-html');
  });
});

describe('a response with more tags than its header can hold', () => {
  test('has one for all records of a type, which a write of any of them invalidates', async () => {
    const { app, cache } = await start('varnish-xkey');
    const { aGroup, aPage } = createBuilders(app);
    const page = await aPage({ title: 'long' });
    await app.create('/_/routes', { path: '/long', name: 'long', page: page['@id'] });
    const group = await aGroup({ pages: [page['@id']] });
    let last = group;
    for (let count = 0; count < 360; count += 1) {
      last = await app.create('/component/titles', { title: `${count}` });
      await app.create('/_/component_positions', { componentGroup: group['@id'], component: last['@id'] });
    }
    const all = await app.get('/_/resource_manifest//long');
    const header = all.headers.get('xkey') ?? '';
    expect(header.length).toBeLessThanOrEqual(4000);
    const tags = header.split(' ');
    expect(tags.length).toBeGreaterThan(1);
    expect(tags.length).toBeLessThan(20);
    expect(all.headers.get('cache-control')).toContain('public');
    await isNotified(app);
    cache.requests.length = 0;
    expect((await app.delete(last['@id'], ADMIN)).status).toBe(204);
    await expect.poll(() => tagsIn(cache.requests).some((tag) => tags.includes(tag))).toBe(true);
  });
});

describe('POST /_/rendered_html/purge and /_/http_cache/purge', () => {
  const paths = ['/_/rendered_html/purge', '/_/http_cache/purge'] as const;

  test.each(paths)('%s requires an administrator', async (path) => {
    const { app, cache } = await start('souin');
    expect((await app.post(path)).status).toBe(401);
    expect((await app.post(path, undefined, { as: 'user' })).status).toBe(403);
    expect(cache.requests).toEqual([]);
    expect((await app.post(path, undefined, ADMIN)).status).toBe(204);
    expect(cache.requests).toHaveLength(1);
  });

  test('invalidate the rendered pages by their tag, and everything if the purger can', async () => {
    const { app, cache } = await start('souin');
    for (const path of paths) await app.post(path, undefined, ADMIN);
    expect(cache.requests).toMatchObject([
      { method: 'PURGE', headers: { 'surrogate-key': 'cwa-html' } },
      { method: 'PURGE', url: '/caches/flush?key=s3cret' },
    ]);
  });

  test.each(['varnish-xkey', 'surrogate-key'])(
    'succeed at %s, which cannot invalidate everything',
    async (purger) => {
      const { app, cache } = await start(purger);
      expect((await app.post(paths[1], undefined, ADMIN)).status).toBe(204);
      expect(cache.requests).toEqual([]);
    },
  );

  test('succeed without a purger', async () => {
    const app = await startTestApp();
    opened.push(app);
    for (const path of paths) expect((await app.post(path, undefined, ADMIN)).status).toBe(204);
  });

  test.each([500, 302])('result in 502 if the cache responds with %i, without secrets', async (status) => {
    const { app, cache } = await start('souin');
    cache.answer(status);
    for (const path of paths) {
      const answer = await app.post(path, undefined, ADMIN);
      expect(answer.status).toBe(502);
      expect(answer.body.detail).toContain(`answered ${status}`);
      expect(answer.text).not.toContain('s3cret');
    }
  });
});

describe('purge-rendered-html and purge-http-cache', () => {
  test.each([
    ['none', 'purge-rendered-html', 'No HTTP cache purger is configured, so nothing was purged'],
    ['souin', 'purge-rendered-html', 'Purged the `cwa-html` cache tag'],
    ['souin', 'purge-http-cache', 'Flushed the HTTP cache'],
    [
      'varnish-xkey',
      'purge-http-cache',
      'The configured HTTP cache purger cannot flush the whole cache, so nothing was flushed',
    ],
  ])('with %s, %s prints what it did', async (purger, name, want) => {
    const { app } = await start(purger);
    expect(await runCommand(app, name)).toEqual([want]);
  });

  test.each(['purge-rendered-html', 'purge-http-cache'])(
    '%s invalidates what tags and paths name, and nothing else',
    async (name) => {
      const { app, cache } = await start('souin');
      const layout = await createBuilders(app).aLayout();
      await isNotified(app);
      const tags = (await app.get(layout['@id'])).headers.get('surrogate-key')?.split(', ') ?? [];
      cache.requests.length = 0;
      const args = ['--tag', 'news', '--path', layout['@id'], '--path', '/about/us'];
      const lines = await runCommand(app, name, args);
      const route = '/_api/_/routes//about/us';
      expect(lines).toEqual([`Purged the cache tags \`news\`, \`${layout['@id']}\`, \`${route}\``]);
      const purged = tagsIn(cache.requests);
      expect(purged).toEqual(expect.arrayContaining(['news', layout['@id'], route]));
      expect(tags.some((tag) => purged.includes(tag))).toBe(true);
      expect(cache.requests.some(({ url }) => url.includes('/flush'))).toBe(false);
      expect(purged).not.toContain('cwa-html');
    },
  );

  test('fail with the reason', async () => {
    const { app, cache } = await start('souin');
    cache.answer(500);
    await expect(runCommand(app, 'purge-http-cache')).rejects.toThrow(
      /The cache was not purged: .* answered 500 to PURGE\./,
    );
  });
});
