import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ContentBuilder } from './content.js';
import { createContent } from './content.js';
import type { PublishingApp } from './support.js';
import { startPublishingApp } from './support.js';

let app: PublishingApp;
let content: ContentBuilder;
beforeAll(async () => {
  app = await startPublishingApp();
  content = createContent(app);
});
afterAll(() => app.close());

const admin = { as: 'admin' } as const;

/** Returns the page data count of a component, from its usage and its metadata, which must be equal. */
async function pageDataCount(component: string): Promise<number> {
  const usage = (await app.get(`${component}/usage`, admin)).body;
  const { _metadata: metadata } = (await app.get(`${component}?published=true`, admin)).body;
  expect(metadata.publishable.locationCount).toBe(usage.total);
  expect(usage.pageDataCount).toBe(usage.total);
  return usage.pageDataCount;
}

describe('a component in a slot of published page data with a draft', () => {
  test('is counted once for the record and its draft', async () => {
    const lead = await content.article();
    const live = await content.story({ lead });
    expect(await pageDataCount(lead)).toBe(1);
    await content.draft(live, { teaser: 'Second' });
    expect(await pageDataCount(lead)).toBe(1);
    await content.story({ lead });
    expect(await pageDataCount(lead)).toBe(2);
  });

  test('is counted if only one of the two references it', async () => {
    const [before, after] = [await content.article(), await content.article()];
    const live = await content.story({ lead: before });
    await content.draft(live, { lead: after });
    expect([await pageDataCount(before), await pageDataCount(after)]).toEqual([1, 1]);
  });

  test('is kept if the draft is discarded, and if the draft replaces the record', async () => {
    const lead = await content.article();
    const live = await content.story({ lead });
    const discarded = await content.draft(live, { teaser: 'Second' });
    expect((await app.delete(discarded, admin)).status).toBe(204);
    expect(await pageDataCount(lead)).toBe(1);
    const heir = await content.draft(live, { teaser: 'Third' });
    expect((await app.delete(`${live}?published=true`, admin)).status).toBe(204);
    expect((await app.get(heir, admin)).body.lead).toBe(lead);
    expect(await pageDataCount(lead)).toBe(1);
    expect((await app.delete(heir, admin)).status).toBe(204);
    expect(await content.isStored(lead)).toBe(false);
  });

  test('is deleted if the only draft that references it is discarded', async () => {
    const [before, after] = [await content.article(), await content.article()];
    const live = await content.story({ lead: before });
    const draft = await content.draft(live, { lead: after });
    expect((await app.delete(draft, admin)).status).toBe(204);
    expect([await content.isStored(before), await content.isStored(after)]).toEqual([true, false]);
  });

  test('is deleted with the record and its draft, unless something else references it', async () => {
    const [lead, placed] = [await content.article(), await content.article()];
    await content.position({ component: placed });
    for (const component of [lead, placed]) {
      const live = await content.story({ lead: component });
      const draft = await content.draft(live, { teaser: 'Second' });
      expect((await app.delete(live, admin)).status).toBe(204);
      expect(await content.isStored(draft)).toBe(false);
      expect(await content.isStored(component)).toBe(true);
      expect((await app.delete(live, admin)).status).toBe(204);
      expect(await content.isStored(live)).toBe(false);
    }
    expect([await content.isStored(lead), await content.isStored(placed)]).toEqual([false, true]);
  });
});

describe('a component of a type without page data slots', () => {
  const counts = (document: { _metadata: { publishable: object } }) => document._metadata.publishable;
  const aNote = async (): Promise<string> => {
    const { body } = await app.post('/component/notes', { text: 'A', customPublishedAt: 'now' }, admin);
    expect(counts(body)).toMatchObject({ published: true, draftResource: null, locationCount: 0 });
    return body['@id'];
  };

  test('is counted in each of its positions by every response', async () => {
    const note = await aNote();
    await content.position({ component: note });
    const componentPositions = [{ componentGroup: await content.group() }];
    const placed = await app.patch(`${note}?published=true`, { componentPositions }, admin);
    expect(counts(placed.body)).toMatchObject({ locationCount: 2 });
    const renamed = await app.patch(`${note}?published=true`, { text: 'B' }, admin);
    expect(counts(renamed.body)).toMatchObject({ locationCount: 2 });
    expect(counts((await app.get(`${note}?published=true`, admin)).body)).toMatchObject({ locationCount: 2 });
    const list = (await app.get('/component/notes?perPage=100', admin)).body.member;
    const listed = list.find((member: { '@id': string }) => member['@id'] === note);
    expect(counts(listed)).toMatchObject({ published: true, locationCount: 2 });
    expect((await app.get(`${note}/usage`, admin)).body).toMatchObject({ positionCount: 2, total: 2 });
  });

  test('shows its positions only to callers who can publish', async () => {
    const article = await content.article();
    await content.position({ component: article });
    for (const as of ['anonymous', 'user'] as const) {
      expect(counts((await app.get(article, { as })).body)).not.toHaveProperty('locationCount');
      const list = (await app.get('/component/articles?perPage=100', { as })).body.member;
      expect(list.map(counts).filter((shown: object) => 'locationCount' in shown)).toEqual([]);
    }
    // The response is the same for an unknown component.
    for (const component of [article, article.replace(/.{12}$/, '000000000000')]) {
      expect((await app.get(`${component}/usage`)).status).toBe(401);
      expect((await app.get(`${component}/usage`, { as: 'user' })).status).toBe(403);
    }
  });

  test('shares no position with its draft, and reports when the draft takes its position', async () => {
    const note = await aNote();
    await content.position({ component: note });
    const due = new Date(Date.now() + 86_400_000);
    const drafted = await app.patch(note, { text: 'B', customPublishedAt: due.toISOString() }, admin);
    expect(counts(drafted.body)).toMatchObject({ published: false, locationCount: 0 });
    const live = await app.get(`${note}?published=true`, admin);
    const draftResource = drafted.body['@id'];
    expect(counts(live.body)).toMatchObject({ published: true, draftResource, locationCount: 1 });
    expect(live.headers.get('expires')).toBe(due.toUTCString());
  });
});
