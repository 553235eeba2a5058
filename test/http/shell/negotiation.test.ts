import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { echo, JSON_TYPES, readsJson, startShell } from './support.js';
import type { Shell } from './support.js';

const EDITOR = { Authorization: 'Bearer editor' };
let shell: Shell;
beforeAll(async () => {
  shell = await startShell([
    echo('GET', '/_/layouts'),
    readsJson('POST', '/_/layouts', JSON_TYPES),
    readsJson('PATCH', '/_/layouts/{id}', ['application/merge-patch+json']),
    echo('POST', '/component/images/upload', { accepts: ['multipart/form-data'] }),
    echo('GET', '/download', {
      produces: ['*/*'],
      handle: async () => ({ status: 200, content: 'x', contentType: 'image/png' }),
    }),
  ]);
});
afterAll(() => shell.close());

describe('Accept', () => {
  test.each([
    [undefined, 'application/ld+json; charset=utf-8'],
    ['*/*', 'application/ld+json; charset=utf-8'],
    ['application/ld+json,application/json', 'application/ld+json; charset=utf-8'],
    ['application/json, application/ld+json', 'application/ld+json; charset=utf-8'],
    ['application/json', 'application/json; charset=utf-8'],
    ['application/*', 'application/ld+json; charset=utf-8'],
    ['text/html,application/xhtml+xml,*/*;q=0.8', 'application/ld+json; charset=utf-8'],
    [',,', 'application/ld+json; charset=utf-8'],
    [', application/json,', 'application/json; charset=utf-8'],
    ['application/ld+json;q=0.2, application/json;q=0.9', 'application/json; charset=utf-8'],
  ])('%s results in %s', async (accept, type) => {
    const { status, headers } = await shell.send(
      'GET',
      '/_api/_/layouts',
      accept === undefined ? {} : { headers: { Accept: accept } },
    );
    expect([status, headers['content-type']]).toEqual([200, type]);
  });

  test('of an unsupported type results in 406', async () => {
    const { status, headers, json } = await shell.send('GET', '/_api/_/layouts', {
      headers: { Accept: 'application/xml' },
    });
    expect([status, headers['content-type']]).toEqual([406, 'application/problem+json; charset=utf-8']);
    expect(json.detail).toBe(
      'Requested format "application/xml" is not supported. Supported MIME types are "application/ld+json", "multipart/form-data".',
    );
  });

  test('does not affect downloads', async () => {
    const { status, headers } = await shell.send('GET', '/_api/download', {
      headers: { Accept: 'image/webp' },
    });
    expect([status, headers['content-type']]).toEqual([200, 'image/png']);
  });
});

describe('Content-Type', () => {
  const post = (headers: Record<string, string>) =>
    shell.send('POST', '/_api/_/layouts', { headers: { ...EDITOR, ...headers }, body: '{"a":1}' });

  test.each([
    'application/ld+json',
    'application/json',
    'application/json; charset=latin1',
    'Application/LD+JSON',
  ])('%s is read', async (type) => {
    const { status, json } = await post({ 'Content-Type': type });
    expect([status, json]).toEqual([201, { received: { a: 1 } }]);
  });

  test.each([
    [
      'POST',
      '/_api/_/layouts',
      'The content-type "text/plain" is not supported. Supported MIME types are "application/ld+json".',
    ],
    [
      'PATCH',
      '/_api/_/layouts/1',
      'The content-type "text/plain" is not supported. Supported MIME types are "application/merge-patch+json".',
    ],
    [
      'POST',
      '/_api/component/images/upload',
      'The content-type "text/plain" is not supported. Supported MIME type is "multipart/form-data".',
    ],
  ])('of another type results for %s %s in 415', async (method, url, detail) => {
    const { status, json } = await shell.send(method, url, {
      headers: { ...EDITOR, 'Content-Type': 'text/plain' },
      body: '{}',
    });
    expect([status, json.detail]).toEqual([415, detail]);
  });

  test('of a PATCH must be a merge patch', async () => {
    const send = (type: string) =>
      shell.send('PATCH', '/_api/_/layouts/1', { headers: { ...EDITOR, 'Content-Type': type }, body: '{}' });
    expect((await send('application/ld+json')).status).toBe(415);
    expect((await send('application/merge-patch+json')).status).toBe(201);
  });

  test('is required: 415 without it', async () => {
    const { status, json } = await post({});
    expect([status, json.detail]).toEqual([415, 'The "Content-Type" header must exist.']);
  });

  test('with a compressed body results in 415', async () => {
    expect((await post({ 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' })).status).toBe(415);
  });
});
