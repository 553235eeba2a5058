import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp } from '../../support/test-app.js';
import type { TestApp } from '../../support/test-app.js';
import { createSite } from './site.js';
import type { SiteFactory } from './site.js';

const ADMIN = { as: 'admin' } as const;
let app: TestApp;
let site: SiteFactory;
beforeAll(async () => {
  app = await startTestApp();
  site = createSite(app);
});
afterAll(() => app.close());

const generated = async (body: Record<string, string>): Promise<string> => {
  const page = await site.page(body);
  const route = await site.generate({ page: page['@id'] });
  expect((await app.get(route['@id'] as string)).body).toMatchObject({ path: route.path, page: page['@id'] });
  return route.path as string;
};

describe('a generated route', () => {
  test.each([
    ['联系我们', '/联系我们'],
    ['ﬁnance', '/finance'],
    ['Новости', '/novosti'],
    ['اتصل بنا', '/atsl-bna'],
    ['दुकान', '/दुकान'],
    ['🦄', '/page'],
    ['👩‍👩‍👧', '/page-1'],
    ['...', '/page-2'],
  ])('can be read at the path of a title in any script: %s', async (title, want) => {
    expect(await generated({ title })).toBe(want);
  });

  test('has the name of its type if page data has a title of symbols', async () => {
    const record = await site.article({ title: '***' });
    const { path, name } = await site.generate({ pageData: record['@id'] });
    expect(path).toMatch(/^\/[a-z]+(-[a-z]+)+$/);
    expect(path).toBe(`/${String(name)}`);
  });

  test.each([
    ['letters', 'a'],
    ['letters of four bytes', '𠮷'],
    ['letters with combining marks', 'क्षि'],
    ['letters that become two in transliteration', 'ü'],
  ])('fits its column whatever the title, repeatedly: %s', async (_kind, unit) => {
    const title = unit.repeat(Math.floor(255 / [...unit].length));
    const paths: string[] = [];
    for (let count = 0; count < 12; count += 1) paths.push(await generated({ title }));
    expect(new Set(paths).size).toBe(12);
    for (const path of paths) expect([...path].length).toBeLessThanOrEqual(255);
    expect(paths.at(-1)).toMatch(/-11$/);
  });

  test('is truncated below a parent, and rejected if nothing remains', async () => {
    const parent = await site.page({ title: 'p'.repeat(250) });
    expect((await site.generate({ page: parent['@id'] })).path).toHaveLength(251);
    const below = { title: 'c'.repeat(250), parentPage: parent['@id'] as string };
    expect(await generated(below)).toMatch(/^\/p{250}\/ccc$/);
    expect(await generated(below)).toMatch(/^\/p{250}\/c-1$/);
    for (let number = 2; number < 10; number += 1)
      expect(await generated(below)).toMatch(new RegExp(`/c-${number}$`));
    const page = await site.page(below);
    const refused = await app.post('/_/routes/generate', { page: page['@id'] }, ADMIN);
    expect([refused.status, refused.body.detail]).toEqual([
      422,
      expect.stringContaining('leaves no room for another segment'),
    ]);
    expect((await app.get(page['@id'] as string, ADMIN)).body.route ?? null).toBeNull();
  });
});

test('a move that makes a path too long is rejected, and nothing has moved', async () => {
  const parent = await site.page({ title: 'short' });
  const route = await site.generate({ page: parent['@id'] });
  const below = await generated({ title: 'b'.repeat(200), parentPage: parent['@id'] as string });
  const refused = await app.patch(
    route['@id'] as string,
    { path: `/${'l'.repeat(100)}`, cascadeChildPaths: true },
    ADMIN,
  );
  expect([refused.status, refused.body.violations?.[0]]).toMatchObject([422, { propertyPath: 'path' }]);
  expect((await app.get(`/_/routes/${below}`)).body.path).toBe(below);
});
