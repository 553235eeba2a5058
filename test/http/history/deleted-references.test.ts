import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import { createContent, type ContentBuilder } from '../publishing/content.js';
import { links } from '../lists/linked-types.js';
import { createTestClock, type TestClock } from '../publishing/support.js';
import { publishingManifest, text, withoutAttributes, withoutDrafts } from '../publishing/types.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { titleDescriptor } from '../../../generated/descriptors/title.js';
import type { ResourceDescriptor } from '../../../runtime/kernel/contract/schema/resource.js';

const admin = { as: 'admin' } as const;
const shelf: ResourceDescriptor = {
  ...withoutDrafts(withoutAttributes(titleDescriptor)),
  name: 'Shelf',
  classIdentifier: 'Shelf',
  path: '/component/shelves',
  table: 'shelves',
  fields: [
    text('label'),
    links('articles', 'Article', {
      table: 'shelves_articles',
      ownColumn: 'shelf_id',
      targetColumn: 'article_id',
      owner: true,
    }),
  ],
  searchFields: [],
  orderFields: [],
  validate() {},
};

let app: TestApp;
let clock: TestClock;
let content: ContentBuilder;
beforeAll(async () => {
  clock = createTestClock();
  const manifest = { ...publishingManifest, resources: [...publishingManifest.resources, shelf] };
  app = await startTestApp({ manifest, clock });
  content = createContent(app);
});
afterAll(() => app.close());

const moment = (): string => {
  const now = clock.now().toISOString();
  clock.forward(5);
  return now;
};

async function change(iri: string, body: JsonObject): Promise<void> {
  expect((await app.patch(iri, body, admin)).status).toBe(200);
}

async function remove(iri: string): Promise<void> {
  expect((await app.delete(iri, admin)).status).toBe(204);
}

async function firstRevision(iri: string): Promise<number> {
  const { body } = await app.get(`${iri}/revisions`, admin);
  return body.revisions.at(-1).number as number;
}

const restoreFirst = async (iri: string) =>
  app.post(`${iri}/revisions/${await firstRevision(iri)}/restore`, undefined, admin);

test('a record is restored without references to records that were deleted since', async () => {
  const favourite = await content.article();
  const { '@id': box } = await app.create('/component/boxes', { label: 'first', favourite });
  const other = await content.article();
  await change(box, { label: 'second', favourite: other });
  await remove(favourite);
  const { status, body } = await restoreFirst(box);
  expect([status, body.label, body.favourite]).toEqual([200, 'first', other]);
  expect(body._metadata.restored.leftOut).toEqual(['favourite']);
});

test('a list is restored without the records that were deleted since', async () => {
  const [kept, gone] = [await content.article(), await content.article()];
  const { '@id': shelf } = await app.create('/component/shelves', { label: 'first', articles: [kept, gone] });
  await change(shelf, { label: 'second', articles: [] });
  await remove(gone);
  const { status, body } = await restoreFirst(shelf);
  expect([status, body.label, body.articles]).toEqual([200, 'first', [kept]]);
  expect(body._metadata.restored.leftOut).toEqual(['articles']);
});

test('a page is restored without references to records that were deleted since', async () => {
  const page = await content.page({ isTemplate: false, title: 'first' });
  const { body: before } = await app.get(page, admin);
  const { '@id': layout } = await app.create('/_/layouts', { reference: 'another', uiComponent: 'L' });
  const group = await content.group({ pages: [page] });
  const favourite = await content.article();
  const { '@id': box } = await app.create('/component/boxes', { label: 'first', favourite });
  await content.position({ componentGroup: group, component: box });
  const at = moment();
  await change(page, { title: 'second', layout });
  await change(box, { label: 'second', favourite: null });
  await remove(favourite);
  await remove(before.layout as string);
  const { status, body } = await app.post(`${page}/restore`, { at }, admin);
  expect([status, body.leftOut.sort()]).toEqual([200, ['Box.favourite', 'Page.layout']]);
  expect((await app.get(page, admin)).body).toMatchObject({ title: 'first', layout });
  expect((await app.get(box, admin)).body.label).toBe('first');
});

test('a deleted component is restored with its page, without references to deleted records', async () => {
  const page = await content.page({ isTemplate: false });
  const group = await content.group({ pages: [page] });
  const related = await content.article();
  const component = await content.article({ related });
  await content.position({ componentGroup: group, component });
  const at = moment();
  await remove(component);
  await remove(related);
  const { status, body } = await app.post(`${page}/restore`, { at }, admin);
  expect([status, body.leftOut]).toEqual([200, ['Article.related']]);
  expect((await app.get(component, admin)).body.related ?? null).toBeNull();
});
