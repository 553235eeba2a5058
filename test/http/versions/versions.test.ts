import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import { createContent, type ContentBuilder } from '../publishing/content.js';
import { startPublishingApp, type PublishingApp } from '../publishing/support.js';
import { ifMatch, tagOf, versionOf } from './support.js';

const admin = { as: 'admin' } as const;
const published = (iri: string): string => `${iri}?published=true`;
let app: PublishingApp;
let content: ContentBuilder;
beforeAll(async () => {
  app = await startPublishingApp();
  content = createContent(app);
});
afterAll(() => app.close());

const read = async (iri: string): Promise<number> => versionOf(await app.get(iri, admin));
const change = async (iri: string, body: JsonObject): Promise<number> => {
  const answer = await app.patch(iri, body, admin);
  expect(answer.status).toBe(200);
  return versionOf(answer);
};

describe('the version of a record', () => {
  const TYPES: readonly (readonly [string, () => Promise<string>, JsonObject])[] = [
    ['a layout', async () => (await app.create('/_/layouts', aLayout()))['@id'], { uiComponent: 'Y' }],
    ['a page', () => content.page(), { uiComponent: 'Y' }],
    ['a component group', () => content.group(), { location: 'y' }],
    ['a component', () => content.article({ publishedAt: null }), { headline: 'B' }],
    ['page data', () => content.story({ publishedAt: null }), { title: 'B' }],
    [
      'a parameter of the site',
      async () => (await app.create('/_/site_config_parameters', { key: 'name', value: 'a' }))['@id'],
      { value: 'b' },
    ],
    ['a route', aRoute, { liveAt: '2021-01-01T00:00:00Z' }],
    ['a place', async () => content.position({ component: await content.article() }), { sortValue: 7 }],
  ];
  test.each(TYPES)('begins with 1 and grows by one with each change of %s', async (_what, make, body) => {
    const iri = await make();
    const first = await read(iri);
    expect(await change(iri, body)).toBe(first + 1);
    expect(await read(iri)).toBe(first + 1);
    expect(await change(iri, body)).toBe(first + 1);
  });

  test('is in the response that creates the record', async () => {
    const answer = await app.post('/_/layouts', aLayout(), admin);
    expect([answer.status, versionOf(answer)]).toEqual([201, 1]);
  });

  test('grows if a write of another record changes this one', async () => {
    const group = await content.group();
    const component = await content.article();
    const [first, second] = [
      await content.position({ componentGroup: group, component, sortValue: 0 }),
      await content.position({ componentGroup: group, component, sortValue: 1 }),
    ];
    const before = [await read(first), await read(second)];
    await change(second, { sortValue: 0 });
    expect([await read(first), await read(second)]).toEqual(before.map((version) => version + 1));
  });

  test('grows if a referenced record is deleted', async () => {
    const template = await content.page();
    const story = await content.story({ page: template });
    const route = await content.route({ pageData: story });
    const before = await read(published(story));
    expect((await app.delete(`/_/routes/${route}`, admin)).status).toBe(204);
    expect(await read(published(story))).toBe(before + 1);
  });

  test('grows if the inverse side of a list removes the record', async () => {
    const page = await content.page();
    const group = await content.group({ pages: [page] });
    const before = await read(page);
    await change(group, { pages: [] });
    expect(await read(page)).toBe(before + 1);
  });
});

describe('the versions of a pair', () => {
  test('belong to the record that is shown', async () => {
    const live = await content.article();
    expect([await read(live), await read(published(live))]).toEqual([1, 1]);
    const draft = await change(live, { headline: 'B' });
    expect(draft).toBeGreaterThan(1);
    expect([await read(live), await read(published(live))]).toEqual([draft, 1]);
    expect(await change(live, { headline: 'C' })).toBe(draft + 1);
    expect(await change(live, { publishedAt: 'now' })).toBe(2);
    expect([await read(live), await read(published(live))]).toEqual([2, 2]);
  });

  test('are never those of the other row, so equal numbers cannot cause an overwrite', async () => {
    const live = await content.article();
    const seen = tagOf(await app.get(live, admin));
    const draft = await content.draft(live, { headline: 'B' });
    const stale = { ...admin, headers: ifMatch(seen) };
    expect((await app.patch(live, { headline: 'C' }, stale)).status).toBe(412);
    const ofDraft = { ...admin, headers: ifMatch(tagOf(await app.get(live, admin))) };
    expect((await app.delete(draft, admin)).status).toBe(204);
    expect((await app.patch(live, { headline: 'C' }, ofDraft)).status).toBe(412);
    await content.draft(live, { headline: 'D' });
    expect((await app.patch(live, { headline: 'C' }, ofDraft)).status).toBe(412);
  });

  test('have no author if the draft was published by its date', async () => {
    const live = await content.article();
    await change(live, {
      headline: 'B',
      publishedAt: new Date(app.testClock.now().getTime() + 60_000).toISOString(),
    });
    app.testClock.forward(120_000);
    expect((await app.get(live, admin)).body.headline).toBe('B');
    const refused = await app.patch(live, {}, { ...admin, headers: ifMatch('"77-x"') });
    expect(refused.body).toMatchObject({ status: 412, version: 2, author: null });
  });
});

describe('the ETag of an item', () => {
  test('contains the version and a hash, which If-None-Match compares as a whole', async () => {
    const live = await content.article();
    const tag = tagOf(await app.get(live));
    expect(tag).toMatch(/^"1-[\w-]{27}"$/);
    const ask = (value: string) => app.get(live, { headers: { 'If-None-Match': value } });
    expect((await ask(tag)).status).toBe(304);
    expect((await ask(`W/${tag}`)).status).toBe(304);
    expect((await ask('"1-x"')).status).toBe(200);
  });

  test('has the same version and another hash for another caller', async () => {
    const live = await content.article();
    const [theirs, mine] = [tagOf(await app.get(live)), tagOf(await app.get(live, admin))];
    expect(theirs).not.toBe(mine);
    expect(theirs.split('-')[0]).toBe(mine.split('-')[0]);
  });

  test.each(['/component/articles', '/_/layouts', '/docs.jsonopenapi'])(
    'contains only the hash if %s represents several records or none',
    async (path) => {
      expect(tagOf(await app.get(path, admin))).toMatch(/^"[\w-]{27}"$/);
    },
  );

  test('is absent if a write is rejected', async () => {
    const { headers } = await app.post('/component/articles', {}, admin);
    expect(headers.get('etag')).toBeNull();
  });
});

const aLayout = (): JsonObject => ({ reference: randomUUID(), uiComponent: 'X' });

async function aRoute(): Promise<string> {
  const page = await content.page({ isTemplate: false });
  return `/_/routes/${await content.route({ page })}`;
}
