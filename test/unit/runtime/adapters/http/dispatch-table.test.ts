import { describe, expect, test } from 'vitest';
import type { Endpoint, HttpMethod } from '../../../../../runtime/kernel/contract/http/http.js';
import { createDispatchTable } from '../../../../../runtime/adapters/http/dispatch-table.js';

const endpoint = (method: HttpMethod, pattern: string): Endpoint => ({
  method,
  pattern,
  handle: async () => ({ status: 200 }),
});
const tableOf = (...patterns: readonly string[]) =>
  createDispatchTable(
    patterns.map((pattern) => endpoint('GET', pattern)),
    ({ pattern }) => pattern,
  );

describe('createDispatchTable', () => {
  const table = tableOf(
    '/',
    '/a',
    '/a/{id}',
    '/a/{id}/b',
    '/a/fixed',
    '/a/{rest*}',
    '/x/{one}/{two}',
    '/key/{key}',
  );

  test.each([
    ['/', '/', {}],
    ['/a', '/a', {}],
    ['/a/fixed', '/a/fixed', {}],
    ['/a/1', '/a/{id}', { id: '1' }],
    ['/a/1/b', '/a/{id}/b', { id: '1' }],
    ['/a/1/c', '/a/{rest*}', { rest: '1/c' }],
    ['/a/fixed/b', '/a/{id}/b', { id: 'fixed' }],
    ['/a//', '/a/{rest*}', { rest: '/' }],
    ['/x/1/2', '/x/{one}/{two}', { one: '1', two: '2' }],
    ['/key/a.b', '/key/{key}', { key: 'a.b' }],
  ])('matches %s as %s', (path, pattern, parameters) => {
    expect(table.find(path)).toMatchObject({ template: { pattern }, parameters });
  });

  test.each(['/a/', '/b', '/x/1', '/x//2', '/A', '//'])('does not match %s', (path) => {
    expect(table.find(path)).toBeUndefined();
  });

  test('treats a parameter named like a prototype member as an ordinary one', () => {
    expect(tableOf('/p/{id}').find('/constructor/1')).toBeUndefined();
  });

  test('refuses duplicate methods and two names for one parameter', () => {
    expect(() => tableOf('/a/{id}', '/a/{id}')).toThrow('GET /a/{id} is declared twice.');
    expect(() => tableOf('/a/{id}', '/a/{name}')).toThrow('match the same URLs');
    expect(() => tableOf('/a/{id*}', '/a/{name*}')).toThrow('match the same URLs');
  });

  test('does not use a less specific template if the method is missing', () => {
    const mixed = createDispatchTable(
      [endpoint('POST', '/a/generate'), endpoint('GET', '/a/{id}')],
      ({ pattern }) => pattern,
    );
    expect(mixed.find('/a/generate')?.template.pattern).toBe('/a/generate');
    expect(mixed.find('/a/other')?.template.pattern).toBe('/a/{id}');
  });
});
