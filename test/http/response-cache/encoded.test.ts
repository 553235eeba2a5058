import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bestFor, headerOf, preferences } from '../../support/accept-encoding.js';
import { createBuilders } from '../../support/builders.js';
import { propertyRuns } from '../../support/property-runs.js';
import { readCoded, type CodedAnswer } from '../../support/read-encoded.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { startCachingApp, statementsOf, untilKept } from './support.js';

const ADMIN = { as: 'admin' } as const;
const BROWSER = { 'accept-encoding': 'gzip, deflate, br, zstd' };
const WORDS = 'Words that are sent again and again. ';

let app: TestApp;
/** The same service without a response cache. */
let forgetful: TestApp;
beforeAll(async () => {
  app = await startCachingApp({ config: { compression: true } });
  forgetful = await startTestApp({
    databaseUrl: app.config.database.url,
    config: {
      compression: true,
      http_cache: { response_cache: { max_bytes: 0 } },
      routable_security: null,
    },
  });
  for (const each of [app, forgetful]) await each.token('admin');
});
afterAll(async () => {
  await forgetful.close();
  await app.close();
});

/** Counter for unique addresses of a list of titles. */
let requested = 0;
async function aList(): Promise<string> {
  for (let count = 0; count < 3; count += 1)
    await app.create('/component/titles', {
      title: WORDS.repeat(5).trim(),
      publishedAt: '2020-01-01T00:00:00+00:00',
    });
  return `/_api/component/titles?perPage=100&unknown=${(requested += 1)}`;
}

const read = (path: string, headers: Record<string, string> = BROWSER, from: TestApp = app) =>
  readCoded(from.origin + path, { headers: { accept: 'application/ld+json', ...headers } });

/** Returns all facts of a response except time, caller and how well it was compressed. */
function facts({ status, headers, text }: CodedAnswer): unknown {
  const constant = Object.entries(headers).filter(([name]) => !DIFFERENT.includes(name));
  return { status, text, headers: Object.fromEntries(constant) };
}

const DIFFERENT = ['date', 'x-request-id', 'content-length'];

describe('cached responses', () => {
  test('are stored in the requested encoding, and sent as they were computed', async () => {
    const path = await aList();
    const computed = await read(path);
    statementsOf(app);
    const kept = await read(path);
    expect(statementsOf(app)).toEqual([]);
    expect(kept.headers['content-encoding']).toBe('br');
    expect(kept.sent.equals(computed.sent)).toBe(true);
    expect(facts(kept)).toEqual(facts(computed));
  });

  test('are also used for every other encoding', async () => {
    const path = await aList();
    const plain = await read(path, {});
    statementsOf(app);
    const [brotli, gzip] = [await read(path), await read(path, { 'accept-encoding': 'gzip' })];
    expect(statementsOf(app)).toEqual([]);
    expect([brotli, gzip].map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip']);
    for (const encoded of [brotli, gzip]) expect(encoded.text).toBe(plain.text);
    expect(plain.headers.vary).toBe(brotli.headers.vary);
  });

  test("are equal to computed ones, in the client's preferred encoding", async () => {
    const path = await aList();
    await untilKept(app, path);
    await fc.assert(
      fc.asyncProperty(preferences, fc.boolean(), async (all, isLoud) => {
        const headers = { 'accept-encoding': headerOf(all, isLoud) };
        const [kept, computed] = [await read(path, headers), await read(path, headers, forgetful)];
        expect([...bestFor(all)]).toContain(kept.headers['content-encoding'] ?? 'identity');
        expect(facts(kept)).toEqual(facts(computed));
      }),
      { numRuns: propertyRuns(40) },
    );
  });

  test('are compressed once for all simultaneous requests, whether computed or cached', async () => {
    const path = await aList();
    const large = `${path}&perPage=100`;
    for (const headers of [BROWSER, { 'accept-encoding': 'gzip' }]) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => read(large, headers)));
      const ids = new Set(answers.map((answer) => answer.headers['x-request-id']));
      expect(ids.size).toBe(20);
      for (const answer of answers) {
        expect(answer.text).toBe(answers[0]?.text);
        expect(answer.headers['cache-control']).toBe('max-age=0, public, s-maxage=60');
      }
    }
  });

  test('are invalidated in every encoding by a write', async () => {
    const page = await createBuilders(app).aPage({ title: `first ${WORDS.repeat(40)}`.slice(0, 250) });
    const path = `${page['@id']}?coded`;
    const own = { 'accept-encoding': 'gzip, identity;q=0' };
    for (let title = 1; title <= 5; title += 1) {
      for (const headers of [own, BROWSER, {}]) await read(path, headers);
      await app.patch(page['@id'], { title: `title ${title}` }, ADMIN);
      for (const headers of [own, BROWSER, {}])
        expect(JSON.parse((await read(path, headers)).text)).toMatchObject({ title: `title ${title}` });
    }
  });

  test('result in 304 for clients that have any encoding, and the response names it', async () => {
    const path = await aList();
    const [plain, brotli] = [await read(path, {}), await read(path)];
    for (const { headers } of [plain, brotli]) {
      const etag = headers.etag ?? '';
      const same = await read(path, { ...BROWSER, 'if-none-match': etag });
      expect(same).toMatchObject({ status: 304, headers: { etag } });
      expect(same.headers['content-encoding']).toBeUndefined();
    }
    expect((await read(path, { ...BROWSER, 'if-none-match': '"other"' })).text).toBe(plain.text);
  });

  test('have the same headers for HEAD', async () => {
    const path = await aList();
    const whole = await read(path);
    const headers = { accept: 'application/ld+json', ...BROWSER };
    const head = await readCoded(app.origin + path, { method: 'HEAD', headers });
    expect(head.sent.length).toBe(0);
    expect(head.headers['content-length']).toBe(whole.headers['content-length']);
    expect(head.headers.etag).toBe(whole.headers.etag);
  });
});

describe('the version in the ETag of a compressed response', () => {
  test('is accepted by If-Match, for any encoding', async () => {
    const page = await createBuilders(app).aPage();
    const forms = [
      {},
      { 'accept-encoding': 'gzip, identity;q=0' },
      { 'accept-encoding': 'br, identity;q=0' },
    ];
    const bearer = { authorization: `Bearer ${await app.token('admin')}` };
    let last = '';
    for (const form of forms)
      for (const headers of [form, { ...form, ...bearer }]) {
        const { headers: got } = await read(page['@id'], headers);
        const etag = got.etag ?? '';
        const update = { title: `after ${etag}` };
        const ok = await app.patch(page['@id'], update, { ...ADMIN, headers: { 'if-match': etag } });
        expect(ok.status, etag).toBe(200);
        const late = await app.patch(page['@id'], update, { ...ADMIN, headers: { 'if-match': etag } });
        expect(late.status, etag).toBe(412);
        expect(etag).not.toBe(last);
        last = etag;
      }
  });
});
