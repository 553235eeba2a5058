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

const aGroup = async (body: object): Promise<string> =>
  (await app.create('/_/component_groups', { reference: randomUUID(), location: 'x', ...body }))['@id'];

/** Creates a page with nested groups of this many components; the last component owns the next group. */
async function aPage(levels: number, components: number): Promise<string> {
  const page = await app.create('/_/pages', {
    reference: randomUUID(),
    isTemplate: false,
    uiComponent: 'X',
    layout,
  });
  let owner: object = { pages: [page['@id']] };
  for (let level = 0; level < levels; level += 1) {
    const componentGroup = await aGroup(owner);
    for (let made = 0; made < components; made += 1) {
      const box = await app.create('/component/boxes', {
        label: 'a',
        componentPositions: [{ componentGroup }],
      });
      owner = { components: [box['@id']] };
    }
  }
  return page['@id'];
}

async function statementsOf(iri: string): Promise<number> {
  app.takeStatements();
  expect((await app.delete(iri, admin)).status).toBe(204);
  return app.takeStatements().length;
}

describe('the number of statements of a deletion', () => {
  test('is the same for two components and forty', async () => {
    const few = await statementsOf(await aPage(1, 2));
    expect(await statementsOf(await aPage(1, 40))).toBe(few);
  });

  test('grows by the same number for each level of nesting', async () => {
    const counts: number[] = [];
    // A flat page has no component with a list of groups, and empty lists need no statement.
    for (const levels of [2, 3, 4, 5]) counts.push(await statementsOf(await aPage(levels, 3)));
    const [two = 0, three = 0, four = 0, five = 0] = counts;
    expect([four - three, five - four]).toEqual([three - two, three - two]);
  });

  test('is the same for two cleared members and twenty, and for two moved positions and twenty', async () => {
    const counts: number[][] = [];
    for (const many of [2, 20]) {
      const favourite = (
        await app.create('/component/articles', { headline: 'A', body: 'b', publishedAt: 'now' })
      )['@id'];
      for (let made = 0; made < many; made += 1)
        await app.create('/component/boxes', { label: 'a', favourite });
      const emptying = await statementsOf(favourite);
      const live = (
        await app.create('/component/articles', { headline: 'A', body: 'b', publishedAt: 'now' })
      )['@id'];
      for (let made = 0; made < many; made += 1) {
        const componentGroup = await aGroup({ components: [live] });
        await app.create('/_/component_positions', { component: live, componentGroup });
      }
      const draft = (await app.patch(live, { headline: 'D' }, admin)).body['@id'];
      app.takeStatements();
      expect((await app.delete(`${live}?published=true`, admin)).status).toBe(204);
      counts.push([emptying, app.takeStatements().length]);
      const shown = (await app.get(draft, admin)).body;
      expect(shown.componentPositions).toHaveLength(many);
      expect(shown.componentGroups).toHaveLength(many);
    }
    expect(counts[1]).toEqual(counts[0]);
  });
});

describe('the number of statements of a write with many changes', () => {
  test('is the same for a group that loses two positions and twenty', async () => {
    const counts: number[] = [];
    for (const many of [2, 20]) {
      const componentGroup = await aGroup({});
      for (let made = 0; made < many; made += 1)
        await app.create('/component/boxes', { label: 'a', componentPositions: [{ componentGroup }] });
      app.takeStatements();
      const emptied = await app.patch(componentGroup, { componentPositions: [] }, admin);
      counts.push(app.takeStatements().length);
      expect([emptied.status, emptied.body.componentPositions]).toEqual([200, []]);
    }
    expect(counts[1]).toBe(counts[0]);
  });

  test('is the same for a path with two redirects and twenty', async () => {
    const counts: number[] = [];
    for (const many of [2, 20]) {
      const [path, moved] = [`/old-${many}`, `/new-${many}`];
      const page = await aPage(0, 0);
      const route = (await app.create('/_/routes', { path, page }))['@id'];
      const current = (await app.patch(route, { path: moved }, admin)).body['@id'];
      for (let made = 0; made < many; made += 1)
        await app.create('/_/routes', { path: `/way-${many}-${made}`, redirect: `/_/routes/${path}` });
      app.takeStatements();
      const back = await app.patch(current, { path }, admin);
      counts.push(app.takeStatements().length);
      expect(back.status, back.text).toBe(200);
      const { body } = await app.get(`/_/routes//way-${many}-0`, admin);
      expect([body.redirect, body.redirectPath]).toEqual([back.body['@id'], path]);
    }
    expect(counts[1]).toBe(counts[0]);
  });
});
