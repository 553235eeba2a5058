import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import { createContent, type ContentBuilder } from './content.js';
import { inMinutes, MINUTE, startPublishingApp, type PublishingApp } from './support.js';

const admin = { as: 'admin' } as const;
let app: PublishingApp;
let content: ContentBuilder;
beforeAll(async () => {
  app = await startPublishingApp();
  content = createContent(app);
});
afterAll(() => app.close());

/** Members of a draft, and the paths of violations when publishing it now. */
const DRAFTS: readonly (readonly [what: string, body: () => JsonObject, places: readonly string[]])[] = [
  ['nothing wrong', () => ({}), []],
  ['no body', () => ({ body: null }), ['body']],
  ['a past end', () => ({ expiresAt: inMinutes(-5, app.testClock) }), ['expiresAt']],
  [
    'a past end and no body',
    () => ({ body: '', expiresAt: inMinutes(-5, app.testClock) }),
    ['body', 'expiresAt'],
  ],
  ['an end to come', () => ({ expiresAt: inMinutes(5, app.testClock) }), []],
  ['an end before a later start', () => ({ expiresAt: inMinutes(5, app.testClock), slug: null }), []],
];

const placesOf = (violations: readonly { readonly propertyPath: string }[] = []): readonly string[] =>
  violations.map(({ propertyPath }) => propertyPath).sort();

test.each(DRAFTS)('readiness and publication agree about a draft with %s', async (_what, members, places) => {
  for (const live of [undefined, await content.article()]) {
    const draft =
      live === undefined
        ? (await app.create('/component/articles', { headline: 'A', body: 'b', ...members() }))['@id']
        : await content.draft(live, { headline: 'B', ...members() });
    const read = await app.get(draft, admin);
    expect(read.headers.get('valid-to-publish')).toBe(places.length === 0 ? '1' : '0');
    expect(placesOf(read.body._metadata.violations?.violations)).toEqual(places);
    const published = await app.patch(draft, { publishedAt: 'now' }, admin);
    expect(published.status).toBe(places.length === 0 ? 200 : 422);
    expect(placesOf(published.body.violations)).toEqual(places);
  }
});

test('a draft whose expiry date has passed in the meantime is not ready until the date is removed', async () => {
  const live = await content.article({ expiresAt: inMinutes(10, app.testClock) });
  const draft = await content.draft(live, { headline: 'B' });
  expect((await app.get(draft, admin)).headers.get('valid-to-publish')).toBe('1');
  app.testClock.forward(11 * MINUTE);
  expect((await app.get(draft, admin)).headers.get('valid-to-publish')).toBe('0');
  expect((await app.patch(draft, { headline: 'C' }, admin)).status).toBe(200);
  const refused = await app.patch(draft, { publishedAt: 'now' }, admin);
  expect([refused.status, placesOf(refused.body.violations)]).toEqual([422, ['expiresAt']]);
  const published = await app.patch(draft, { publishedAt: 'now', expiresAt: null }, admin);
  expect([published.status, published.body.headline]).toEqual([200, 'C']);
});

test('a draft below a child of its published record is neither ready nor published', async () => {
  const live = await content.story();
  const parent = await content.story();
  const draft = await content.draft(live, { parentPageData: parent });
  expect((await app.get(draft, admin)).headers.get('valid-to-publish')).toBe('1');
  const child = await content.draft(parent, { parentPageData: live });
  expect((await app.patch(child, { publishedAt: 'now' }, admin)).status).toBe(200);

  const message = 'Setting this parent would create a circular reference.';
  const read = await app.get(draft, admin);
  expect(read.headers.get('valid-to-publish')).toBe('0');
  expect(read.body._metadata.violations.violations).toMatchObject([
    { propertyPath: 'parentPageData', message },
  ]);
  const published = await app.patch(draft, { publishedAt: 'now' }, admin);
  expect(published.status).toBe(422);
  expect(published.body.violations).toMatchObject([{ propertyPath: 'parentPageData', message }]);
  expect((await app.patch(draft, { publishedAt: 'now', parentPageData: null }, admin)).status).toBe(200);
});
