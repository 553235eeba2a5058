import { createTagHeader } from '../../../runtime/features/caching/tag-header.js';
import { shortTag } from '../../../runtime/features/caching/tag-text.js';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { echo, JSON_TYPES, NOW, readsJson, startShell } from './support.js';
import type { Shell } from './support.js';

const EDITOR = { Authorization: 'Bearer editor' };
const answers = (pattern: string, response: object) =>
  echo('GET', pattern, { handle: async () => ({ status: 200, body: {}, ...response }) });
const ENDPOINTS = [
  answers('/_/layouts', { tags: ['/_api/_/layouts', '/_api/_/layouts/1', '/_api/_/layouts/1'] }),
  readsJson('POST', '/_/layouts', JSON_TYPES),
  echo('PATCH', '/_/layouts', { accepts: ['application/merge-patch+json'] }),
  answers('/scheduled', { expiresAt: new Date(NOW.getTime() + 20_500) }),
  answers('/passed', { expiresAt: new Date(NOW.getTime() - 1) }),
  answers('/private', { cache: 'private', tags: ['x'] }),
  answers('/user', { cache: 'user' }),
  answers('/cookie', { headers: { 'Set-Cookie': ['hub=1'] }, tags: ['x'] }),
  answers('/position', { vary: ['path', 'accept'] }),
  answers('/immutable', { headers: { 'cache-control': 'public, max-age=31536000, immutable' } }),
  answers('/many-tags', {
    tags: Array.from({ length: 500 }, (_, index) => `/_api/component/titles/${index}-4e20d288`),
  }),
  answers('/odd-tags', { tags: ['/_api/_/routes//a b,c', '/_api/_/routes//é', '/_api/_/routes//\r\nX: y'] }),
  answers('/linked', { headers: { Link: '<https://x.example>; rel="next"' } }),
  answers('/file', { content: Readable.from(['a', 'b']), contentType: 'text/plain', produces: ['*/*'] }),
  echo('DELETE', '/_/layouts', { handle: async () => ({ status: 204 }) }),
];
let shell: Shell;
beforeAll(async () => {
  shell = await startShell(ENDPOINTS);
});
afterAll(() => shell.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  shell.send('GET', `/_api${url}`, { headers });

describe('headers of every response', () => {
  test('describe the content, its caching and its methods for a read', async () => {
    const { headers } = await get('/_/layouts');
    expect(headers).toMatchObject({
      'content-type': 'application/ld+json; charset=utf-8',
      vary: 'Accept, Origin, Content-Type, Authorization',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'deny',
      allow: 'OPTIONS, HEAD, GET, POST, PATCH, DELETE',
      'accept-patch': 'application/merge-patch+json',
      'accept-post': 'application/ld+json',
      'cache-control': 'max-age=0, public, s-maxage=60',
      'cache-tags': '/_api/_/layouts,/_api/_/layouts/1,visibility',
      link: '<https://api.example.com/_api/docs.jsonld>; rel="http://www.w3.org/ns/hydra/core#apiDocumentation"',
    });
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('name the hub after the documentation', async () => {
    const hub = await startShell(ENDPOINTS, {
      links: [{ href: 'https://hub.example.com/.well-known/mercure', rel: 'mercure' }],
    });
    const { headers } = await hub.send('GET', '/_api/nowhere');
    await hub.close();
    expect(headers.link).toBe(
      '<https://api.example.com/_api/docs.jsonld>; rel="http://www.w3.org/ns/hydra/core#apiDocumentation", ' +
        '<https://hub.example.com/.well-known/mercure>; rel="mercure"',
    );
  });

  test('include additions of an endpoint to Vary and Link', async () => {
    expect((await get('/position')).headers.vary).toBe('Accept, Origin, Content-Type, Authorization, path');
    expect((await get('/linked')).headers.link).toMatch(
      /apiDocumentation", <https:\/\/x\.example>; rel="next"$/,
    );
  });

  test('describe no type and no body for a deletion', async () => {
    const { status, headers, text } = await shell.send('DELETE', '/_api/_/layouts', { headers: EDITOR });
    expect([status, text, headers['content-type'], headers['content-length']]).toEqual([
      204,
      '',
      undefined,
      undefined,
    ]);
  });
});

describe('Cache-Control', () => {
  test.each([
    ['/scheduled', 'max-age=0, public, s-maxage=20'],
    ['/passed', 'max-age=0, public, s-maxage=0'],
    ['/private', 'private, no-store'],
    ['/user', 'max-age=0, private'],
    ['/cookie', 'private, no-store'],
    ['/immutable', 'public, max-age=31536000, immutable'],
  ])('%s for anonymous callers is %s', async (url, want) => {
    expect((await get(url)).headers['cache-control']).toBe(want);
  });

  test.each(['/_/layouts', '/scheduled', '/user', '/immutable'])(
    '%s for signed-in callers is never stored',
    async (url) => {
      const { headers } = await get(url, EDITOR);
      expect(headers['cache-control']).toBe('private, no-store');
      expect(headers['cache-tags']).toBeUndefined();
    },
  );

  test('writes are not stored', async () => {
    const headers = { ...EDITOR, 'Content-Type': 'application/json' };
    const answer = await shell.send('POST', '/_api/_/layouts', { headers, body: '{}' });
    expect([answer.headers['cache-control'], answer.headers.etag]).toEqual(['private, no-store', undefined]);
  });
});

describe('cache tags', () => {
  test('are only in responses that can be shared', async () => {
    expect((await get('/private')).headers['cache-tags']).toBeUndefined();
    expect((await get('/cookie')).headers['cache-tags']).toBeUndefined();
  });

  test('fit into the header for any route path', async () => {
    expect((await get('/odd-tags')).headers['cache-tags']).toBe(
      '/_api/_/routes//a%20b%2Cc,/_api/_/routes//%C3%A9,/_api/_/routes//%0D%0AX:%20y,visibility',
    );
  });

  test.each([
    ['varnish-xkey', 'xkey', ' '],
    ['souin', 'surrogate-key', ', '],
    ['surrogate-key', 'surrogate-key', ' '],
    ['cloudflare', 'cache-tag', ','],
  ] as const)('are read by the purger %s as short tags in %s', async (purger, name, glue) => {
    const purged = await startShell(ENDPOINTS, {
      createHooks: [() => createTagHeader(purger)],
    });
    const { headers } = await purged.send('GET', '/_api/_/layouts');
    const many = await purged.send('GET', '/_api/many-tags');
    await purged.close();
    const tags = ['/_api/_/layouts', '/_api/_/layouts/1', 'visibility'];
    expect(headers[name]).toBe(tags.map(shortTag).join(glue));
    // More than fit: one for all titles.
    expect(many.headers[name]).toBe(['all:/_api/component/titles', 'visibility'].map(shortTag).join(glue));
    expect(many.headers['cache-control']).toBe('max-age=0, public, s-maxage=60');
  });
});

describe('ETag', () => {
  test('matches If-None-Match with 304 without a body', async () => {
    const { headers } = await get('/_/layouts');
    const etag = String(headers.etag);
    expect(etag).toMatch(/^"[\w-]+"$/);
    for (const candidate of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await get('/_/layouts', { 'If-None-Match': candidate });
      expect([answer.status, answer.text, answer.headers.etag]).toEqual([304, '', etag]);
      expect(answer.headers['cache-control']).toBe('max-age=0, public, s-maxage=60');
    }
    expect((await get('/_/layouts', { 'If-None-Match': '"other"' })).status).toBe(200);
    expect((await shell.send('HEAD', '/_api/_/layouts', { headers: { 'If-None-Match': etag } })).status).toBe(
      304,
    );
  });

  test('is disabled by cache_headers.etag', async () => {
    const cacheHeaders = { maxAge: 5, sharedMaxAge: 9, vary: [], etag: false };
    const plain = await startShell(ENDPOINTS, { config: { cacheHeaders } });
    const { headers } = await plain.send('GET', '/_api/_/layouts');
    await plain.close();
    expect([headers.etag, headers['cache-control']]).toEqual([undefined, 'max-age=5, public, s-maxage=9']);
  });
});

test('a streamed body is piped', async () => {
  const { status, text } = await get('/file');
  expect([status, text]).toEqual([200, 'ab']);
});
