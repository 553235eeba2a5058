import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, MISSING_ID, startCoreApp, violations } from './core-app.js';
import type { CoreApp } from './core-app.js';

let app: CoreApp;
beforeAll(async () => {
  app = await startCoreApp();
});
afterAll(() => app.close());

const DATE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\+00:00$/;

describe('item documents', () => {
  test('a layout has exactly its members, without null ones', async () => {
    const response = await app.post('/_/layouts', { reference: 'exact', uiComponent: 'Primary' }, ADMIN);
    expect(response.status).toBe(201);
    expect(response.headers.get('content-type')).toBe('application/ld+json; charset=utf-8');
    expect(response.headers.get('location')).toBe(response.body['@id']);
    expect(response.body).toEqual({
      '@context': '/_api/contexts/Layout',
      '@id': expect.stringMatching(/^\/_api\/_\/layouts\/[0-9a-f-]{36}$/),
      '@type': 'Layout',
      reference: 'exact',
      uiComponent: 'Primary',
      pages: [],
      componentGroups: [],
      createdAt: expect.stringMatching(DATE),
      modifiedAt: expect.stringMatching(DATE),
      _metadata: { persisted: true },
    });
    expect((await app.get(response.body['@id'], ADMIN)).body).toEqual(response.body);
  });

  test('a component has its id, and no member is null', async () => {
    const widget = await app.aWidget();
    expect(widget).toEqual({
      '@context': '/_api/contexts/Widget',
      '@id': expect.any(String),
      '@type': 'Widget',
      id: widget['@id'].slice(-36),
      componentGroups: [],
      componentPositions: [],
      _metadata: { persisted: true },
    });
    expect((await app.aLayout()).id).toBeUndefined();
  });

  test('HEAD returns the headers of GET', async () => {
    const { '@id': iri } = await app.aLayout();
    const head = await fetch(app.origin + iri, { method: 'HEAD' });
    const get = await app.get(iri);
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(head.headers.get('etag')).toBe(get.headers.get('etag'));
  });

  test('OPTIONS returns Allow', async () => {
    const { '@id': iri } = await app.aLayout();
    const allowOf = async (path: string): Promise<string[]> => {
      const response = await fetch(app.origin + path, { method: 'OPTIONS' });
      expect(response.status).toBeLessThan(300);
      return (response.headers.get('allow') ?? '').split(', ').sort();
    };
    expect(await allowOf(iri)).toEqual(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'PUT']);
    expect(await allowOf('/_api/_/layouts')).toEqual(['GET', 'HEAD', 'OPTIONS', 'POST']);
  });

  test('an unchanged document results in 304 for its ETag, a changed one does not', async () => {
    const { '@id': iri } = await app.aLayout();
    const etag = (await app.get(iri)).headers.get('etag') ?? '';
    const again = await app.get(iri, { headers: { 'if-none-match': etag } });
    expect([again.status, again.text]).toEqual([304, '']);
    await app.patch(iri, { uiComponent: 'Changed' }, ADMIN);
    expect((await app.get(iri, { headers: { 'if-none-match': etag } })).status).toBe(200);
  });

  test.each([
    '/_/layouts/',
    '/_/pages/',
    '/component/widgets/',
    '/_/component_positions/',
    '/_/component_groups/',
  ])('an unknown or malformed id below %s results in 404', async (path) => {
    for (const id of [MISSING_ID, 'no-uuid', '%F0%9F%98%80', "'--", '0'.repeat(300)]) {
      const response = await app.get(path + id);
      expect([response.status, response.body.detail]).toEqual([404, 'Not Found']);
    }
  });

  test('a second DELETE results in 404', async () => {
    const { '@id': iri } = await app.aLayout();
    const removed = await app.delete(iri, ADMIN);
    expect([removed.status, removed.text]).toEqual([204, '']);
    expect((await app.delete(iri, ADMIN)).status).toBe(404);
    expect((await app.get(iri)).status).toBe(404);
  });
});

describe('errors', () => {
  test('an error is a problem document', async () => {
    const response = await app.get(`/_/layouts/${MISSING_ID}`);
    expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(response.body).toEqual({
      '@context': '/_api/contexts/Error',
      '@id': '/_api/errors/404',
      '@type': 'Error',
      title: 'An error occurred',
      detail: 'Not Found',
      description: 'Not Found',
      status: 404,
      type: '/errors/404',
    });
  });

  test('a 422 lists its violations in the order of the fields, class rules last', async () => {
    const response = await app.post('/_/pages', { reference: '', parentPage: null }, ADMIN);
    expect(response.status).toBe(422);
    expect(response.body['@type']).toBe('ConstraintViolation');
    expect(violations(response)).toEqual([
      ['reference', 'Please enter a reference.'],
      ['uiComponent', 'Please specify a UI component.'],
      ['isTemplate', 'Please specify if this page is a template or not.'],
      ['layout', 'Please specify a layout.'],
    ]);
    expect(response.body.detail).toBe(
      violations(response)
        .map(([path, message]) => `${path}: ${message}`)
        .join('\n'),
    );
    expect(response.body.violations[0].code).toBe('c1051bb4-d103-4f74-8988-acbcafc7fdc3');
  });

  test('an anonymous write results in 401 before anything else', async () => {
    for (const response of [
      await app.post('/_/layouts', '{ broken'),
      await app.patch(`/_/layouts/${MISSING_ID}`, {}),
      await app.put(`/_/layouts/${MISSING_ID}`, {}),
      await app.delete(`/_/layouts/${MISSING_ID}`),
    ]) {
      expect([response.status, response.body]).toEqual([
        401,
        { code: 401, message: 'JWT Token not found', detail: expect.stringContaining('Sign in with POST') },
      ]);
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
    }
  });

  test('a missing item is reported before an invalid body', async () => {
    expect((await app.patch(`/_/layouts/${MISSING_ID}`, '{ broken', ADMIN)).status).toBe(404);
    const { '@id': iri } = await app.aLayout();
    const response = await app.patch(iri, '{ broken', ADMIN);
    expect([response.status, response.body.detail]).toEqual([400, expect.stringMatching(/^Syntax error: /)]);
  });

  test('a plain user cannot write layouts', async () => {
    expect(
      (await app.post('/_/layouts', { reference: 'by-user', uiComponent: 'X' }, { as: 'user' })).status,
    ).toBe(403);
  });
});

describe('the configured keys', () => {
  test('include metadata_key for the member and hydra_prefix for collections', async () => {
    const other = await startCoreApp({
      config: { metadata_key: '_meta', hydra_prefix: true, api_prefix: '/api' },
    });
    try {
      const layout = await other.aLayout();
      expect(layout._meta).toEqual({ persisted: true });
      expect(layout._metadata).toBeUndefined();
      expect(layout['@id']).toMatch(/^\/api\/_\/layouts\//);
      const { body } = await other.get('/_/layouts');
      expect(body['@type']).toBe('hydra:Collection');
      expect(body['hydra:totalItems']).toBe(1);
      expect(body['hydra:member']).toHaveLength(1);
    } finally {
      await other.close();
    }
  });

  test('can be empty prefixes for tables and the API', async () => {
    const other = await startCoreApp({ config: { table_prefix: null, api_prefix: '' } });
    try {
      const page = await other.aPage();
      expect(page['@id']).toMatch(/^\/_\/pages\//);
      expect((await other.get(page['@id'])).status).toBe(200);
      const twice = await other.post('/_/layouts', { reference: page.reference, uiComponent: 'X' }, ADMIN);
      expect(twice.status).toBe(201);
    } finally {
      await other.close();
    }
  });
});
