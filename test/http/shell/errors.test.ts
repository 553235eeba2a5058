import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '../../../runtime/kernel/contract/http/http.js';
import { AppError } from '../../../runtime/kernel/errors/app-error.js';
import { notFound, validationFailed } from '../../../runtime/kernel/errors/catalog.js';
import { echo, startShell } from './support.js';
import type { Shell } from './support.js';

const NOT_BLANK = 'c1051bb4-d103-4f74-8988-acbcafc7fdc3';
const blank = { propertyPath: 'reference', message: 'Please enter a reference.', code: NOT_BLANK };
const failing = (pattern: string, fail: () => unknown): Endpoint =>
  echo('GET', pattern, {
    handle: async () => {
      throw fail();
    },
  });

const ENDPOINTS = [
  failing('/missing', () => notFound()),
  failing('/invalid', () => validationFailed([blank])),
  failing('/invalid-rules', () =>
    validationFailed([blank, { propertyPath: '', message: 'Pick one.', code: null }]),
  ),
  failing('/bug', () => new Error('select * from secret_table')),
  failing('/not-an-error', () => 'text'),
  failing('/bad-uri', () => new URIError('URI malformed')),
  failing(
    '/mail',
    () => new AppError({ code: 'MAIL', status: 503, publicMessage: 'The mail could not be sent.' }),
  ),
  failing(
    '/slow-down',
    () => new AppError({ code: 'X', status: 429, publicMessage: 'Wait.', headers: { 'Retry-After': '7' } }),
  ),
  echo('GET', '/broken-file', {
    produces: ['*/*'],
    handle: async () => ({ status: 200, contentType: 'image/png', content: brokenStream() }),
  }),
];

function brokenStream(): Readable {
  return new Readable({
    read() {
      this.destroy(new Error('no such file'));
    },
  });
}

let shell: Shell;
beforeAll(async () => {
  shell = await startShell(ENDPOINTS);
});
afterAll(() => shell.close());

describe('error bodies', () => {
  test('are problem JSON with JSON-LD members for a generic error', async () => {
    const { status, headers, json } = await shell.send('GET', '/_api/missing');
    expect([status, headers['content-type']]).toEqual([404, 'application/problem+json; charset=utf-8']);
    expect(json).toEqual({
      '@context': '/_api/contexts/Error',
      '@id': '/_api/errors/404',
      '@type': 'Error',
      title: 'An error occurred',
      detail: 'Not Found',
      status: 404,
      type: '/errors/404',
      description: 'Not Found',
    });
  });

  test('have no JSON-LD members for a client of plain JSON', async () => {
    const { headers, json } = await shell.send('GET', '/_api/missing', {
      headers: { Accept: 'application/json' },
    });
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(json).toEqual({
      title: 'An error occurred',
      detail: 'Not Found',
      status: 404,
      type: '/errors/404',
    });
  });

  test('list the violations of a validation error', async () => {
    const { status, json } = await shell.send('GET', '/_api/invalid');
    expect(status).toBe(422);
    expect(json).toEqual({
      '@context': '/_api/contexts/ConstraintViolation',
      '@id': `/_api/validation_errors/${NOT_BLANK}`,
      '@type': 'ConstraintViolation',
      title: 'An error occurred',
      detail: 'reference: Please enter a reference.',
      description: 'reference: Please enter a reference.',
      status: 422,
      type: `/validation_errors/${NOT_BLANK}`,
      violations: [blank],
    });
  });

  test('have an empty path and no code for a class rule', async () => {
    const { json } = await shell.send('GET', '/_api/invalid-rules');
    expect(json.detail).toBe('reference: Please enter a reference.\nPick one.');
    expect(json.violations[1]).toEqual({ propertyPath: '', message: 'Pick one.' });
  });

  test.each(['/bug', '/not-an-error', '/bad-uri', '/broken-file'])(
    '%s hides its details and is logged once',
    async (url) => {
      const before = shell.log.length;
      const { status, text, json, headers } = await shell.send('GET', `/_api${url}`);
      expect([status, json.detail, json.description]).toEqual([
        500,
        'Internal Server Error',
        'Internal Server Error',
      ]);
      expect(text).not.toMatch(/secret_table|malformed|such file|stack|trace/);
      const failures = shell.log.slice(before).filter(({ msg }) => msg === 'request failed');
      expect(failures).toHaveLength(1);
      expect(failures[0]?.['requestId']).toBe(headers['x-request-id']);
    },
  );

  test('show the public message of an expected 5xx', async () => {
    const { status, json } = await shell.send('GET', '/_api/mail');
    expect([status, json.detail]).toEqual([503, 'The mail could not be sent.']);
  });

  test.each(['application/ld+json', 'application/json'])(
    'contain the request id, which is in the log, only for a 5xx: %s',
    async (accept) => {
      for (const url of ['/bug', '/mail']) {
        const { json, headers } = await shell.send('GET', `/_api${url}`, { headers: { accept } });
        expect(json.requestId).toBe(headers['x-request-id']);
      }
      expect((await shell.send('GET', '/_api/missing', { headers: { accept } })).json).not.toHaveProperty(
        'requestId',
      );
    },
  );

  test('include the headers of the error', async () => {
    const { status, headers } = await shell.send('GET', '/_api/slow-down');
    expect([status, headers['retry-after']]).toEqual([429, '7']);
  });

  test('have the documentation link and are not cached by shared caches', async () => {
    const { headers } = await shell.send('GET', '/_api/missing');
    expect(headers.link).toBe(
      '<https://api.example.com/_api/docs.jsonld>; rel="http://www.w3.org/ns/hydra/core#apiDocumentation"',
    );
    expect(headers['cache-control']).toBe('no-cache, private');
    expect(headers.etag).toBeUndefined();
    expect(headers['x-content-type-options']).toBe('nosniff');
  });
});

describe('error bodies with hydra_prefix', () => {
  test('use the prefixed names that older clients read', async () => {
    const prefixed = await startShell(ENDPOINTS, { config: { hydraPrefix: true } });
    const error = await prefixed.send('GET', '/_api/missing');
    const invalid = await prefixed.send('GET', '/_api/invalid');
    await prefixed.close();
    expect(error.json).toMatchObject({
      '@type': 'hydra:Error',
      'hydra:title': 'An error occurred',
      'hydra:description': 'Not Found',
    });
    expect(invalid.json).toMatchObject({ '@type': 'ConstraintViolationList', violations: [blank] });
    expect(invalid.json['hydra:description']).toBe('reference: Please enter a reference.');
  });
});
