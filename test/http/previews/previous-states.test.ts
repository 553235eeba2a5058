import { afterAll, beforeAll, expect, test } from 'vitest';
import { createContent, type ContentBuilder } from '../publishing/content.js';
import { publishingManifest } from '../publishing/types.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const admin = { as: 'admin' } as const;
let app: TestApp;
let content: ContentBuilder;
beforeAll(async () => {
  const resources = publishingManifest.resources.map((resource) =>
    resource.name === 'Article'
      ? {
          ...resource,
          security: { read: "is_granted('ROLE_ADMIN') or object.body != 'secret'" },
          fields: resource.fields.map((field) =>
            field.name === 'slug'
              ? { ...field, readIf: "is_granted('ROLE_ADMIN') or object.headline != 'Closed'" }
              : field,
          ),
        }
      : resource,
  );
  app = await startTestApp({
    manifest: { ...publishingManifest, resources },
    config: { routable_security: "is_granted('ROLE_ADMIN')" },
  });
  content = createContent(app);
});
afterAll(() => app.close());

/** Returns what a preview of the first state of an article shows after it has changed. */
async function shownOf(first: object, then: object) {
  const page = await content.page({ isTemplate: false });
  await content.route({ page, liveAt: null });
  const componentGroup = await content.group({ pages: [page] });
  const article = await content.article({ headline: 'Open', ...first });
  await content.position({ component: article, componentGroup });
  const { body: list } = await app.get(`${article}/revisions`, admin);
  const revision = (list.revisions as { number: number }[])[0]?.number;
  expect((await app.patch(article, { ...then }, admin)).status).toBe(200);
  const { body: made } = await app.post('/_/previews', { page, revision }, admin);
  const { status, body } = await app.get(article, { headers: { Preview: made.token } });
  expect(status).toBe(200);
  return body;
}

test('a preview of a revision shows no state that a visitor could not have read', async () => {
  const open = await shownOf({ body: 'public' }, { headline: 'Now', body: 'other' });
  expect([open.headline, open.body]).toEqual(['Open', 'public']);
  const closed = await shownOf({ body: 'secret' }, { headline: 'Now', body: 'other' });
  expect([closed.headline, closed.body]).toEqual(['Now', 'other']);
});

test('a preview of a revision shows no member that a visitor could not have read then', async () => {
  const open = await shownOf({ slug: 'first' }, { slug: 'second' });
  expect(open.slug).toBe('first');
  const closed = await shownOf({ headline: 'Closed', slug: 'third' }, { headline: 'Now', slug: 'fourth' });
  expect([closed.headline, closed.slug]).toEqual(['Closed', undefined]);
});
