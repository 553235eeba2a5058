import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../support/test-app.js';
import { startTestApp } from '../../support/test-app.js';
import { cascadeManifest } from './types.js';

let app: TestApp;
let layout: string;
beforeAll(async () => {
  app = await startTestApp({
    manifest: cascadeManifest,
    config: { routable_security: null, route_security: [] },
  });
  layout = await make('/_/layouts', { reference: randomUUID(), uiComponent: 'X' });
});
afterAll(() => app.close());

const admin = { as: 'admin' } as const;

const make = async (path: string, body: object = {}): Promise<string> =>
  (await app.create(path, { ...body }))['@id'];
const aPage = (body: object = {}): Promise<string> =>
  make('/_/pages', { reference: randomUUID(), isTemplate: false, uiComponent: 'X', layout, ...body });
const aGroup = (body: object = {}): Promise<string> =>
  make('/_/component_groups', { reference: randomUUID(), location: 'x', ...body });
const place = (component: string, componentGroup: string): Promise<string> =>
  make('/_/component_positions', { component, componentGroup });
const statusOf = async (iri: string): Promise<number> => (await app.get(iri, admin)).status;
const remove = async (iri: string): Promise<number> => (await app.delete(iri, admin)).status;

describe('DELETE of the target of a relation', () => {
  test('deletes the records whose relation cascades, with their positions and groups', async () => {
    const box = await make('/component/boxes');
    const caption = await make('/component/captions', { of: box });
    const position = await place(caption, await aGroup());
    const owned = await aGroup({ components: [caption] });
    const inner = await make('/component/boxes');
    await place(inner, owned);
    expect(await remove(box)).toBe(204);
    for (const iri of [caption, position, owned, inner]) expect(await statusOf(iri)).toBe(404);
  });

  test('ends in cycles of cascading relations', async () => {
    const first = await make('/component/twins');
    const second = await make('/component/twins', { other: first });
    const self = await make('/component/twins');
    await app.patch(first, { other: second }, admin);
    await app.patch(self, { other: self }, admin);
    expect(await remove(first)).toBe(204);
    expect(await statusOf(second)).toBe(404);
    expect(await remove(self)).toBe(204);
    expect(await statusOf(self)).toBe(404);
  });

  test('deletes components that reference a page, and page data that references a component, with its draft', async () => {
    const page = await aPage();
    const bookmark = await make('/component/bookmarks', { page });
    expect(await remove(page)).toBe(204);
    expect(await statusOf(bookmark)).toBe(404);
    const subject = await make('/component/articles', { headline: 'A', body: 'b', publishedAt: 'now' });
    const review = await make('/page_data/reviewdatas', {
      title: 'T',
      page: await aPage({ isTemplate: true }),
      publishedAt: 'now',
      subject,
    });
    const draft = (await app.patch(review, { title: 'D' }, admin)).body['@id'] as string;
    expect(draft).not.toBe(review);
    expect(await remove(subject)).toBe(204);
    for (const iri of [review, draft]) expect(await statusOf(iri)).toBe(404);
  });

  test.each([
    ['a relation that restricts', '/component/seals', 'Seal'],
    ['a required relation', '/component/stamps', 'Stamp'],
  ])('is rejected by %s wherever the cascade reaches it, and deletes nothing', async (_name, path, type) => {
    const page = await aPage();
    const group = await aGroup({ pages: [page] });
    const box = await make('/component/boxes');
    const position = await place(box, group);
    const other = await make('/component/articles', { headline: 'A', body: 'b', publishedAt: 'now' });
    await place(other, group);
    const fan = await make('/component/boxes', { favourite: other });
    const holder = await make(path, { on: box });
    for (const iri of [box, position, group, page]) {
      const refused = await app.delete(iri, admin);
      expect(refused.status).toBe(422);
      expect(refused.body.detail).toBe(`1 ${type} records still need this record.`);
    }
    for (const iri of [page, group, position, box, other, holder]) expect(await statusOf(iri)).toBe(200);
    expect((await app.get(fan, admin)).body.favourite).toBe(other);
    expect(await remove(holder)).toBe(204);
    expect(await remove(page)).toBe(204);
    expect((await app.get(fan, admin)).body).not.toHaveProperty('favourite');
  });

  test('is not rejected by a record that is deleted too, at any depth', async () => {
    const page = await aPage();
    const group = await aGroup({ pages: [page] });
    const box = await make('/component/boxes');
    await place(box, group);
    const seal = await make('/component/seals', { on: box });
    await place(seal, await aGroup({ components: [box] }));
    expect(await remove(page)).toBe(204);
    for (const iri of [group, box, seal]) expect(await statusOf(iri)).toBe(404);
  });

  test('clears several members of one record, and no other', async () => {
    const group = await aGroup();
    const [first, second, third] = [
      await make('/component/boxes'),
      await make('/component/boxes'),
      await make('/component/boxes'),
    ];
    for (const box of [first, second]) await place(box, group);
    const both = await make('/component/shelfs', { anything: first, second });
    const one = await make('/component/shelfs', { anything: third, second });
    expect(await remove(group)).toBe(204);
    const emptied = (await app.get(both, admin)).body;
    expect(emptied).not.toHaveProperty('anything');
    expect(emptied).not.toHaveProperty('second');
    expect((await app.get(one, admin)).body.anything).toBe(third);
  });
});

describe('DELETE of a page with a route', () => {
  const aRoute = (body: object): Promise<string> =>
    make('/_/routes', { liveAt: new Date().toISOString(), ...body });

  test('deletes the route and every redirect that leads to it, and no other', async () => {
    const page = await aPage();
    const path = `/${randomUUID()}`;
    const route = await aRoute({ path, name: path, page });
    const near = await aRoute({ path: `${path}-near`, name: `${path}-near`, redirect: route });
    const far = await aRoute({ path: `${path}-far`, name: `${path}-far`, redirect: near });
    const stays = await aRoute({ path: `${path}-stays`, name: `${path}-stays`, page: await aPage() });
    expect(await remove(page)).toBe(204);
    for (const iri of [route, near, far]) expect(await statusOf(iri)).toBe(404);
    expect(await statusOf(stays)).toBe(200);
  });

  test('clears the parent of its child pages and page data', async () => {
    const page = await aPage();
    const child = await aPage({ parentPage: page });
    const story = await make('/page_data/story_datas', {
      title: 'T',
      page: await aPage({ isTemplate: true }),
      parentPage: page,
      publishedAt: 'now',
    });
    expect(await remove(page)).toBe(204);
    for (const iri of [child, story])
      expect((await app.get(iri, admin)).body).not.toHaveProperty('parentPage');
  });

  test('deleting a route clears the route of its page', async () => {
    const page = await aPage();
    const path = `/${randomUUID()}`;
    const route = await aRoute({ path, name: path, page });
    expect(await remove(route)).toBe(204);
    const { status, body } = await app.get(page, admin);
    expect(status).toBe(200);
    expect(body).not.toHaveProperty('route');
  });
});
