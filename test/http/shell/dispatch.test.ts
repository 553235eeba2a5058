import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { echo, JSON_TYPES, readsJson, startShell } from './support.js';
import type { Shell } from './support.js';

let shell: Shell;
beforeAll(async () => {
  shell = await startShell([
    echo('GET', '/'),
    echo('GET', '/_/layouts'),
    readsJson('POST', '/_/layouts', JSON_TYPES),
    echo('GET', '/_/layouts/{id}'),
    readsJson('PATCH', '/_/layouts/{id}', ['application/merge-patch+json']),
    echo('GET', '/_/routes/{id*}'),
    echo('POST', '/_/routes/generate'),
    echo('GET', '/verify-email/{username}/{token}'),
  ]);
});
afterAll(() => shell.close());

describe('URLs', () => {
  test.each([
    ['/_api/_/routes//contact', '/_/routes//contact', '/contact'],
    ['/_api/_/routes//', '/_/routes//', '/'],
    ['/_api/_/routes//a//b/', '/_/routes//a//b/', '/a//b/'],
    ['/_api/_/routes/%2Fcontact', '/_/routes//contact', '/contact'],
    ['/_api/_/routes//contact.json', '/_/routes//contact.json', '/contact.json'],
    ['/_api/_/routes//100%2525', '/_/routes//100%25', '/100%25'],
    ['/_api/_/routes//caf%C3%A9', '/_/routes//café', '/café'],
  ])('GET %s decodes the path once and keeps slashes', async (url, path, id) => {
    const { status, json } = await shell.send('GET', url);
    expect(status).toBe(200);
    expect(json).toMatchObject({ pattern: '/_/routes/{id*}', path, parameters: { id } });
  });

  test.each([
    '/_api/_/routes/',
    '/_api/_/layouts/',
    '/_api/_/layouts//',
    '/_api//',
    '/_apix',
    '/_api/_',
    '/',
    '/other',
  ])('GET %s is 404', async (url) => {
    expect((await shell.send('GET', url)).status).toBe(404);
  });

  test('an unknown URL results in an error with its public address', async () => {
    const { status, json } = await shell.send('GET', '/_api/nowhere?token=x');
    expect(status).toBe(404);
    expect(json.detail).toBe('No route found for "GET https://api.example.com/_api/nowhere"');
  });

  test.each(['/_api', '/_api/', '/_api/.jsonld', '/_api?x=1'])('%s is the entrypoint', async (url) => {
    expect((await shell.send('GET', url)).json.pattern).toBe('/');
  });

  test.each([
    '/_api/%zz',
    '/_api/_/layouts/%ff',
    '/_api/_/layouts/a%00b',
    '/_api/_/layouts?a=%zz',
    '/_api/_/layouts?a=%00',
  ])('%s is 400', async (url) => {
    expect((await shell.send('GET', url)).status).toBe(400);
  });

  test('the absolute form of a request line is matched by its path', async () => {
    const text = await shell.sendRaw(
      'GET http://other.example/_api/_/layouts HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    );
    expect(text).toContain('HTTP/1.1 200');
  });

  test('dots in user names and tokens are not extensions', async () => {
    const { json } = await shell.send('GET', '/_api/verify-email/me@example.com/abc.def');
    expect(json.parameters).toEqual({ username: 'me@example.com', token: 'abc.def' });
  });
});

describe('format extensions', () => {
  test.each([
    ['/_api/_/layouts/4e20.jsonld', 'application/ld+json; charset=utf-8', '4e20'],
    ['/_api/_/layouts/4e20.json', 'application/json; charset=utf-8', '4e20'],
  ])('%s is served as %s', async (url, type, id) => {
    const { status, headers, json } = await shell.send('GET', url, {
      headers: { Accept: 'application/xml' },
    });
    expect([status, headers['content-type'], json.parameters.id]).toEqual([200, type, id]);
  });

  test('collections accept extensions too', async () => {
    expect((await shell.send('GET', '/_api/_/layouts.jsonld')).json.path).toBe('/_/layouts');
  });

  test.each(['/_api/_/layouts.xml', '/_api/_/layouts/4e20.xml'])('%s is 404', async (url) => {
    const { status, json } = await shell.send('GET', url);
    expect([status, json.detail]).toEqual([404, 'Format "xml" is not supported']);
  });
});

describe('methods', () => {
  test('HEAD responds as GET does, without a body', async () => {
    const get = await shell.send('GET', '/_api/_/layouts');
    const head = await shell.send('HEAD', '/_api/_/layouts');
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
    expect(head.headers.etag).toBe(get.headers.etag);
  });

  test('a wrong method results in 405 with Allow, also for anonymous callers', async () => {
    const { status, headers, json } = await shell.send('PUT', '/_api/_/layouts');
    expect([status, headers.allow]).toEqual([405, 'OPTIONS, HEAD, GET, POST']);
    expect(json.detail).toBe(
      'No route found for "PUT https://api.example.com/_api/_/layouts": Method Not Allowed (Allow: GET, POST)',
    );
  });

  test('the methods of an address are those of its own template, not of a wider one', async () => {
    const { status, headers } = await shell.send('GET', '/_api/_/routes/generate');
    expect([status, headers.allow]).toEqual([405, 'OPTIONS, POST']);
  });

  test('OPTIONS responds with 204 and Allow', async () => {
    const { status, headers } = await shell.send('OPTIONS', '/_api/_/layouts/x');
    expect([status, headers.allow]).toEqual([204, 'OPTIONS, HEAD, GET, PATCH']);
  });

  test('an unknown method on a known URL results in 405', async () => {
    expect((await shell.send('PROPFIND', '/_api/_/layouts')).status).toBe(405);
  });
});

describe('the query', () => {
  test('becomes objects and lists where it has brackets', async () => {
    const { json } = await shell.send(
      'GET',
      '/_api/_/layouts?order[createdAt]=desc&isTemplate[]=1&isTemplate[]=0&search=a+b',
    );
    expect(json.query).toEqual({ order: { createdAt: 'desc' }, isTemplate: ['1', '0'], search: 'a b' });
  });

  test('passes a version, soft validation and list parameters to the use cases', async () => {
    const { json } = await shell.send('GET', '/_api/_/layouts?published=true&validate_published=1&page=2');
    expect(json.requested).toEqual({
      version: 'published',
      validatePublished: true,
      list: { published: 'true', validate_published: '1', page: '2' },
    });
    expect((await shell.send('GET', '/_api/_/layouts')).json.requested).toEqual({
      version: 'newest',
      validatePublished: false,
      list: {},
    });
  });

  test('does not affect the path header, which reaches the use cases unchanged as the viewed path', async () => {
    const { json } = await shell.send('GET', '/_api/_/layouts', { headers: { path: '/blog/one' } });
    expect(json.viewedPath).toBe('/blog/one');
  });
});
