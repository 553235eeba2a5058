import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ContentBuilder } from './content.js';
import { createContent } from './content.js';
import type { PublishingApp } from './support.js';
import { inMinutes, MINUTE, startPublishingApp } from './support.js';

let app: PublishingApp;
let content: ContentBuilder;
beforeAll(async () => {
  app = await startPublishingApp();
  content = createContent(app);
});
afterAll(() => app.close());

const later = (): string => inMinutes(1, app.testClock);
const pass = (): void => app.testClock.forward(2 * MINUTE);
const idOf = (iri: string): string => iri.slice(iri.lastIndexOf('/') + 1);

type Caller = 'anonymous' | 'admin';

async function manifest(id: string, as: Caller): Promise<string> {
  const { status, text } = await app.get(`/_/resource_manifest/${id}`, { as });
  expect([id, status]).toEqual([id, 200]);
  return text;
}

/** Creates a page with one group, and returns the path of its route. */
async function aPage(): Promise<{ readonly page: string; readonly group: string; readonly path: string }> {
  const page = await content.page({ isTemplate: false });
  const group = await content.group({ pages: [page] });
  return { page, group, path: await content.route({ page }) };
}

/** Creates a template whose only position shows the lead of a story. */
async function aTemplate(): Promise<string> {
  const page = await content.page();
  const componentGroup = await content.group({ pages: [page] });
  await content.position({ componentGroup, pageDataClass: 'StoryData', pageDataProperty: 'lead' });
  return page;
}

describe.each<Caller>(['anonymous', 'admin'])('the manifest, for the caller %s', (as) => {
  test('publishes a due draft of a component in a position, by either row', async () => {
    for (const held of ['live', 'draft'] as const) {
      const { group: componentGroup, path } = await aPage();
      const live = await content.article();
      const draft = await content.draft(live, { headline: 'Second', publishedAt: later() });
      await content.position({ component: { live, draft }[held], componentGroup });
      pass();
      const text = await manifest(path, as);
      expect(text).toContain(live);
      expect(text).not.toContain(draft);
      expect(await content.isStored(draft)).toBe(false);
    }
  });

  test('shows the groups of a due draft, and publishes the due drafts in them', async () => {
    const { group: componentGroup, path } = await aPage();
    const live = await content.article();
    await content.position({ component: live, componentGroup });
    const inner = await content.article();
    const innerDraft = await content.draft(inner, { headline: 'Second', publishedAt: later() });
    const group = await content.group();
    await content.position({ component: inner, componentGroup: group });
    const draft = await content.draft(live, { componentGroups: [group], publishedAt: later() });
    pass();
    const text = await manifest(path, as);
    expect(text).toContain(group);
    expect(text).toContain(inner);
    expect(text).not.toContain(draft);
    expect(await content.isStored(draft)).toBe(false);
    expect(await content.isStored(innerDraft)).toBe(false);
  });

  test('publishes the due draft of its page data, and those in its new content', async () => {
    const before = await content.article();
    const after = await content.article();
    const live = await content.story({ lead: before, page: await aTemplate() });
    const path = await content.route({ pageData: live });
    const draft = await content.draft(live, { lead: after, publishedAt: later() });
    const afterDraft = await content.draft(after, { headline: 'Second', publishedAt: later() });
    expect(await manifest(path, as)).toContain(before);
    pass();
    const text = await manifest(path, as);
    expect(text).toContain(after);
    expect(text).not.toContain(before);
    expect(await content.isStored(draft)).toBe(false);
    expect(await content.isStored(afterDraft)).toBe(false);
  });

  test('publishes the due drafts of ancestors, which may change their template', async () => {
    const page = await aTemplate();
    const parent = await content.story();
    await content.route({ pageData: parent });
    const child = await content.story({ parentPageData: parent });
    const path = await content.route({ pageData: child });
    const draft = await content.draft(parent, { page, publishedAt: later() });
    expect(await manifest(path, as)).not.toContain(page);
    pass();
    const text = await manifest(path, as);
    expect(text).toContain(page);
    expect(text).toContain(parent);
    expect(await content.isStored(draft)).toBe(false);
  });

  test('for the id of a due draft is that of its published row', async () => {
    const live = await content.story();
    const draft = await content.draft(live, { teaser: 'Second', publishedAt: later() });
    if (as === 'anonymous') {
      expect((await app.get(`/_/resource_manifest/${idOf(draft)}`)).status).toBe(404);
    }
    pass();
    const text = await manifest(idOf(draft), as);
    expect(text).toContain(live);
    expect(text).not.toContain(draft);
    expect(await content.isStored(draft)).toBe(false);
  });
});

describe('the manifest', () => {
  test('is cached at most until the next draft is due', async () => {
    const article = await content.article();
    const { group: componentGroup, path: byPosition } = await aPage();
    await content.position({ component: article, componentGroup });
    await content.draft(article, { publishedAt: inMinutes(0.5, app.testClock) });
    const story = await content.story();
    const byPageData = await content.route({ pageData: story });
    await content.draft(story, { publishedAt: inMinutes(0.5, app.testClock) });
    for (const path of [byPosition, byPageData]) {
      const { headers } = await app.get(`/_/resource_manifest/${path}`);
      expect(Number(/s-maxage=(\d+)/.exec(headers.get('cache-control') ?? '')?.[1])).toBeLessThanOrEqual(30);
    }
  });

  test('needs no further statement if nothing is due', async () => {
    const story = await content.story({ lead: await content.article(), page: await aTemplate() });
    const path = await content.route({ pageData: story });
    const statements = async (): Promise<number> => {
      app.takeStatements();
      await manifest(path, 'anonymous');
      return app.takeStatements().length;
    };
    await statements();
    expect(await statements()).toBeLessThanOrEqual(4);
    await content.draft(story, { teaser: 'Second', publishedAt: inMinutes(30, app.testClock) });
    expect(await statements()).toBeLessThanOrEqual(4);
  });
});
