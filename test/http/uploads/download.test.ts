import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { UploadsApp } from './support.js';
import { form, mediaObjects, picture, startUploadsApp } from './support.js';

const BROCHURES = '/component/brochures';
const PUBLISHED = { publishedAt: '2020-01-01T00:00:00Z' };
const SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const HTML = '<!doctype html><html><script>alert(1)</script></html>';

let app: UploadsApp;
beforeAll(async () => {
  app = await startUploadsApp({ config: { routable_security: null } });
});
afterAll(() => app.close());

/** Creates a published brochure with a document; returns the path of its download. */
async function publish(content: string | Buffer, name: string): Promise<string> {
  const created = await app.upload(`${BROCHURES}/upload`, form({ documentFile: [content, name] }));
  expect(created.status, created.text).toBe(201);
  const published = await app.patch(created.body['@id'], PUBLISHED, { as: 'admin' });
  expect(published.status, published.text).toBe(200);
  return `${created.body['@id']}/download/documentFile`;
}

describe('GET /component/{type}/{id}/download/{field}', () => {
  test('streams the file with its type and original name, to anonymous callers too', async () => {
    const path = await publish('Hello, reader.', 'Read Me.txt');
    const response = await app.get(path);
    expect(response.status).toBe(200);
    expect(response.text).toBe('Hello, reader.');
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe('inline; filename="Read Me.txt"');
    expect(response.headers.get('content-length')).toBe('14');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('accept-ranges')).toBe('bytes');
    expect(response.headers.get('content-security-policy')).toBeNull();
  });

  test('offers the file as a download with download=true, and accepts any Accept', async () => {
    const path = await publish('text', 'a.txt');
    const response = await app.get(`${path}?download=true`, { headers: { accept: 'image/x-nothing' } });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toBe('attachment; filename=a.txt');
    expect((await app.get(`${path}?download=no`)).headers.get('content-disposition')).toMatch(/^inline/);
  });

  test('serves byte ranges', async () => {
    const path = await publish('0123456789', 'digits.txt');
    const range = (value: string, more: Record<string, string> = {}) =>
      app.get(path, { headers: { range: value, ...more } });
    const middle = await range('bytes=2-5');
    expect([
      middle.status,
      middle.text,
      middle.headers.get('content-range'),
      middle.headers.get('content-length'),
    ]).toEqual([206, '2345', 'bytes 2-5/10', '4']);
    expect((await range('bytes=7-')).text).toBe('789');
    expect((await range('bytes=-3')).text).toBe('789');
    expect((await range('bytes=8-99')).text).toBe('89');
    const beyond = await range('bytes=10-');
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */10']);
    expect((await range('bytes=0-1,4-5')).status).toBe(200);
    expect((await range('lines=1-2')).status).toBe(200);
    const tag = middle.headers.get('etag') ?? '';
    expect((await range('bytes=0-0', { 'if-range': tag })).status).toBe(206);
    expect((await range('bytes=0-0', { 'if-range': '"other"' })).status).toBe(200);
  });

  test('responds with 304 to conditional requests that name the current file', async () => {
    const path = await publish('content', 'c.txt');
    const first = await app.get(path);
    const tag = first.headers.get('etag') ?? '';
    const same = await app.get(path, { headers: { 'if-none-match': tag } });
    expect([same.status, same.text, same.headers.get('etag')]).toEqual([304, '', tag]);
    const since = first.headers.get('last-modified') ?? '';
    const unchanged = await app.get(path, { headers: { 'if-modified-since': since } });
    expect(unchanged.status).toBe(304);
    // Caches copy these headers to their stored response.
    for (const name of ['cache-control', 'vary', 'cache-tags', 'etag', 'content-security-policy']) {
      expect(same.headers.get(name)).toBe(first.headers.get(name));
      expect(unchanged.headers.get(name)).toBe(first.headers.get(name));
    }
    expect((await app.get(path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  });

  test('responds to HEAD without a body', async () => {
    const path = await publish('content', 'h.txt');
    const response = await app.raw(path, { method: 'HEAD' });
    expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([
      200,
      '7',
      '',
    ]);
  });

  test('results in 404 for an unknown field, an empty field, a missing object and a hidden record', async () => {
    const path = await publish('content', 'lost.txt');
    expect((await app.get(path.replace('documentFile', 'document_file'))).status).toBe(200);
    expect((await app.get(path.replace('documentFile', 'filename'))).status).toBe(404);
    const empty = await app.get(path.replace('documentFile', 'cover'));
    expect([empty.status, empty.text]).toEqual([404, 'The file path for this resource is empty']);
    const stored = (await app.files('private')).find((one) => one.includes('/lost-')) ?? '';
    await rm(join(app.folders.private, stored));
    expect((await app.get(path)).status).toBe(404);
    const draft = await app.upload(`${BROCHURES}/upload`, form({ documentFile: ['secret', 's.txt'] }));
    const hidden = `${draft.body['@id']}/download/documentFile`;
    expect((await app.get(hidden)).status).toBe(404);
    expect((await app.get(hidden, { as: 'admin' })).text).toBe('secret');
  });

  test('applies the same check to variants of private files as to the file', async () => {
    const parts = form({ documentFile: ['x', 'x.txt'], cover: [await picture(900, 600), 'wide.png'] });
    const created = await app.upload(`${BROCHURES}/upload`, parts);
    const [, thumbnail, square] = mediaObjects(created.body, 'cover');
    expect(thumbnail?.contentUrl).toBe(
      `http://localhost:8000${created.body['@id']}/download/cover?filter=thumbnail`,
    );
    expect((await app.fetchUrl(thumbnail?.contentUrl ?? '')).status).toBe(404);
    await app.patch(created.body['@id'], PUBLISHED, { as: 'admin' });
    const shown = await app.fetchUrl(square?.contentUrl ?? '');
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect((await app.get(`${created.body['@id']}/download/cover?filter=../../x`)).status).toBe(404);
  });
});

describe('files that could run scripts', () => {
  test('include SVG, which is shown in a sandbox', async () => {
    const response = await app.get(await publish(SVG, 'logo.svg'));
    expect(response.text).toBe(SVG);
    expect(response.headers.get('content-type')).toBe('image/svg+xml');
    expect(response.headers.get('content-disposition')).toMatch(/^inline/);
    expect(response.headers.get('content-security-policy')).toBe(SANDBOX);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test.each([
    ['HTML', HTML, 'page.html'],
    ['HTML that is declared as an image', HTML, 'page.png'],
    ['HTML that is declared as plain text', HTML, 'page.txt'],
    ['XHTML', '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>', 'page.xml'],
    ['XML', '<?xml version="1.0"?><root/>', 'feed.xml'],
    ['a script', 'alert(1)', 'code.js'],
    ['a stylesheet', 'a{}', 'style.css'],
    ['unknown bytes', Buffer.from([0, 1, 2, 3]), 'data.bin'],
  ])('include %s, which is only ever a download', async (_name, content, name) => {
    const response = await app.get(await publish(content, name));
    expect(response.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(response.headers.get('content-security-policy')).toBe(SANDBOX);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe('public URLs of a local filesystem', () => {
  test('serve files and variants under the same rules as downloads', async () => {
    const created = await app.upload(
      '/component/images/upload',
      form({ file: [await picture(600, 600), 'p.png'] }),
    );
    for (const { contentUrl } of mediaObjects(created.body)) {
      const response = await app.fetchUrl(contentUrl);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('cache-control')).toContain('public');
    }
    const svg = await app.upload('/component/images/upload', form({ file: [SVG, 'evil.svg'] }));
    const url = mediaObjects(svg.body)[0]?.contentUrl ?? '';
    const shown = await app.fetchUrl(url);
    expect(shown.headers.get('content-security-policy')).toBe(SANDBOX);
    expect((await app.fetchUrl(url, { headers: { range: 'bytes=0-3' } })).status).toBe(206);
    const tag = shown.headers.get('etag') ?? '';
    expect((await app.fetchUrl(url, { headers: { 'if-none-match': tag } })).status).toBe(304);
  });

  test.each([
    '/uploads/nothing.png',
    '/uploads/%2e%2e/secret',
    '/uploads/..%2f..%2fetc%2fpasswd',
    '/uploads/a%00b',
    '/uploads/%E0',
    '/uploads/',
  ])('such as %s result in 404', async (path) => {
    expect((await fetch(app.origin + path)).status).toBe(404);
  });

  test('do not accept writes', async () => {
    expect((await fetch(`${app.origin}/uploads/x.png`, { method: 'POST' })).status).toBe(405);
  });
});
