import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import { createContent, type ContentBuilder } from '../publishing/content.js';
import { MINUTE, startPublishingApp, type PublishingApp } from '../publishing/support.js';
import { ifMatch, tagOf } from '../versions/support.js';

const admin = { as: 'admin' } as const;
let app: PublishingApp;
let content: ContentBuilder;
beforeAll(async () => {
  app = await startPublishingApp();
  content = createContent(app);
});
afterAll(() => app.close());

/** Returns a time after all previous writes and before all following ones. */
const moment = (): string => {
  const now = app.testClock.now().toISOString();
  app.testClock.forward(5);
  return now;
};

const restore = (page: string, at: unknown) => app.post(`${page}/restore`, { at } as JsonObject, admin);

async function change(iri: string, body: JsonObject): Promise<void> {
  expect((await app.patch(iri, body, admin)).status).toBe(200);
}

async function remove(iri: string): Promise<void> {
  expect((await app.delete(iri, admin)).status).toBe(204);
}

/** Returns the document without members that every write changes. */
async function read(iri: string): Promise<JsonObject> {
  const { status, body } = await app.get(iri, admin);
  expect(status, iri).toBe(200);
  return JSON.parse(
    JSON.stringify(body, (name, value: unknown) => (name === 'modifiedAt' ? undefined : value)),
  ) as JsonObject;
}

interface Site {
  readonly page: string;
  readonly group: string;
  readonly component: string;
  readonly position: string;
  readonly path: string;
}

/** A page with a route and one article in its group. */
async function aSite(): Promise<Site> {
  const page = await content.page({ isTemplate: false });
  const group = await content.group({ pages: [page] });
  const component = await content.article({ headline: 'First' });
  const position = await content.position({ componentGroup: group, component });
  return { page, group, component, position, path: await content.route({ page }) };
}

const all = ({ page, group, component, position, path }: Site): Promise<readonly JsonObject[]> =>
  Promise.all([page, group, component, position, `/_/routes/${path}`].map(read));

describe('POST {page iri}/restore', () => {
  test('restores members of the page in one more revision', async () => {
    const site = await aSite();
    const before = await all(site);
    const at = moment();
    await change(site.page, { title: 'Later', uiComponent: 'Y' });
    const { status, body } = await restore(site.page, at);
    expect([status, body.records, body.leftOut, body.shared]).toEqual([200, [site.page], [], []]);
    expect(await all(site)).toEqual(before);
    const revisions = await app.get('/_/revisions', admin);
    expect(revisions.body.revisions[0]).toMatchObject({ useCase: 'restorePage', changes: 1 });
    expect(revisions.body.revisions[0].reason).toMatch(/^restore \d{4}-/);
  });

  test('restores what was deleted since and deletes what was created since', async () => {
    const site = await aSite();
    const before = await all(site);
    const at = moment();
    await remove(site.group);
    const group = await content.group({ pages: [site.page] });
    const component = await content.article({ headline: 'Second' });
    const position = await content.position({ componentGroup: group, component });
    expect((await restore(site.page, at)).status).toBe(200);
    expect(await all(site)).toEqual(before);
    for (const iri of [group, component, position]) expect((await app.get(iri, admin)).status).toBe(404);
  });

  test('restores the positions to their previous order', async () => {
    const site = await aSite();
    const other = await content.group({ pages: [site.page] });
    const second = await content.article({ headline: 'Second' });
    await content.position({ componentGroup: site.group, component: second });
    const before = await all(site);
    const at = moment();
    await change(site.position, { componentGroup: other });
    expect((await restore(site.page, at)).status).toBe(200);
    expect(await all(site)).toEqual(before);
  });

  test('restores drafts and published content', async () => {
    const site = await aSite();
    const draft = await content.draft(site.component, { headline: 'Draft' });
    const at = moment();
    await change(draft, { headline: 'Published', publishedAt: 'now' });
    expect((await app.get(site.component)).body.headline).toBe('Published');
    expect((await restore(site.page, at)).status).toBe(200);
    expect((await app.get(site.component)).body.headline).toBe('First');
    expect((await app.get(site.component, admin)).body).toMatchObject({ '@id': draft, headline: 'Draft' });
  });

  test('restores the previous path of the page, and deletes the redirect from there', async () => {
    const site = await aSite();
    const before = await all(site);
    const at = moment();
    await change(`/_/routes/${site.path}`, { path: `/${randomUUID()}`, oldPath: site.path });
    expect((await restore(site.page, at)).status).toBe(200);
    expect(await all(site)).toEqual(before);
  });

  test('can be undone like any other revision', async () => {
    const site = await aSite();
    const at = moment();
    await change(site.component, { headline: 'Later' });
    await remove(site.position);
    const after = (await app.get(site.group, admin)).body.componentPositions;
    expect((await restore(site.page, at)).status).toBe(200);
    const { body } = await app.get('/_/revisions', admin);
    expect((await app.post(`/_/revisions/${body.revisions[0].number}/undo`, undefined, admin)).status).toBe(
      200,
    );
    expect((await app.get(site.group, admin)).body.componentPositions).toEqual(after);
  });

  test('restores page data with the components in its slots', async () => {
    const component = await content.article({ headline: 'First' });
    const story = await content.story({ lead: component });
    const before = await Promise.all([story, component].map(read));
    const at = moment();
    await change(story, { title: 'Later', publishedAt: 'now', lead: null });
    expect((await restore(story, at)).status).toBe(200);
    expect(await Promise.all([story, component].map(read))).toEqual(before);
  });

  test('changes nothing if nothing has changed', async () => {
    const site = await aSite();
    const { status, body } = await restore(site.page, moment());
    expect([status, body.records]).toEqual([200, []]);
  });

  test('lists a component that another page has used since, and overwrites nothing', async () => {
    const [site, other] = [await aSite(), await aSite()];
    const at = moment();
    await content.position({ componentGroup: other.group, component: site.component });
    const draft = await content.draft(site.component, { headline: 'Later' });
    await change(draft, { publishedAt: 'now' });
    const { status, body } = await restore(site.page, at);
    expect([status, body.conflicts]).toEqual([
      409,
      [{ iri: site.component, members: expect.arrayContaining(['headline']) as string[] }],
    ]);
    expect((await app.get(site.component)).body.headline).toBe('Later');
  });

  test('keeps a component that was on another page then and still is', async () => {
    const [site, other] = [await aSite(), await aSite()];
    await content.position({ componentGroup: other.group, component: site.component });
    const at = moment();
    await change(site.page, { title: 'Later' });
    await change(await content.draft(site.component, { headline: 'Later' }), { publishedAt: 'now' });
    const { status, body } = await restore(site.page, at);
    expect([status, body.shared]).toEqual([200, [site.component]]);
    expect((await app.get(site.component)).body.headline).toBe('Later');
    expect((await read(site.page)).title).not.toBe('Later');
  });

  test('lists a position that was moved to another page', async () => {
    const [site, other] = [await aSite(), await aSite()];
    const at = moment();
    await change(site.position, { componentGroup: other.group });
    const { status, body } = await restore(site.page, at);
    expect([status, body.conflicts]).toEqual([
      409,
      expect.arrayContaining([{ iri: site.position, members: ['componentGroup'] }]),
    ]);
  });

  test('lists the page that has taken the route', async () => {
    const [site, other] = [await aSite(), await content.page()];
    const at = moment();
    const { body: route } = await app.get(`/_/routes/${site.path}`, admin);
    await change(site.page, { route: null });
    await change(other, { route: route['@id'] });
    const { status, body } = await restore(site.page, at);
    expect(status).toBe(409);
    expect(body.conflicts.map(({ iri }: { iri: string }) => iri)).toContain(`/_api/_/routes/${route.id}`);
    expect((await read(other)).route).toBe(route['@id']);
  });

  test('lists the route that has taken the path', async () => {
    const site = await aSite();
    const other = await content.page();
    const at = moment();
    await remove(`/_/routes/${site.path}`);
    await app.create('/_/routes', { path: site.path, name: site.path, page: other });
    const { status, body } = await restore(site.page, at);
    expect([status, body.conflicts.length]).toEqual([409, 1]);
  });

  test('rejects a version older than the one in If-Match', async () => {
    const site = await aSite();
    const headers = ifMatch(tagOf(await app.get(site.page, admin)));
    const at = moment();
    await change(site.page, { title: 'Later' });
    const answer = await app.post(`${site.page}/restore`, { at }, { as: 'admin', headers });
    expect(answer.status).toBe(412);
  });

  test('responds with 422 for a time in the future, before the history, or before the page existed', async () => {
    const early = moment();
    const site = await aSite();
    const late = new Date(app.testClock.now().getTime() + MINUTE).toISOString();
    for (const at of [late, '2001-01-01', early]) expect((await restore(site.page, at)).status, at).toBe(422);
  });

  test.each([undefined, 7, null, 'soon'])('responds with 400 for the time %s', async (at) => {
    const { page } = await aSite();
    expect((await restore(page, at)).status).toBe(400);
  });

  test('requires an administrator, and responds with 404 for an unknown page', async () => {
    const { page } = await aSite();
    const at = moment();
    expect((await app.post(`${page}/restore`, { at })).status).toBe(401);
    expect((await app.post(`${page}/restore`, { at }, { as: 'user' })).status).toBe(403);
    expect((await restore(`/_/pages/${randomUUID()}`, at)).status).toBe(404);
    expect((await restore(`/_/pages/x`, at)).status).toBe(404);
  });
});
