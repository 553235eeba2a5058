import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBuilders } from '../../support/builders.js';
import { readCoded } from '../../support/read-encoded.js';
import { freePort } from '../../support/free-port.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { hasVarnish, startVarnish } from '../../support/varnish.js';
import { isNotified } from './purged-cache.js';

const ADMIN = { as: 'admin' } as const;
let app: TestApp;
let varnish = '';
const close: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  if (!hasVarnish) return;
  const port = await freePort();
  varnish = `http://127.0.0.1:${port}`;
  const config = {
    compression: true,
    cache_headers: { shared_max_age: 3600 },
    http_cache: { purger: 'varnish-xkey', urls: [varnish] },
    routable_security: null,
  };
  app = await startTestApp({ config });
  close.push(() => app.close());
  const server = await startVarnish(port, new URL(app.origin).port);
  close.push(() => server.stop());
  for (const as of ['user', 'admin'] as const) await app.token(as);
});
afterAll(async () => {
  for (const each of close.reverse()) await each();
});

interface Read {
  readonly cache: string | null;
  readonly status: number;
  readonly text: string;
}

async function read(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Read> {
  const answer = await fetch(varnish + path, { headers: { accept: 'application/ld+json', ...headers } });
  return { cache: answer.headers.get('x-cache'), status: answer.status, text: await answer.text() };
}

describe.skipIf(!hasVarnish)('Varnish with the recommended configuration', () => {
  test('caches a response until a write changes its content, and keeps the others', async () => {
    const { aPage } = createBuilders(app);
    const [page, other] = [await aPage({ title: 'first' }), await aPage({ title: 'other' })];
    await isNotified(app);
    for (const each of [page, other]) {
      await read(each['@id']);
      expect(await read(each['@id'])).toMatchObject({ cache: 'hit', status: 200 });
    }
    await app.patch(page['@id'], { title: 'second' }, ADMIN);
    await expect.poll(async () => (await read(page['@id'])).text).toContain('second');
    expect(await read(other['@id'])).toMatchObject({ cache: 'hit' });
  });

  test('invalidates lists and manifests with their records', async () => {
    const { aGroup, aPage } = createBuilders(app);
    const page = await aPage();
    await app.create('/_/routes', { path: '/shown', name: 'shown', page: page['@id'] });
    const group = await aGroup({ pages: [page['@id']] });
    const title = await app.create('/component/titles', {
      title: 'shown',
      publishedAt: '2020-01-01T00:00:00+00:00',
    });
    const addresses = ['/_api/_/resource_manifest//shown', '/_api/component/titles'];
    await isNotified(app);
    for (const address of addresses) {
      await read(address);
      expect(await read(address)).toMatchObject({ cache: 'hit' });
    }
    await app.create('/_/component_positions', { componentGroup: group['@id'], component: title['@id'] });
    await expect
      .poll(async () => (await read('/_api/_/resource_manifest//shown')).text)
      .toContain(title['@id']);
    await app.delete(title['@id'], ADMIN);
    for (const address of addresses)
      await expect.poll(async () => (await read(address)).text).not.toContain(title['@id']);
  });

  test('stores an entry per media type, however it is requested', async () => {
    const page = await createBuilders(app).aPage();
    await isNotified(app);
    await read(page['@id'], { accept: '*/*' });
    expect(await read(page['@id'], { accept: 'text/html,application/ld+json;q=0.9' })).toMatchObject({
      cache: 'hit',
    });
    expect(await read(page['@id'], { accept: 'application/json' })).toMatchObject({ cache: 'miss' });
  });

  test('serves each client an encoding that it accepts, and invalidates all of them by one purge', async () => {
    const page = await createBuilders(app).aPage({ title: `first ${'and again '.repeat(20)}`.trim() });
    await isNotified(app);
    const address = `${varnish}/_api/_/pages?perPage=100`;
    const wanted = [undefined, 'identity', 'gzip', 'br', 'gzip, deflate, br, zstd', 'br;q=0'];
    const readAll = () =>
      Promise.all(
        wanted.map(async (encoding) => {
          const headers = {
            accept: 'application/ld+json',
            ...(encoding === undefined ? {} : { 'accept-encoding': encoding }),
          };
          const answer = await readCoded(address, { headers });
          const sent = answer.headers['content-encoding'];
          if (sent !== undefined) expect(encoding).toContain(sent);
          return answer;
        }),
      );
    const before = await readAll();
    for (const { text } of before) expect(text).toBe(before[0]?.text);
    expect(before[4]?.headers['content-encoding']).toBe('gzip');
    expect((await readAll()).map(({ headers }) => headers['x-cache'])).not.toContain('miss');
    await app.patch(page['@id'], { title: 'second' }, ADMIN);
    await expect
      .poll(async () => (await readAll()).map(({ text }) => text.includes('"second"')))
      .toEqual(wanted.map(() => true));
  });

  test('stores a position per page from which it is viewed', async () => {
    const { aGroup } = createBuilders(app);
    const group = await aGroup();
    const body = {
      componentGroup: group['@id'],
      pageDataClass: 'BlogArticleData',
      pageDataProperty: 'image',
    };
    const position = await app.create('/_/component_positions', body);
    await isNotified(app);
    await read(position['@id'], { path: '/one' });
    expect(await read(position['@id'], { path: '/one' })).toMatchObject({ cache: 'hit' });
    expect(await read(position['@id'], { path: '/two' })).toMatchObject({ cache: 'miss' });
  });

  test('neither stores nor serves responses of signed-in callers', async () => {
    const page = await createBuilders(app).aPage();
    await isNotified(app);
    const headers = { authorization: `Bearer ${await app.token('admin')}` };
    for (let count = 0; count < 2; count += 1)
      expect(await read(page['@id'], headers)).toMatchObject({ cache: 'miss', status: 200 });
    expect(await read(page['@id'])).toMatchObject({ cache: 'miss' });
    await read(page['@id']);
    const cookie = `other=1; api_component=${await app.token('admin')}`;
    expect(await read(page['@id'], { cookie })).toMatchObject({ cache: 'miss' });
  });
});
