import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import { createContent, type ContentBuilder } from '../publishing/content.js';
import { startPublishingApp, type PublishingApp } from '../publishing/support.js';

const admin = { as: 'admin' } as const;
let app: PublishingApp;
let content: ContentBuilder;
beforeAll(async () => {
  app = await startPublishingApp();
  content = createContent(app);
});
afterAll(() => app.close());

async function newest(): Promise<number> {
  const { body } = await app.get('/_/revisions', admin);
  return body.revisions[0].number as number;
}

const undo = (number: number) => app.post(`/_/revisions/${number}/undo`, undefined, admin);

async function change(iri: string, body: JsonObject): Promise<void> {
  expect((await app.patch(iri, body, admin)).status).toBe(200);
}

/** Returns the document without members that every write changes. */
async function read(iri: string): Promise<JsonObject> {
  const { status, body } = await app.get(iri, admin);
  expect(status).toBe(200);
  return JSON.parse(
    JSON.stringify(body, (name, value: unknown) => (name === 'modifiedAt' ? undefined : value)),
  ) as JsonObject;
}

test('an update is undone, in one more revision', async () => {
  const page = await content.page();
  const before = await read(page);
  await change(page, { uiComponent: 'Y', title: 'Another' });
  const number = await newest();
  expect((await undo(number)).status).toBe(200);
  expect(await read(page)).toEqual(before);
  const { body } = await app.get('/_/revisions', admin);
  expect(body.revisions[0]).toMatchObject({ reason: `undo ${number}`, useCase: 'undo' });
});

test('a deletion is undone with everything that it deleted', async () => {
  const component = await content.article();
  const [one, other] = [await content.position({ component }), await content.position({ component })];
  const before = await Promise.all([component, one, other].map(read));
  expect((await app.delete(component, admin)).status).toBe(204);
  const { status, body } = await undo(await newest());
  expect(status).toBe(200);
  expect(body.records).toEqual(expect.arrayContaining([component, one, other]));
  expect(await Promise.all([component, one, other].map(read))).toEqual(before);
});

test('an ETag of a deleted record matches nothing after it is restored', async () => {
  const page = await content.page();
  const { headers } = await app.get(page, admin);
  expect((await app.delete(page, admin)).status).toBe(204);
  expect((await undo(await newest())).status).toBe(200);
  const previous = { ...admin, headers: { 'If-Match': headers.get('etag') ?? '' } };
  expect((await app.patch(page, { title: 'Late' }, previous)).status).toBe(412);
});

test('a creation is undone', async () => {
  const group = await content.group();
  expect((await undo(await newest())).status).toBe(200);
  expect((await app.get(group, admin)).status).toBe(404);
});

test('a publication is undone, which restores the draft', async () => {
  const live = await content.article({ headline: 'A' });
  const draft = await content.draft(live, { headline: 'B' });
  await change(draft, { publishedAt: 'now' });
  expect((await undo(await newest())).status).toBe(200);
  expect((await app.get(live)).body.headline).toBe('A');
  expect((await app.get(live, admin)).body).toMatchObject({ '@id': draft, headline: 'B' });
});

test('an undo is undone like any other revision', async () => {
  const page = await content.page();
  await change(page, { uiComponent: 'Y' });
  const after = await read(page);
  await undo(await newest());
  expect((await undo(await newest())).status).toBe(200);
  expect(await read(page)).toEqual(after);
});

test('changes since then are listed, and nothing is overwritten', async () => {
  const page = await content.page();
  await change(page, { uiComponent: 'Y' });
  const number = await newest();
  await change(page, { uiComponent: 'Z' });
  const { status, body } = await undo(number);
  expect([status, body.conflicts]).toEqual([409, [{ iri: page, members: ['uiComponent'] }]]);
  expect((await read(page)).uiComponent).toBe('Z');
});

test('other members that have changed since stay the same', async () => {
  const page = await content.page();
  await change(page, { uiComponent: 'Y' });
  const number = await newest();
  await change(page, { title: 'Later' });
  expect((await undo(number)).status).toBe(200);
  expect(await read(page)).toMatchObject({ uiComponent: 'X', title: 'Later' });
});

test('content added to a new record since then prevents the undo', async () => {
  const componentGroup = await content.group();
  const number = await newest();
  const position = await content.position({ componentGroup, component: await content.article() });
  const { status, body } = await undo(number);
  expect([status, body.conflicts]).toEqual([409, expect.arrayContaining([{ iri: position, members: [] }])]);
  expect((await app.get(position, admin)).status).toBe(200);
});

test('records that a deleted record references must still exist', async () => {
  const component = await content.article();
  const componentGroup = await content.group();
  const position = await content.position({ componentGroup, component });
  await app.delete(position, admin);
  const number = await newest();
  expect((await app.delete(componentGroup, admin)).status).toBe(204);
  const { status, body } = await undo(number);
  expect([status, body.conflicts.map(({ iri }: { iri: string }) => iri)]).toContainEqual(
    expect.arrayContaining([componentGroup]),
  );
});

test.each(['0', 'x', '2147483647'])(
  'responds with 404 for %s, and requires an administrator',
  async (number) => {
    expect((await app.post(`/_/revisions/${number}/undo`, undefined, admin)).status).toBe(404);
    expect((await app.post(`/_/revisions/${number}/undo`, undefined, { as: 'user' })).status).toBe(403);
  },
);
