import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PublishingApp } from './support.js';
import { inMinutes, MINUTE, startPublishingApp } from './support.js';

let app: PublishingApp;
beforeAll(async () => {
  // Every user can write content here; only administrators see drafts of articles.
  app = await startPublishingApp(undefined, { publishable: { permission: "is_granted('ROLE_USER')" } });
});
afterAll(() => app.close());

const admin = { as: 'admin' } as const;
const user = { as: 'user' } as const;

const aGroup = async (body: object = {}): Promise<string> =>
  (await app.create('/_/component_groups', { reference: randomUUID(), location: 'x', ...body }))['@id'];
const anArticle = async (body: object = {}): Promise<string> =>
  (await app.create('/component/articles', { headline: 'A', body: 'b', publishedAt: 'now', ...body }))['@id'];
const aPosition = async (component: string, componentGroup?: string): Promise<string> =>
  (
    await app.create('/_/component_positions', {
      component,
      componentGroup: componentGroup ?? (await aGroup()),
    })
  )['@id'];
const draftOf = async (live: string, body: object = { headline: 'D' }): Promise<string> =>
  (await app.patch(live, body, admin)).body['@id'];
const publish = async (iri: string): Promise<void> =>
  expect((await app.patch(iri, { publishedAt: 'now' }, admin)).status).toBe(200);

async function aStory(body: object = {}): Promise<string> {
  const layout = await app.create('/_/layouts', { reference: randomUUID(), uiComponent: 'X' });
  const page = await app.create('/_/pages', {
    reference: randomUUID(),
    isTemplate: true,
    uiComponent: 'X',
    layout: layout['@id'],
  });
  const story = { title: 'T', page: page['@id'], publishedAt: 'now', ...body };
  return (await app.create('/page_data/story_datas', story))['@id'];
}

describe('a position of a published component with a draft', () => {
  test('shows the draft to permitted callers and the published row to others', async () => {
    const live = await anArticle();
    const position = await aPosition(live);
    const draft = await draftOf(live);
    const asAdmin = (await app.get(position, admin)).body;
    expect(asAdmin.component).toBe(draft);
    expect(asAdmin._metadata.staticComponent).toBe(draft);
    for (const caller of [{}, user]) {
      const { body, text } = await app.get(position, caller);
      expect(body.component).toBe(live);
      expect(body._metadata.staticComponent).toBe(live);
      expect(text).not.toContain(draft);
    }
    const list = await app.get('/_/component_positions?perPage=100');
    expect(list.text).not.toContain(draft);
  });

  test('keeps the published row if the draft that it showed is sent back', async () => {
    const live = await anArticle();
    const position = await aPosition(live);
    const draft = await draftOf(live);
    expect((await app.patch(position, { component: draft }, admin)).status).toBe(200);
    expect((await app.get(position)).body.component).toBe(live);
  });

  test('counts as a position of the published row, which the draft does not share', async () => {
    const live = await anArticle();
    await aPosition(live);
    const draft = await draftOf(live);
    const counts = async (path: string): Promise<number> =>
      (await app.get(path, admin)).body._metadata.publishable.locationCount;
    expect(await counts(draft)).toBe(0);
    expect(await counts(`${live}?published=true`)).toBe(1);
    const usage = { positionCount: 1, pageDataCount: 0, total: 1 };
    expect((await app.get(`${live}/usage`, admin)).body).toMatchObject(usage);
    expect((await app.get(`${draft}/usage`, admin)).body).toMatchObject(usage);
    expect((await app.get(`${live}/usage`, admin)).body['@type']).toBe('ComponentUsageMetadata');
  });
});

describe('drafts in relations', () => {
  test('are hidden from callers without permission, wherever they are stored', async () => {
    const lone = await anArticle({ publishedAt: null });
    const group = await aGroup();
    await app.patch(lone, { componentGroups: [group] }, admin);
    const position = await aPosition(lone);
    const box = (await app.create('/component/boxes', { label: 'a', favourite: lone }))['@id'];
    const story = await aStory({ lead: lone });
    for (const path of [group, position, box, story]) {
      expect((await app.get(path, admin)).text).toContain(lone);
      for (const caller of [{}, user]) {
        const { status, text } = await app.get(path, caller);
        expect([path, status]).toEqual([path, 200]);
        expect(text).not.toContain(lone);
      }
    }
    expect((await app.get('/_/component_groups?perPage=100')).text).not.toContain(lone);
    expect((await app.get('/component/boxes?perPage=100')).text).not.toContain(lone);
  });

  test('appear automatically at their publication date, and limit cache lifetimes', async () => {
    const lone = await anArticle({ publishedAt: inMinutes(0.5, app.testClock) });
    const position = await aPosition(lone);
    const { body, headers } = await app.get(position);
    expect(body).not.toHaveProperty('component');
    expect(Number(/s-maxage=(\d+)/.exec(headers.get('cache-control') ?? '')?.[1])).toBeLessThanOrEqual(30);
    app.testClock.forward(MINUTE);
    expect((await app.get(position)).body.component).toBe(lone);
  });

  test('cannot be referenced in a write by a caller without permission', async () => {
    const lone = await anArticle({ publishedAt: null });
    const live = await anArticle();
    const draft = await draftOf(live);
    const group = await aGroup();
    for (const component of [lone, draft]) {
      const refused = await app.post('/_/component_positions', { component, componentGroup: group }, user);
      expect(refused.status).toBe(400);
      expect(refused.body.detail).toBe(`Item not found for "${component}".`);
      expect((await app.post('/component/boxes', { favourite: component }, user)).status).toBe(400);
      expect((await app.patch(group, { components: [component] }, user)).status).toBe(400);
      expect((await app.post('/component/boxes', { favourite: component }, admin)).status).toBe(201);
    }
  });

  test('stay in a list that is replaced by a caller who cannot see them', async () => {
    const lone = await anArticle({ publishedAt: null });
    const live = await anArticle();
    const group = await aGroup({ components: [lone, live] });
    expect((await app.patch(group, { components: [] }, user)).body.components).toEqual([]);
    expect((await app.get(group, admin)).body.components).toEqual([lone]);
  });
});

describe('publishing', () => {
  test("redirects references from the draft to the published row and keeps the row's own", async () => {
    const live = await anArticle();
    const livePosition = await aPosition(live);
    const draft = await draftOf(live);
    const draftPosition = await aPosition(draft);
    const box = (await app.create('/component/boxes', { label: 'a', favourite: draft }))['@id'];
    const story = await aStory({ lead: draft });
    await publish(draft);
    for (const position of [livePosition, draftPosition]) {
      expect((await app.get(position)).body.component).toBe(live);
    }
    expect((await app.get(box)).body.favourite).toBe(live);
    expect((await app.get(story)).body.lead).toBe(live);
    expect((await app.get(live)).body.componentPositions).toHaveLength(2);
    expect((await app.get(`${live}/usage`, admin)).body).toMatchObject({
      positionCount: 2,
      pageDataCount: 1,
      total: 3,
    });
  });

  test('shares the groups of the pair and moves those of the draft', async () => {
    const shared = await aGroup();
    const own = await aGroup();
    const live = await anArticle({ componentGroups: [shared] });
    const draft = await draftOf(live);
    expect((await app.get(draft, admin)).body).toMatchObject({
      componentGroups: [shared],
      componentPositions: [],
    });
    await app.patch(draft, { componentGroups: [shared, own] }, admin);
    await publish(live);
    expect((await app.get(live)).body.componentGroups.sort()).toEqual([shared, own].sort());
    const group = (await app.get(shared)).body;
    expect(group.components).toEqual([live]);
  });

  test('happens when a position shows a due component', async () => {
    const live = await anArticle();
    const position = await aPosition(live);
    const draft = await draftOf(live, { headline: 'Due', publishedAt: inMinutes(1, app.testClock) });
    expect((await app.get(position, admin)).body.component).toBe(draft);
    app.testClock.forward(2 * MINUTE);
    expect((await app.get(position, admin)).body.component).toBe(live);
    expect((await app.get(`${live}?published=true`, admin)).body).toMatchObject({ headline: 'Due' });
  });
});

describe('deleting one of a pair', () => {
  test('moves the positions of a published row to its draft', async () => {
    const group = await aGroup();
    const live = await anArticle({ componentGroups: [group] });
    const position = await aPosition(live);
    const story = await aStory({ lead: live });
    const draft = await draftOf(live);
    expect((await app.delete(`${live}?published=true`, admin)).status).toBe(204);
    expect((await app.get(position, admin)).body.component).toBe(draft);
    expect((await app.get(story, admin)).body.lead).toBe(draft);
    expect((await app.get(group, admin)).body.components).toEqual([draft]);
    expect((await app.get(position)).body).not.toHaveProperty('component');
  });

  test('keeps the positions and groups of the published row if the draft is discarded', async () => {
    const group = await aGroup();
    const inner = await aPosition(await anArticle(), group);
    const live = await anArticle({ componentGroups: [group] });
    const position = await aPosition(live);
    const draft = await draftOf(live);
    expect((await app.delete(draft, admin)).status).toBe(204);
    expect((await app.get(position)).body.component).toBe(live);
    expect((await app.get(inner)).status).toBe(200);
    expect((await app.get(live)).body.componentGroups).toEqual([group]);
  });
});

describe('publishable page data', () => {
  test('has drafts that never have the route', async () => {
    const story = await aStory({ teaser: 'one' });
    const route = await app.create('/_/routes', {
      path: `/${randomUUID()}`,
      name: randomUUID(),
      pageData: story,
    });
    const draft = await app.patch(story, { teaser: 'two' }, admin);
    expect(draft.body).toMatchObject({ publishedResource: story, teaser: 'two' });
    expect(draft.body).not.toHaveProperty('route');
    expect(draft.body._metadata.publishable).not.toHaveProperty('locationCount');
    expect((await app.get(story)).body).toMatchObject({ teaser: 'one', route: route['@id'] });
    expect((await app.get('/page_data/story_datas?perPage=100')).text).not.toContain(draft.body['@id']);
    const merged = await app.patch(story, { publishedAt: 'now' }, admin);
    expect(merged.body).toMatchObject({ '@id': story, teaser: 'two', route: route['@id'] });
  });

  test('redirects its children when it is published', async () => {
    const story = await aStory();
    const draft = (await app.patch(story, { teaser: 'two' }, admin)).body['@id'];
    const child = await aStory({ parentPageData: draft });
    expect((await app.get(child)).text).not.toContain(draft);
    await app.patch(story, { publishedAt: 'now' }, admin);
    expect((await app.get(child)).body.parentPageData).toBe(story);
  });
});

describe('statements of anonymous reads', () => {
  const statements = async (path: string): Promise<number> => {
    await app.get(path);
    app.takeStatements();
    expect((await app.get(path)).status).toBe(200);
    return app.takeStatements().length;
  };

  test('check the publication of an item only if it has a draft', async () => {
    const { '@id': note } = await app.create('/component/notes', { text: 'A', customPublishedAt: 'now' });
    const withoutDraft = await statements(note);
    await app.patch(note, { text: 'B' }, admin);
    expect(await statements(note)).toBe(withoutDraft + 1);
  });

  test('are at most three for an item and four for a collection, and one more for referenced routes', async () => {
    const live = await anArticle();
    const group = await aGroup({ components: [live], allowedComponents: ['/component/articles'] });
    const position = await aPosition(live, group);
    await draftOf(live);
    const story = await aStory({ lead: live });
    for (const path of [live, group, position, story]) {
      expect([path, await statements(path)]).toEqual([path, expect.toSatisfy((count: number) => count <= 3)]);
    }
    for (const path of ['/component/articles', '/_/component_groups', '/_/component_positions']) {
      expect([path, await statements(path)]).toEqual([path, expect.toSatisfy((count: number) => count <= 4)]);
    }
    expect(await statements('/page_data/story_datas')).toBeLessThanOrEqual(5);
  });
});
