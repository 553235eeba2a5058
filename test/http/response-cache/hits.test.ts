import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBuilders, type Builders } from '../../support/builders.js';
import type { TestApp } from '../../support/test-app.js';
import { isKept, keepingLog, readRaw, startCachingApp, statementsOf } from './support.js';

const LD = { accept: 'application/ld+json' };
const { log, entries } = keepingLog();
let app: TestApp;
let build: Builders;
let page: string;
beforeAll(async () => {
  app = await startCachingApp({ log });
  build = createBuilders(app);
  await app.token('admin');
  page = (await build.aPage({ title: 'kept' }))['@id'];
});
afterAll(() => app.close());

describe('a cached response', () => {
  test.each(['GET', 'HEAD'])(
    'equals the computed one, header by header, for %s, and runs no statement',
    async (method) => {
      for (const path of [page, '/_api/_/pages', `${page}.json`]) {
        const computed = await readRaw(app, path, { method, headers: { ...LD, path: `/${method}` } });
        statementsOf(app);
        const kept = await readRaw(app, path, { method, headers: { ...LD, path: `/${method}` } });
        expect(statementsOf(app)).toEqual([]);
        expect(kept).toEqual(computed);
        expect(kept.status).toBe(200);
        expect(kept.body.length > 0).toBe(method === 'GET');
      }
    },
  );

  test('has its own id and a log line like any other', async () => {
    const ids = new Set<string | null>();
    await app.get(page);
    entries.length = 0;
    for (let round = 0; round < 3; round += 1) ids.add((await app.get(page)).headers.get('x-request-id'));
    expect(ids.size).toBe(3);
    await expect.poll(() => entries.length).toBe(3);
    expect(entries[0]).toMatchObject({
      msg: 'request',
      method: 'GET',
      pattern: '/_/pages/{id}',
      status: 200,
    });
    expect(entries.map(({ requestId }) => requestId)).toEqual([...ids]);
  });

  test('results in 304 for clients that have it, even if the first client had it', async () => {
    await app.patch(page, { title: 'requested with a tag' }, { as: 'admin' });
    const computed = await readRaw(app, page, { headers: { ...LD, range: 'bytes=0-' } });
    const etag = new Map(computed.headers).get('ETag') ?? '';
    const headers = { ...LD, 'if-none-match': `"other", W/${etag}` };
    const first = await readRaw(app, page, { headers });
    statementsOf(app);
    const second = await readRaw(app, page, { headers });
    expect([first.status, first.body]).toEqual([304, '']);
    expect(second).toEqual(first);
    expect((await readRaw(app, page, { headers: LD })).status).toBe(200);
    expect(statementsOf(app)).toEqual([]);
  });

  test.each(['https://site.example.com', 'https://other.example.com', 'null'])(
    'has the CORS headers of origin %s',
    async (origin) => {
      const headers = { ...LD, origin, path: '/cors' };
      await readRaw(app, page, { headers: { ...LD, path: '/cors' } });
      statementsOf(app);
      const kept = await readRaw(app, page, { headers });
      expect(statementsOf(app)).toEqual([]);
      const computed = await readRaw(app, page, { headers: { ...headers, range: 'bytes=0-' } });
      expect(kept).toEqual(computed);
    },
  );

  test('of one page is not shown on another, nor in another media type', async () => {
    const path = `${page}?of=types`;
    expect(await isKept(app, path, LD)).toBe(false);
    expect(await isKept(app, path, LD)).toBe(true);
    expect(await isKept(app, path, { accept: 'application/json' })).toBe(false);
    expect(await isKept(app, path, { ...LD, path: '/somewhere' })).toBe(false);
    expect(await isKept(app, path, { ...LD, 'content-type': 'text/plain' })).toBe(false);
    expect(await isKept(app, path, { accept: 'text/html;q=0.1, application/ld+json' })).toBe(true);
  });
});

describe('a response is computed', () => {
  const cases: readonly (readonly [string, Record<string, string>, string])[] = [
    ['for a signed-in caller', { authorization: 'Bearer nobody' }, ''],
    ['for callers that send a session cookie', { cookie: 'a=b; api_component=x.y.z' }, ''],
    ['for a range', { range: 'bytes=0-10' }, ''],
    ['for the link of a mail', {}, '?a=b&token=abc'],
    ['for somebody else', {}, '?_switch_user=eve'],
  ];
  test.each(cases)('%s', async (_title, headers, query) => {
    await readRaw(app, page + query, { headers: LD });
    await readRaw(app, page + query, { headers: { ...LD, ...headers } });
    const before = entries.length;
    const answer = await readRaw(app, page + query, { headers: { ...LD, ...headers } });
    if (headers.authorization === undefined) expect(answer.status).toBe(200);
    await expect.poll(() => entries.length).toBeGreaterThan(before);
    expect(await isKept(app, page + query, { ...LD, ...headers })).toBe(answer.status === 401);
  });

  test('each time if it cannot be cached', async () => {
    const path = '/_api/_/pages/00000000-0000-4000-8000-000000000000';
    for (let round = 0; round < 2; round += 1) {
      statementsOf(app);
      expect((await app.get(path)).status).toBe(404);
      expect(statementsOf(app).length).toBeGreaterThan(0);
    }
  });

  test('each time for forms, health and documents that reference no record', async () => {
    const form = await app.create('/component/forms', { formType: 'LoginType' }).catch(() => undefined);
    for (const path of [form?.['@id'], '/_api/component/forms', '/_api/_/health'].filter(
      (one) => one !== undefined,
    )) {
      await isKept(app, path, LD);
      expect([path, await isKept(app, path, LD)]).toEqual([path, false]);
    }
  });
});
