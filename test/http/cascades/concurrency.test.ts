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
const ROUNDS = 8;

const make = async (path: string, body: object): Promise<string> =>
  (await app.create(path, { ...body }))['@id'];
const aPage = (): Promise<string> =>
  make('/_/pages', { reference: randomUUID(), isTemplate: false, uiComponent: 'X', layout });
const aGroup = (body: object): Promise<string> =>
  make('/_/component_groups', { reference: randomUUID(), location: 'x', ...body });
const aBox = (): Promise<string> => make('/component/boxes', { label: 'a' });
const place = (component: string, componentGroup: string): Promise<string> =>
  make('/_/component_positions', { component, componentGroup });
const remove = async (iri: string): Promise<number> => (await app.delete(iri, admin)).status;
const statusOf = async (iri: string): Promise<number> => (await app.get(iri, admin)).status;

async function inRounds(round: () => Promise<void>): Promise<void> {
  for (let at = 0; at < ROUNDS; at += 1) await round();
}

describe('two simultaneous deletions', () => {
  test('of pages with shared components leave none of these behind', () =>
    inRounds(async () => {
      const pages = [await aPage(), await aPage(), await aPage()];
      const boxes = [await aBox(), await aBox(), await aBox()];
      for (const [at, page] of pages.entries()) {
        const group = await aGroup({ pages: [page] });
        // Each page references them in another order.
        for (const box of [...boxes.slice(at), ...boxes.slice(0, at)]) await place(box, group);
      }
      expect(await Promise.all(pages.map(remove))).toEqual([204, 204, 204]);
      for (const box of boxes) expect(await statusOf(box)).toBe(404);
    }));

  test('of pages with shared groups leave none of these behind', () =>
    inRounds(async () => {
      const pages = [await aPage(), await aPage()];
      const groups = [await aGroup({ pages }), await aGroup({ pages })];
      const boxes = [await aBox(), await aBox()];
      for (const [at, group] of groups.entries()) await place(boxes[at] ?? '', group);
      expect(await Promise.all(pages.map(remove))).toEqual([204, 204]);
      for (const iri of [...groups, ...boxes]) expect(await statusOf(iri)).toBe(404);
    }));

  test('of a page and of a component on it leave no part of either behind', () =>
    inRounds(async () => {
      const page = await aPage();
      const group = await aGroup({ pages: [page] });
      const box = await aBox();
      const position = await place(box, group);
      const inner = await aBox();
      const owned = await aGroup({ components: [box] });
      await place(inner, owned);
      const [first, second] = await Promise.all([remove(page), remove(box)]);
      expect(first).toBe(204);
      expect([204, 404]).toContain(second);
      for (const iri of [group, box, position, inner, owned]) expect(await statusOf(iri)).toBe(404);
    }));

  test('of the same page succeed once', () =>
    inRounds(async () => {
      const page = await aPage();
      const box = await aBox();
      await place(box, await aGroup({ pages: [page] }));
      expect((await Promise.all([remove(page), remove(page)])).sort()).toEqual([204, 404]);
      expect(await statusOf(box)).toBe(404);
    }));
});

describe('a deletion concurrent with a new reference to its target', () => {
  test('keeps the component for a new position, or there is no position', () =>
    inRounds(async () => {
      const page = await aPage();
      const box = await aBox();
      await place(box, await aGroup({ pages: [page] }));
      const elsewhere = await aGroup({});
      const [removed, placed] = await Promise.all([
        remove(page),
        app.post('/_/component_positions', { component: box, componentGroup: elsewhere }, admin),
      ]);
      expect(removed).toBe(204);
      expect([201, 400]).toContain(placed.status);
      expect(await statusOf(box)).toBe(placed.status === 201 ? 200 : 404);
      const { componentPositions } = (await app.get(elsewhere, admin)).body;
      expect(componentPositions).toEqual(placed.status === 201 ? [placed.body['@id']] : []);
    }));

  test('deletes a new position together with the group, or there is no position', () =>
    inRounds(async () => {
      const page = await aPage();
      const group = await aGroup({ pages: [page] });
      const box = await aBox();
      await place(await aBox(), group);
      const [removed, placed] = await Promise.all([
        remove(page),
        app.post('/_/component_positions', { component: box, componentGroup: group }, admin),
      ]);
      expect(removed).toBe(204);
      expect([201, 400]).toContain(placed.status);
      expect(await statusOf(group)).toBe(404);
      if (placed.status === 201) expect(await statusOf(placed.body['@id'])).toBe(404);
      expect(await statusOf(box)).toBe(placed.status === 201 ? 404 : 200);
    }));

  test('keeps the group for a new owner, or the owner is rejected', () =>
    inRounds(async () => {
      const page = await aPage();
      const group = await aGroup({ pages: [page] });
      const owner = await aBox();
      const [removed, owned] = await Promise.all([
        remove(page),
        app.patch(owner, { componentGroups: [group] }, admin),
      ]);
      expect(removed).toBe(204);
      expect([200, 400]).toContain(owned.status);
      expect(await statusOf(group)).toBe(owned.status === 200 ? 200 : 404);
      const groups = (await app.get(owner, admin)).body.componentGroups ?? [];
      expect(groups).toEqual(owned.status === 200 ? [group] : []);
    }));

  test('keeps the component for page data, or the page data is rejected', () =>
    inRounds(async () => {
      const page = await aPage();
      const box = await aBox();
      await place(box, await aGroup({ pages: [page] }));
      const body = { title: 'T', page: await aPage(), publishedAt: 'now', box };
      const [removed, story] = await Promise.all([
        remove(page),
        app.post('/page_data/story_datas', body, admin),
      ]);
      expect(removed).toBe(204);
      expect([201, 400]).toContain(story.status);
      expect(await statusOf(box)).toBe(story.status === 201 ? 200 : 404);
    }));
});
