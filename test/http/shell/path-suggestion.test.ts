import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CoreApp } from '../core/core-app.js';
import { startCoreApp } from '../core/core-app.js';

let app: CoreApp;
beforeAll(async () => {
  app = await startCoreApp();
});
afterAll(() => app.close());

describe('an unknown address', () => {
  test.each([
    ['/component/widget', '/_api/component/widgets'],
    ['/component/Widgets', '/_api/component/widgets'],
    ['/_/page', '/_api/_/pages'],
    ['/logn', '/_api/login'],
  ])('suggests the path closest to %s, except in production', async (path, meant) => {
    const { status, body } = await app.get(path);
    expect([status, body.detail]).toEqual([
      404,
      expect.stringMatching(new RegExp(`Did you mean ${meant}\\?$`)),
    ]);
  });

  test.each(['/nothing/like/it', `/component/${'w'.repeat(200)}`])('suggests none for %s', async (path) => {
    const { status, body } = await app.get(path);
    expect([status, body.detail]).toEqual([404, expect.not.stringContaining('Did you mean')]);
  });

  test('of a manifest explains that a path keeps its slash', async () => {
    const { status, body } = await app.get('/_/resource_manifest/about/us');
    expect([status, body.detail]).toEqual([
      404,
      'Not Found. "about/us" is neither a path nor an id: a path keeps its slash, as in /_/resource_manifest//about/us.',
    ]);
  });
});
