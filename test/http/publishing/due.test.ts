import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createState } from '../../../runtime/kernel/util/async/state.js';
import { NOTHING_REQUESTED } from '../../../runtime/kernel/contract/http/requested.js';
import type { RequestContext } from '../../../runtime/kernel/contract/context.js';
import { ANONYMOUS } from '../../../runtime/kernel/contract/context.js';
import { SILENT_LOGGER } from '../../../runtime/kernel/ports/logger.js';
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

const callers = ['anonymous', 'user', 'admin'] as const;
const later = (): string => inMinutes(1, app.testClock);
const pass = (): void => app.testClock.forward(2 * MINUTE);

interface Pair {
  readonly live: string;
  readonly draft: string;
}

/** Creates a published article with a scheduled draft. */
async function scheduled(): Promise<Pair> {
  const live = await content.article();
  return { live, draft: await content.draft(live, { headline: 'Second', publishedAt: later() }) };
}

async function expectMerged({ live, draft }: Pair): Promise<void> {
  expect([draft, await content.isStored(draft)]).toEqual([draft, false]);
  expect((await app.get(live)).body).not.toHaveProperty('publishedResource');
}

describe.each(callers)('a draft that became due before it was read, for the caller %s,', (as) => {
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const { status, body, text } = await app.get(path, { as, headers });
    expect([path, status]).toEqual([path, 200]);
    return { body, text };
  };

  test('is merged by a position with its published row', async () => {
    const pair = await scheduled();
    const position = await content.position({ component: pair.live });
    pass();
    expect((await get(position)).body.component).toBe(pair.live);
    await expectMerged(pair);
  });

  test('is merged by a position with the draft itself, and shown as its published row', async () => {
    const pair = await scheduled();
    const position = await content.position({ component: pair.draft });
    pass();
    const { body, text } = await get(position);
    expect(body.component).toBe(pair.live);
    expect(body._metadata.staticComponent).toBe(pair.live);
    expect(text).not.toContain(pair.draft);
    await expectMerged(pair);
  });

  test('is merged by a list of positions', async () => {
    const pair = await scheduled();
    const componentGroup = await content.group();
    await content.position({ component: pair.draft, componentGroup });
    pass();
    const { body, text } = await get('/_/component_positions?perPage=100');
    expect(body.member.map((member: { component?: string }) => member.component)).toContain(pair.live);
    expect(text).not.toContain(pair.draft);
    await expectMerged(pair);
  });

  test('is merged by a group that it owns', async () => {
    const pair = await scheduled();
    const group = await content.group({ components: [pair.live, pair.draft] });
    pass();
    const { body } = await get(group);
    expect(body.components).toEqual([pair.live]);
    await expectMerged(pair);
  });

  test('is merged by a record that references it', async () => {
    const pair = await scheduled();
    const box = (await app.create('/component/boxes', { label: 'a', favourite: pair.draft }))['@id'];
    pass();
    expect((await get(box)).body.favourite).toBe(pair.live);
    await expectMerged(pair);
  });

  test('is merged by page data with it in a slot', async () => {
    for (const held of ['live', 'draft'] as const) {
      const pair = await scheduled();
      const story = await content.story({ lead: pair[held] });
      pass();
      expect((await get(story)).body.lead).toBe(pair.live);
      await expectMerged(pair);
    }
  });

  test('is merged by a position that is resolved from page data', async () => {
    const pair = await scheduled();
    const story = await content.story({ lead: pair.draft });
    const path = await content.route({ pageData: story });
    const position = await content.position({ pageDataClass: 'StoryData', pageDataProperty: 'lead' });
    pass();
    expect((await get(position, { path })).body.component).toBe(pair.live);
    await expectMerged(pair);
  });

  test('is merged by a position if it is the draft of the current page data, by any form of the path', async () => {
    for (const form of ['route', 'published', 'draft'] as const) {
      const before = await content.article();
      const after = await content.article();
      const live = await content.story({ lead: before });
      const path = await content.route({ pageData: live });
      const draft = await content.draft(live, { lead: after, publishedAt: later() });
      const position = await content.position({ pageDataClass: 'StoryData', pageDataProperty: 'lead' });
      const header = { route: path, published: live, draft }[form];
      if (form !== 'draft') expect((await get(position, { path: header })).body.component).toBe(before);
      pass();
      expect((await get(position, { path: header })).body.component).toBe(after);
      await expectMerged({ live, draft });
    }
  });

  test('is merged by the list of a Collection component', async () => {
    const pair = await scheduled();
    const resourceIri = '/component/articles';
    const list = (await app.create('/component/collections', { resourceIri, perPage: 100 }))['@id'];
    pass();
    const { body, text } = await get(list);
    const members: readonly { '@id': string; headline: string }[] = body.collection.member;
    expect(members.find((member) => member['@id'] === pair.live)?.headline).toBe('Second');
    expect(text).not.toContain(pair.draft);
    await expectMerged(pair);
  });

  test('is merged by the route of its page data', async () => {
    const live = await content.story();
    const path = await content.route({ pageData: live });
    const draft = await content.draft(live, { teaser: 'Second', publishedAt: later() });
    pass();
    expect((await get(`/_/routes/${path}`)).body.pageData).toBe(live);
    await expectMerged({ live, draft });
  });
});

describe('a draft that has become due', () => {
  test('is merged by its usage for permitted callers, by either IRI', async () => {
    for (const requested of ['live', 'draft'] as const) {
      const pair = await scheduled();
      await content.position({ component: pair.live });
      pass();
      expect((await app.get(`${pair[requested]}/usage`, { as: 'admin' })).body).toMatchObject({
        '@id': `${pair.live}/usage`,
        positionCount: 1,
      });
      await expectMerged(pair);
    }
  });
});

describe('a draft that has become due', () => {
  test('is not merged by a list that is read in a transaction, which shows the published row', async () => {
    const pair = await scheduled();
    pass();
    const { operations, registry } = app.app;
    const context: RequestContext = {
      actor: ANONYMOUS,
      now: app.testClock.now(),
      requested: { ...NOTHING_REQUESTED, list: { perPage: '100' } },
      log: SILENT_LOGGER,
      state: createState(),
    };
    const { members } = await operations.run(context, (scope) =>
      operations.readCollection(registry.require('Article'), scope),
    );
    const listed = members.map(({ record }) => `/_api/component/articles/${record.id}`);
    expect([listed.includes(pair.live), listed.includes(pair.draft)]).toEqual([true, false]);
    expect(await content.isStored(pair.draft)).toBe(true);
    expect((await app.get(pair.live)).body.headline).toBe('Second');
  });

  test('is merged before a write, whose response shows the published row', async () => {
    const pair = await scheduled();
    pass();
    const made = await app.create('/component/collections', {
      resourceIri: '/component/articles',
      perPage: 100,
    });
    const { member } = made.collection as unknown as { member: readonly { '@id': string }[] }; // a list
    const listed = member.map((entry) => entry['@id']);
    expect([listed.includes(pair.live), listed.includes(pair.draft)]).toEqual([true, false]);
    await expectMerged(pair);
    expect((await app.get(pair.live)).body.headline).toBe('Second');
  });

  test('is replaced by its published row in a write that references it', async () => {
    const pair = await scheduled();
    const componentGroup = await content.group();
    pass();
    const position = await content.position({ component: pair.draft, componentGroup });
    expect((await app.get(position, { as: 'admin' })).body.component).toBe(pair.live);
    await expectMerged(pair);
  });

  test('limits the cache lifetime of a position that is resolved from its page data', async () => {
    const live = await content.story({ lead: await content.article() });
    const path = await content.route({ pageData: live });
    const position = await content.position({ pageDataClass: 'StoryData', pageDataProperty: 'lead' });
    await content.draft(live, { lead: await content.article(), publishedAt: inMinutes(0.5, app.testClock) });
    for (const header of [path, live]) {
      const { headers } = await app.get(position, { headers: { path: header } });
      expect(Number(/s-maxage=(\d+)/.exec(headers.get('cache-control') ?? '')?.[1])).toBeLessThanOrEqual(30);
    }
  });
});

describe('page data that is not published', () => {
  test('resolves no position for callers without permission', async () => {
    const lead = await content.article();
    const lone = await content.story({ lead, publishedAt: null });
    const path = await content.route({ pageData: lone });
    const live = await content.story();
    const draft = await content.draft(live, { lead });
    const position = await content.position({ pageDataClass: 'StoryData', pageDataProperty: 'lead' });
    for (const header of [path, lone, draft]) {
      const shown = async (as: 'anonymous' | 'user' | 'admin'): Promise<unknown> =>
        (await app.get(position, { as, headers: { path: header } })).body.component;
      expect([header, await shown('admin')]).toEqual([header, lead]);
      expect([header, await shown('user'), await shown('anonymous')]).toEqual([header, undefined, undefined]);
    }
  });
});
