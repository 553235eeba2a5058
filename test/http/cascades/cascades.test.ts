import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PublishingApp } from '../publishing/support.js';
import { startPublishingApp } from '../publishing/support.js';

let app: PublishingApp;
let layout: string;
beforeAll(async () => {
  app = await startPublishingApp();
  layout = (await app.create('/_/layouts', { reference: randomUUID(), uiComponent: 'X' }))['@id'];
});
afterAll(() => app.close());

const admin = { as: 'admin' } as const;

const aPage = async (body: object = {}): Promise<string> =>
  (
    await app.create('/_/pages', {
      reference: randomUUID(),
      isTemplate: false,
      uiComponent: 'X',
      layout,
      ...body,
    })
  )['@id'];
const aGroup = async (body: object = {}): Promise<string> =>
  (await app.create('/_/component_groups', { reference: randomUUID(), location: 'x', ...body }))['@id'];
const aBox = async (body: object = {}): Promise<string> =>
  (await app.create('/component/boxes', { label: 'a', ...body }))['@id'];
const anArticle = async (body: object = {}): Promise<string> =>
  (await app.create('/component/articles', { headline: 'A', body: 'b', publishedAt: 'now', ...body }))['@id'];
const aPosition = async (component: string, componentGroup: string, body: object = {}): Promise<string> =>
  (await app.create('/_/component_positions', { component, componentGroup, ...body }))['@id'];
const aStory = async (body: object = {}): Promise<string> =>
  (
    await app.create('/page_data/story_datas', {
      title: 'T',
      page: await aPage(),
      publishedAt: 'now',
      ...body,
    })
  )['@id'];

const remove = async (iri: string, query = ''): Promise<void> => {
  expect((await app.delete(`${iri}${query}`, admin)).status).toBe(204);
  expect((await app.get(`${iri}${query}`, admin)).status).toBe(404);
};

/** Returns which of the resources still exist. */
async function left(resources: Readonly<Record<string, string>>): Promise<string[]> {
  const found = await Promise.all(
    Object.entries(resources).map(async ([name, iri]) =>
      (await app.get(iri, admin)).status === 200 ? [name] : [],
    ),
  );
  return found.flat().sort();
}

describe('DELETE of a page', () => {
  test('also deletes its groups, their positions and components', async () => {
    const page = await aPage();
    const group = await aGroup({ pages: [page] });
    const component = await aBox();
    const position = await aPosition(component, group);
    await remove(page);
    expect(await left({ group, position, component })).toEqual([]);
  });

  test('keeps a group that a layout owns too', async () => {
    const page = await aPage();
    const group = await aGroup({ pages: [page], layouts: [layout] });
    const component = await aBox();
    const position = await aPosition(component, group);
    await remove(page);
    expect(await left({ group, position, component })).toEqual(['component', 'group', 'position']);
    expect((await app.get(group)).body.pages).toEqual([]);
    await remove(group);
    expect(await left({ position, component })).toEqual([]);
  });

  test('deletes nested groups at any depth, and stops at cycles', async () => {
    const page = await aPage();
    const outer = await aGroup({ pages: [page] });
    const first = await aBox();
    const middle = await aGroup({ components: [first] });
    const second = await aBox();
    const inner = await aGroup({ components: [second] });
    const third = await aBox();
    await aPosition(first, outer);
    await aPosition(second, middle);
    await aPosition(third, inner);
    await app.patch(outer, { components: [third] }, admin);
    await remove(page);
    // The third component owns the outermost group as well, so no part of the cycle is without an owner.
    expect(await left({ outer, first, middle, second, inner, third })).toHaveLength(6);
    await remove(outer);
    expect(await left({ first, middle, second, inner, third })).toEqual([]);
  });

  test('that is a template in use is rejected and deletes nothing', async () => {
    const page = await aPage({ isTemplate: true });
    const story = await aStory({ page });
    const refused = await app.delete(page, admin);
    expect(refused.status).toBe(422);
    expect(refused.body.detail).toBe('This page is the template of 1 records.');
    expect(await left({ page, story })).toEqual(['page', 'story']);
  });
});

describe('DELETE of a group', () => {
  test('deletes all positions and components, even if the group has other owners', async () => {
    const page = await aPage();
    const group = await aGroup({ pages: [page], layouts: [layout] });
    const boxes = await Promise.all([1, 2, 3, 4].map(() => aBox()));
    for (const box of boxes) await aPosition(box, group);
    await remove(group);
    expect(await left(Object.fromEntries(boxes.map((box) => [box, box])))).toEqual([]);
    expect(await left({ page, layout })).toEqual(['layout', 'page']);
  });

  test('keeps components that are placed elsewhere or referenced by page data', async () => {
    const group = await aGroup();
    const placed = await aBox();
    const held = await aBox();
    await aPosition(placed, group);
    await aPosition(held, group);
    const other = await aPosition(placed, await aGroup());
    const story = await aStory({ box: held });
    await remove(group);
    expect(await left({ placed, held, other, story })).toEqual(['held', 'other', 'placed', 'story']);
  });
});

describe('DELETE of a position', () => {
  test('also deletes a component without other positions', async () => {
    const component = await aBox();
    const group = await aGroup();
    const first = await aPosition(component, group);
    const second = await aPosition(component, group);
    await remove(first);
    expect(await left({ component })).toEqual(['component']);
    await remove(second);
    expect(await left({ component, group })).toEqual(['group']);
  });

  test('also deletes the draft of that component, unless the draft has its own position', async () => {
    for (const isPlaced of [false, true]) {
      const live = await anArticle();
      const position = await aPosition(live, await aGroup());
      const draft = (await app.patch(live, { headline: 'D' }, admin)).body['@id'];
      if (isPlaced) await aPosition(draft, await aGroup());
      await remove(position);
      expect((await app.get(live, admin)).status).toBe(404);
      const found = await app.get(draft, admin);
      expect(found.status).toBe(isPlaced ? 200 : 404);
      expect(found.body).not.toHaveProperty('publishedResource');
    }
  });

  test('of a draft counts the positions of its published row', async () => {
    const live = await anArticle();
    await aPosition(live, await aGroup());
    const draft = (await app.patch(live, { headline: 'D' }, admin)).body['@id'];
    const position = await aPosition(draft, await aGroup());
    await remove(position);
    expect(await left({ draft })).toEqual(['draft']);
  });
});

describe('DELETE of a component', () => {
  test('deletes its static positions and groups, and clears dynamic positions and page data', async () => {
    const component = await aBox();
    const group = await aGroup();
    const fixed = await aPosition(component, group);
    const dynamic = await aPosition(component, group, {
      pageDataProperty: 'box',
      pageDataClass: 'StoryData',
    });
    const story = await aStory({ box: component });
    const owned = await aGroup({ components: [component] });
    const inner = await aBox();
    await aPosition(inner, owned);
    await remove(component);
    expect(await left({ fixed, dynamic, story, owned, inner, group })).toEqual(['dynamic', 'group', 'story']);
    expect((await app.get(dynamic)).body).not.toHaveProperty('component');
    expect((await app.get(story)).body).not.toHaveProperty('box');
  });

  test('keeps a group that a page owns too', async () => {
    const component = await aBox();
    const group = await aGroup({ components: [component], pages: [await aPage()] });
    await remove(component);
    expect(await left({ group })).toEqual(['group']);
  });

  test('clears relations of other records', async () => {
    const favourite = await anArticle();
    const box = await aBox({ favourite });
    await remove(favourite);
    expect((await app.get(box)).body).not.toHaveProperty('favourite');
  });
});

describe('DELETE of page data', () => {
  test('also deletes components that only it references, and their drafts', async () => {
    const lead = await anArticle();
    const box = await aBox();
    const story = await aStory({ lead, box });
    const draft = (await app.patch(lead, { headline: 'D' }, admin)).body['@id'];
    await aPosition(box, await aGroup());
    await remove(story);
    expect(await left({ lead, draft, box })).toEqual(['box']);
  });

  test('never deletes the template page', async () => {
    const page = await aPage({ isTemplate: true });
    await remove(await aStory({ page }));
    expect(await left({ page })).toEqual(['page']);
  });

  test('clears the parent of its children', async () => {
    const parent = await aStory();
    const child = await aStory({ parentPageData: parent });
    await remove(parent);
    expect((await app.get(child)).body).not.toHaveProperty('parentPageData');
  });
});

describe('DELETE of a layout', () => {
  const aLayout = async (): Promise<string> =>
    (await app.create('/_/layouts', { reference: randomUUID(), uiComponent: 'X' }))['@id'];

  test('also deletes groups without other owners', async () => {
    const other = await aLayout();
    const group = await aGroup({ layouts: [other] });
    const component = await aBox();
    await aPosition(component, group);
    await remove(other);
    expect(await left({ layout, other, group, component })).toEqual(['layout']);
  });

  test('in use by pages is rejected and deletes nothing', async () => {
    const other = await aLayout();
    const pages = [await aPage({ layout: other }), await aPage({ layout: other })];
    const group = await aGroup({ layouts: [other] });
    const refused = await app.delete(other, admin);
    expect([refused.status, refused.body.detail]).toEqual([422, 'This layout is used by 2 pages.']);
    expect(await left({ other, group })).toEqual(['group', 'other']);
    for (const page of pages) expect((await app.get(page)).body.layout).toBe(other);
    for (const page of pages) await app.patch(page, { layout }, admin);
    await remove(other);
    expect(await left({ other, group })).toEqual([]);
  });

  test('that races with a new page never leaves a page without its layout', async () => {
    for (let round = 0; round < 6; round += 1) {
      const other = await aLayout();
      const [removed, made] = await Promise.all([
        app.delete(other, admin),
        app.post(
          '/_/pages',
          { reference: randomUUID(), uiComponent: 'Page', isTemplate: false, layout: other },
          admin,
        ),
      ]);
      expect([
        [204, 400],
        [422, 201],
      ]).toContainEqual([removed.status, made.status]);
    }
  });
});

describe('componentPositions of a group', () => {
  test('omits static components of types that the group does not allow, and a PATCH keeps them', async () => {
    const group = await aGroup();
    const box = await aPosition(await aBox(), group);
    const article = await aPosition(await anArticle(), group);
    const dynamic = (
      await app.create('/_/component_positions', {
        componentGroup: group,
        pageDataProperty: 'lead',
        pageDataClass: 'StoryData',
      })
    )['@id'];
    await app.patch(group, { allowedComponents: ['/component/articles'] }, admin);
    expect((await app.get(group)).body.componentPositions).toEqual([article, dynamic]);
    const list = await app.get('/_/component_groups?perPage=100');
    expect(list.text).not.toContain(box);
    const patched = await app.patch(group, { componentPositions: [article] }, admin);
    expect(patched.body.componentPositions).toEqual([article]);
    await app.patch(group, { allowedComponents: null }, admin);
    expect((await app.get(group)).body.componentPositions).toEqual([box, article]);
    expect(await left({ dynamic })).toEqual([]);
  });
});
