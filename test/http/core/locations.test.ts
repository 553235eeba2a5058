import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, startCoreApp } from './core-app.js';
import type { CoreApp } from './core-app.js';

let app: CoreApp;
beforeAll(async () => {
  app = await startCoreApp();
});
afterAll(() => app.close());

describe('location headers of a write', () => {
  test("a created record has its address in Location, and its document's in Content-Location", async () => {
    const { status, body, headers } = await app.post(
      '/_/layouts?x=1',
      { reference: 'here', uiComponent: 'Primary' },
      ADMIN,
    );
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(body['@id']);
    expect(headers.get('content-location')).toBe(`${body['@id']}.jsonld?x=1`);
  });

  test('a change has only a Content-Location, and a read has neither', async () => {
    const layout = await app.aLayout();
    const patched = await app.patch(layout['@id'], { uiComponent: 'Other' }, ADMIN);
    expect(patched.headers.get('content-location')).toBe(`${layout['@id']}.jsonld`);
    expect(patched.headers.has('location')).toBe(false);
    expect((await app.get(layout['@id'])).headers.has('content-location')).toBe(false);
  });

  test('a non-ASCII key is escaped in headers and IRIs, but not in its member', async () => {
    const { status, body, headers } = await app.post(
      '/_/site_config_parameters',
      { key: 'Überschrift Ā', value: 'x' },
      ADMIN,
    );
    expect(status).toBe(201);
    expect(body['@id']).toMatch(/\/_\/site_config_parameters\/%C3%9Cberschrift%20%C4%80$/);
    expect(headers.get('location')).toBe(body['@id']);
    expect((await app.get(headers.get('location') ?? '', ADMIN)).body).toMatchObject({
      key: 'Überschrift Ā',
    });
  });
});
