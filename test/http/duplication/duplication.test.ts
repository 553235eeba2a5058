import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import { createContent, type ContentBuilder } from '../publishing/content.js';
import { publishingManifest } from '../publishing/types.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const admin = { as: 'admin' } as const;
let app: TestApp;
let content: ContentBuilder;
beforeAll(async () => {
  app = await startTestApp({ manifest: publishingManifest });
  content = createContent(app);
});
afterAll(() => app.close());

const duplicate = (iri: string, body?: JsonObject, as: 'admin' | 'user' | 'anonymous' = 'admin') =>
  app.post(`${iri}/duplicate`, body, { as });

const read = async (iri: string) => (await app.get(iri, admin)).body;

/** Creates a page with two groups of its own, one shared group, and content on both. */
async function aPage() {
  const page = await content.page({ isTemplate: false, title: 'Original' });
  const other = await content.page({ isTemplate: false });
  const path = await content.route({ page });
  const group = await content.group({ pages: [page] });
  const header = await content.group({ pages: [page, other] });
  const elsewhere = await content.group({ pages: [other] });
  const own = await content.article({ headline: 'Own' });
  const used = await content.article({ headline: 'Used twice' });
  const inHeader = await content.article({ headline: 'Header' });
  const inner = await content.article({ headline: 'Inner' });
  const nested = await content.group({ components: [own] });
  for (const [componentGroup, component, sortValue] of [
    [group, own, 0],
    [group, used, 1],
    [elsewhere, used, 0],
    [header, inHeader, 0],
    [nested, inner, 0],
  ] as const)
    await content.position({ componentGroup, component, sortValue });
  return { page, path, group, header, own, used, inner };
}

describe('POST {iri}/duplicate', () => {
  test('copies a page with its groups, positions and components, in one revision', async () => {
    const original = await aPage();
    const before = await read(original.page);
    const { status, body, headers } = await duplicate(original.page);
    expect([status, headers.get('location')]).toEqual([201, body['@id']]);
    expect(body['@id']).not.toBe(original.page);
    expect([body.title, body.layout, body.route ?? null]).toEqual(['Original', before.layout, null]);
    expect(body.reference).toMatch(new RegExp(`^${before.reference}-copy-[0-9a-f]{8}$`));
    expect(body.componentGroups).toHaveLength(2);
    expect(body.componentGroups).toContain(original.header);
    const [group] = body.componentGroups.filter((iri: string) => iri !== original.header);
    expect(group).not.toBe(original.group);
    const copied = await read(group);
    const [first, second] = await Promise.all(copied.componentPositions.map(read));
    expect([first.sortValue, second.sortValue, second.component]).toEqual([0, 1, original.used]);
    expect(first.component).not.toBe(original.own);
    const own = await read(first.component);
    expect([own.headline, own.publishedAt ?? null]).toEqual(['Own', null]);
    const [nested] = own.componentGroups;
    const [position] = (await read(nested)).componentPositions;
    const inner = await read((await read(position)).component);
    expect(inner.headline).toBe('Inner');
    expect(inner['@id']).not.toBe(original.inner);
    expect(await read(original.page)).toEqual({ ...before, componentGroups: before.componentGroups });
    const [newest] = (await app.get('/_/revisions?kind=change', admin)).body.revisions;
    expect(newest.useCase).toBe('duplicate');
  });

  test('applies the sent members to the copy', async () => {
    const { page } = await aPage();
    const { status, body } = await duplicate(page, { title: 'Mine', reference: 'mine-alone' });
    expect([status, body.title, body.reference]).toEqual([201, 'Mine', 'mine-alone']);
    const again = await duplicate(page, { reference: 'mine-alone' });
    expect(again.status).toBe(422);
    expect(again.body.violations).toEqual([expect.objectContaining({ propertyPath: 'reference' })]);
  });

  test('copies the draft of a published component as a draft', async () => {
    const live = await content.article({ headline: 'Live' });
    await content.draft(live, { headline: 'Draft' });
    const { body } = await duplicate(live);
    expect([body.headline, body.publishedAt ?? null, body.publishedResource ?? null]).toEqual([
      'Draft',
      null,
      null,
    ]);
    const published = await duplicate(`${live}`);
    expect(published.status).toBe(201);
  });

  test('copies page data with the components that only it references', async () => {
    const story = await content.story({ title: 'Story' });
    const { status, body } = await duplicate(story, { title: 'Second' });
    expect([status, body.title, body.page]).toEqual([201, 'Second', (await read(story)).page]);
    expect(body.route ?? null).toBeNull();
  });

  test('rejects callers who cannot create, and stores nothing', async () => {
    const { page } = await aPage();
    const count = async () => (await app.get('/_/pages?perPage=1', admin)).body.totalItems as number;
    const before = await count();
    expect((await duplicate(page, undefined, 'user')).status).toBe(403);
    expect((await duplicate(page, undefined, 'anonymous')).status).toBe(401);
    expect((await duplicate('/_/pages/00000000-0000-4000-8000-000000000000')).status).toBe(404);
    expect((await app.post(`${page}/duplicate`, [1], admin)).status).toBe(400);
    expect(
      (await duplicate(page, { layout: '/_/layouts/00000000-0000-4000-8000-000000000000' })).status,
    ).toBe(400);
    expect(await count()).toBe(before);
  });

  test('works as an operation of a batch, whose copy others can reference', async () => {
    const { page } = await aPage();
    const operations = [
      { id: 'copy', method: 'POST', path: `${page}/duplicate` },
      { id: 'again', method: 'POST', path: '/$copy/duplicate', body: { title: 'Third' } },
      { id: 'title', method: 'PATCH', path: '$copy', body: { title: 'Second' } },
    ];
    const { status, body } = await app.post('/_/batch', { operations }, admin);
    expect(status).toBe(200);
    const [copy, again, title] = body.results;
    expect(title.body['@id']).toBe(copy.headers.Location);
    expect([again.status, again.body.title, title.body.title]).toEqual([201, 'Third', 'Second']);
  });
});
