import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDocumentationEndpoints } from '../../../runtime/features/documentation/documentation.js';
import { DOCUMENTATION } from './documentation-fixture.js';
import { echo, JSON_TYPES, readsJson, startShell } from './support.js';
import type { Shell } from './support.js';

let shell: Shell;
beforeAll(async () => {
  shell = await startShell([
    ...createDocumentationEndpoints(DOCUMENTATION.config, () => DOCUMENTATION),
    echo('GET', '/_/layouts'),
    echo('GET', '/_/layouts/{id}'),
    echo('GET', '/_/routes/{id*}'),
    readsJson('POST', '/users', JSON_TYPES),
  ]);
});
afterAll(() => shell.close());

const PIECES = [
  '/',
  '//',
  '_',
  'layouts',
  'routes',
  'docs',
  'contexts',
  '.',
  '..',
  '.jsonld',
  '.xml',
  '%',
  '%2',
  '%2F',
  '%00',
  '%c3',
  '%C3%A9',
];
const QUERY_PIECES = [
  '&',
  '=',
  '[',
  ']',
  '[]',
  'order',
  '__proto__',
  'constructor',
  '%5B',
  '%',
  '+',
  '%00',
  ';',
  '?',
  '#',
];
const mixed = (pieces: readonly string[]) =>
  fc
    .array(fc.oneof(fc.constantFrom(...pieces), fc.stringMatching(/^[!-~]{0,4}$/)), { maxLength: 12 })
    .map((parts) => parts.join(''));

/** Returns the status of the first response on the connection. */
const statusOf = (text: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0);

describe('a hostile request', () => {
  test('never causes a server error by its URL or query', async () => {
    const requestLine = fc.record({
      method: fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'POST'),
      start: fc.constantFrom('/_api/', '/', '', '//', 'http://[', 'http://x/_api/'),
      path: mixed(PIECES),
      query: mixed(QUERY_PIECES),
    });
    const property = fc.asyncProperty(requestLine, async ({ method, start, path, query }) => {
      const answer = await shell.sendRaw(
        `${method} ${start}${path}?${query} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      );
      expect(statusOf(answer)).toBeGreaterThanOrEqual(200);
      expect(statusOf(answer)).toBeLessThan(500);
      expect(answer).not.toMatch(/at .*node_modules/);
    });
    await fc.assert(property, { numRuns: 400 });
  });

  test('never causes a server error by its body', async () => {
    const body = fc.oneof(
      fc.json({ maxDepth: 6 }),
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
      mixed(['{', '}', '[', ']', '"', ':', ',', '\\u', '\\', '__proto__', '1e999', 'null']),
    );
    const property = fc.asyncProperty(body, async (given) => {
      const headers = { 'Content-Type': 'application/json' };
      const { status } = await shell.send('POST', '/_api/users', { headers, body: given });
      expect([201, 400, 413]).toContain(status);
    });
    await fc.assert(property, { numRuns: 300 });
  });

  test('never causes a server error by its headers', async () => {
    const property = fc.asyncProperty(fc.stringMatching(/^[ -~]{0,30}$/), async (value) => {
      const headers = {
        Accept: value,
        Path: value,
        Origin: value,
        Authorization: value,
        Cookie: value,
        'If-None-Match': value,
      };
      const { status } = await shell.send('GET', '/_api/_/layouts', { headers });
      expect(status).toBeLessThan(500);
    });
    await fc.assert(property, { numRuns: 200 });
  });
});
