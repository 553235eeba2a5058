import fc from 'fast-check';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCompression } from '../../../runtime/adapters/http/compression/compression.js';
import { bestFor, headerOf, preferences } from '../../support/accept-encoding.js';
import { propertyRuns } from '../../support/property-runs.js';
import { readCoded } from '../../support/read-encoded.js';
import { echo, startShell, type Shell } from './support.js';

const TEXT = 'Words that are sent again and again. '.repeat(100);
const SVG = `<svg xmlns="http://www.w3.org/2000/svg"><!-- ${TEXT} --></svg>`;
const BROWSER = { 'accept-encoding': 'gzip, deflate, br, zstd' };

const answers = (pattern: string, response: object) =>
  echo('GET', pattern, { produces: ['*/*'], handle: async () => ({ status: 200, ...response }) });
const ofType = (contentType: string, headers: Record<string, string> = {}) => ({
  ...{ content: TEXT, contentType, headers },
});

let folder: string;
let shell: Shell;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cms-coded-'));
  const file = join(folder, 'large.svg');
  await writeFile(file, SVG);
  const streamed = (content: () => Readable, length?: number) =>
    echo('GET', length === undefined ? '/live' : `/file-${length}`, {
      produces: ['*/*'],
      handle: async () => ({
        ...{ status: 200, content: content(), contentType: 'image/svg+xml' },
        headers: length === undefined ? {} : { 'content-length': String(length), 'Accept-Ranges': 'bytes' },
      }),
    });
  shell = await startShell(
    [
      echo('GET', '/item', { handle: async () => ({ status: 200, body: { text: TEXT }, version: 7 }) }),
      echo('POST', '/item', { handle: async () => ({ status: 201, body: { text: TEXT }, version: 8 }) }),
      answers('/small', { body: { text: 'few' } }),
      ...['text/html', 'image/svg+xml', 'application/problem+json', 'image/png', 'application/zip'].map(
        (type) => answers(`/as/${type}`, ofType(type)),
      ),
      answers('/as/text/event-stream', ofType('text/event-stream')),
      answers('/kept-as-it-is', ofType('text/plain', { 'cache-control': 'public, no-transform' })),
      answers('/coded-already', ofType('text/plain', { 'content-encoding': 'zstd' })),
      answers('/a-part', { ...ofType('text/plain', { 'content-range': 'bytes 0-9/100' }), status: 206 }),
      streamed(() => createReadStream(file), SVG.length),
      streamed(() => Readable.from([SVG])),
      streamed(() => createReadStream(join(folder, 'missing')), 5000),
    ],
    { compression: createCompression() },
  );
});
afterAll(async () => {
  await shell.close();
  await rm(folder, { recursive: true, force: true });
});

const read = (path: string, headers: Record<string, string> = BROWSER, method = 'GET') =>
  readCoded(`${shell.url}/_api${path}`, { method, headers });

describe('the encoding of a response', () => {
  test.each([
    [undefined, undefined],
    ['', undefined],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['GZIP', 'gzip'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['gzip;q=0.5, identity', undefined],
    ['identity', undefined],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['br;q=0, *', 'gzip'],
    ['identity;q=0', undefined],
    ['identity;q=0, gzip;q=0.1', 'gzip'],
    ['zstd, deflate', undefined],
    [';;,q=,br;q=x', undefined],
  ])('for Accept-Encoding %s is %s', async (accept, encoding) => {
    const answer = await read('/item', accept === undefined ? {} : { 'accept-encoding': accept });
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(JSON.parse(answer.text)).toEqual({ text: TEXT });
    expect(Number(answer.headers['content-length'])).toBe(answer.sent.length);
  });

  test("is the client's preferred one by RFC 9110, and does not change the content", async () => {
    const plain = await read('/item', {});
    await fc.assert(
      fc.asyncProperty(preferences, fc.boolean(), async (all, isLoud) => {
        const answer = await read('/item', { 'accept-encoding': headerOf(all, isLoud) });
        expect([...bestFor(all)]).toContain(answer.headers['content-encoding'] ?? 'identity');
        expect(answer.text).toBe(plain.text);
        expect(answer.headers.vary).toBe(plain.headers.vary);
      }),
      { numRuns: propertyRuns(150) },
    );
  });

  test.each([
    ['/as/text/html', 'br'],
    ['/as/image/svg+xml', 'br'],
    ['/as/application/problem+json', 'br'],
    ['/as/image/png', undefined],
    ['/as/application/zip', undefined],
    ['/as/text/event-stream', undefined],
    ['/kept-as-it-is', undefined],
    ['/a-part', undefined],
  ])('of %s is %s, and Vary is set if it could be another', async (path, encoding) => {
    const { headers, text } = await read(path);
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers.vary?.includes('Accept-Encoding')).toBe(encoding !== undefined);
    expect(text).toBe(TEXT);
  });

  test('is the one that an endpoint has set', async () => {
    const { headers, sent } = await read('/coded-already');
    expect(headers['content-encoding']).toBe('zstd');
    expect(sent.toString()).toBe(TEXT);
  });

  test('is identity up to 1 kB, unless the client rejects identity', async () => {
    const small = await read('/small');
    expect(small.headers['content-encoding']).toBeUndefined();
    expect(small.headers.vary).toContain('Accept-Encoding');
    const forced = await read('/small', { 'accept-encoding': 'gzip, identity;q=0' });
    expect(forced.headers['content-encoding']).toBe('gzip');
    expect(forced.text).toBe(small.text);
  });

  test('applies to errors and writes as well', async () => {
    const written = await read('/item', { ...BROWSER, authorization: 'Bearer editor' }, 'POST');
    expect(written.status).toBe(201);
    expect(written.headers['content-encoding']).toBe('br');
    const missing = await read(`/none-${'x'.repeat(1500)}`);
    expect(missing.status).toBe(404);
    expect(missing.headers['content-encoding']).toBe('br');
  });
});

describe('a compressed response', () => {
  test('has an ETag of its own, whose version is that of the record', async () => {
    const [plain, encoded] = [await read('/item', {}), await read('/item')];
    expect(plain.headers.etag).toMatch(/^"7-[\w-]{27}"$/);
    expect(encoded.headers.etag).toBe(plain.headers.etag?.replace(/"$/, '.br"'));
  });

  test.each([
    ['the same encoding', (tag: string) => `${tag.slice(0, -1)}.br"`, '.br"'],
    ['the uncompressed form', (tag: string) => tag, '"'],
    ['another encoding', (tag: string) => `"other", ${tag.slice(0, -1)}.gzip"`, '.gzip"'],
    ['a tag that a proxy made weak', (tag: string) => `W/${tag}`, '"'],
  ])('is not sent to a client that has %s, and the response names that tag', async (_what, own, end) => {
    const { headers } = await read('/item', {});
    const etag = headers.etag ?? '';
    const same = await read('/item', { ...BROWSER, 'if-none-match': own(etag) });
    expect(same.status).toBe(304);
    expect(same.headers.etag).toBe(etag.slice(0, -1) + end);
    expect(same.headers.vary).toBe(headers.vary);
    expect(same.headers['content-encoding']).toBeUndefined();
  });

  test('is sent to a client that has another version', async () => {
    const { status } = await read('/item', { ...BROWSER, 'if-none-match': '"7-else", "7-else.br"' });
    expect(status).toBe(200);
  });

  test('has the same headers for HEAD', async () => {
    const [whole, head] = [await read('/item'), await read('/item', BROWSER, 'HEAD')];
    expect(head.sent.length).toBe(0);
    const own = { date: '', 'x-request-id': '' };
    expect({ ...head.headers, ...own }).toEqual({ ...whole.headers, ...own });
  });

  test('of a file is compressed while it is sent, and supports no ranges', async () => {
    const path = `/file-${SVG.length}`;
    const encoded = await read(path);
    expect(encoded.text).toBe(SVG);
    expect(encoded.headers).toMatchObject({ 'content-encoding': 'br', 'transfer-encoding': 'chunked' });
    expect(encoded.headers['accept-ranges']).toBeUndefined();
    const plain = await read(path, {});
    expect(plain.text).toBe(SVG);
    expect(plain.headers).toMatchObject({ 'content-length': String(SVG.length), 'accept-ranges': 'bytes' });
  });

  test('of a file that cannot be read is an error', async () => {
    expect((await read('/file-5000')).status).toBe(500);
  });

  test('with unknown length is streamed', async () => {
    const { headers, text } = await read('/live');
    expect(headers['content-encoding']).toBeUndefined();
    expect(text).toBe(SVG);
  });
});

describe('responses to callers with a cookie', () => {
  const cookie = 'jwt=editor';
  test.each([
    ['same-origin', undefined, 'br'],
    ['none', undefined, 'br'],
    ['cross-site', 'https://site.example.com', 'br'],
    ['cross-site', 'https://stranger.example', undefined],
    ['cross-site', undefined, undefined],
    ['same-site', undefined, undefined],
    [undefined, undefined, undefined],
  ])('are compressed only for pages that can read them: %s, origin %s', async (site, origin, encoding) => {
    const { headers } = await read('/item', {
      ...BROWSER,
      cookie,
      ...(site === undefined ? {} : { 'sec-fetch-site': site }),
      ...(origin === undefined ? {} : { origin }),
    });
    expect(headers['content-encoding']).toBe(encoding);
  });

  test('are compressed for callers with a token', async () => {
    const { headers } = await read('/item', { ...BROWSER, authorization: 'Bearer editor' });
    expect(headers['content-encoding']).toBe('br');
  });
});

describe('a service without compression', () => {
  test('sends every client the same bytes', async () => {
    const plain = await startShell([answers('/as/text/html', ofType('text/html'))]);
    const { headers } = await readCoded(`${plain.url}/_api/as/text/html`, { headers: BROWSER });
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers.vary).not.toContain('Accept-Encoding');
    await plain.close();
  });
});
