import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import { createContent, type ContentBuilder } from '../publishing/content.js';
import { startPublishingApp, type PublishingApp } from '../publishing/support.js';
import { ifMatch, tagOf } from '../versions/support.js';

const admin = { as: 'admin' } as const;
let app: PublishingApp;
let content: ContentBuilder;
beforeAll(async () => {
  app = await startPublishingApp();
  content = createContent(app);
});
afterAll(() => app.close());

interface Entry {
  readonly '@id': string;
  readonly number: number;
  readonly kind: string;
  readonly isDraft: boolean;
  readonly members: readonly string[];
}

async function revisionsOf(iri: string): Promise<readonly Entry[]> {
  const { status, body } = await app.get(`${iri}/revisions`, admin);
  expect(status).toBe(200);
  return body.revisions as Entry[];
}

async function change(iri: string, body: JsonObject): Promise<void> {
  expect((await app.patch(iri, body, admin)).status).toBe(200);
}

const aLayout = async (uiComponent = 'A'): Promise<string> =>
  (await app.create('/_/layouts', { reference: randomUUID(), uiComponent }))['@id'];

/** Creates a layout that was A, then B. */
async function aChangedLayout(): Promise<{ readonly layout: string; readonly entries: readonly Entry[] }> {
  const layout = await aLayout();
  await change(layout, { uiComponent: 'B' });
  return { layout, entries: await revisionsOf(layout) };
}

describe('GET {iri}/revisions', () => {
  test('lists who changed which members and when, newest first', async () => {
    const layout = await aLayout();
    const headers = { 'x-reason': 'A new look' };
    await app.patch(layout, { uiComponent: 'B' }, { as: 'admin', headers });
    const [second, first, ...others] = await revisionsOf(layout);
    expect(others).toEqual([]);
    expect(first).toMatchObject({ kind: 'created', reason: null, isDraft: false, useCase: 'create' });
    expect(second).toMatchObject({ kind: 'updated', reason: 'A new look', useCase: 'update' });
    expect(second?.members).toContain('uiComponent');
    expect(second?.members).not.toContain('reference');
    expect(second).toMatchObject({
      author: expect.any(String) as string,
      madeAt: expect.any(String) as string,
    });
    expect(second?.['@id']).toBe(`${layout}/revisions/${second?.number}`);
  });

  test('links to the next page until the last one', async () => {
    const layout = await aLayout();
    for (let time = 0; time < 31; time += 1) await change(layout, { uiComponent: `B${time}` });
    const first = await app.get(`${layout}/revisions`, admin);
    expect(first.body.revisions).toHaveLength(30);
    const second = await app.get(first.body.next, admin);
    expect(second.body.revisions).toHaveLength(2);
    expect(second.body.next).toBeUndefined();
  });

  test('includes drafts and their publication at the address of the published record', async () => {
    const live = await content.article({ headline: 'A' });
    const draft = await content.draft(live, { headline: 'B' });
    await change(draft, { publishedAt: 'now' });
    const entries = await revisionsOf(live);
    expect(entries.map(({ kind, isDraft }) => [kind, isDraft])).toEqual([
      ['updated', false],
      ['created', true],
      ['created', false],
    ]);
  });

  test('requires permission to see drafts: 401 for visitors, 403 for others', async () => {
    const layout = await aLayout();
    expect((await app.get(`${layout}/revisions`)).status).toBe(401);
    expect((await app.get(`${layout}/revisions`, { as: 'user' })).status).toBe(403);
  });

  test('responds with 404 for an unknown record, and for types without history', async () => {
    expect((await app.get(`/_/layouts/${randomUUID()}/revisions`, admin)).status).toBe(404);
    expect((await app.get(`/users/${randomUUID()}/revisions`, { as: 'superAdmin' })).status).toBe(404);
  });
});

describe('GET {iri}/revisions/{n}', () => {
  test('returns the document as the change left it', async () => {
    const { layout, entries } = await aChangedLayout();
    const [second, first] = await Promise.all(entries.map((entry) => app.get(entry['@id'], admin)));
    expect(first?.body).toMatchObject({ '@id': layout, '@type': 'Layout', uiComponent: 'A' });
    expect(second?.body).toMatchObject({ '@id': layout, uiComponent: 'B' });
    expect(first?.body._metadata.revision).toMatchObject({ number: entries[1]?.number, lost: [] });
    expect(first?.headers.get('cache-control')).toMatch(/private/);
  });

  test('compares member by member with another revision', async () => {
    const { layout, entries } = await aChangedLayout();
    const [second, first] = entries;
    const { body } = await app.get(`${layout}/revisions/${second?.number}?compare=${first?.number}`, admin);
    expect(body).toMatchObject({ from: first?.number, to: second?.number });
    expect(body.members).toContainEqual({
      member: 'uiComponent',
      before: 'A',
      after: 'B',
      words: [
        { value: 'A', removed: true },
        { value: 'B', added: true },
      ],
    });
    expect(body.members.map(({ member }: { member: string }) => member)).not.toContain('reference');
  });

  test('compares a draft with its published record by their content', async () => {
    const live = await content.article({ headline: 'A' });
    await content.draft(live, { headline: 'B' });
    const [began, first] = await revisionsOf(live);
    const { body } = await app.get(`${live}/revisions/${began?.number}?compare=${first?.number}`, admin);
    const members = body.members.map(({ member }: { member: string }) => member);
    expect(members).not.toContain('id');
    expect(members).not.toContain('publishedResource');
    expect(body.members).toContainEqual(
      expect.objectContaining({ member: 'headline', before: 'A', after: 'B' }),
    );
  });

  test.each(['0', '-1', '1.5', 'abc', '99999999999', '2147483647'])(
    'responds with 404 for %s',
    async (number) => {
      expect((await app.get(`${await aLayout()}/revisions/${number}`, admin)).status).toBe(404);
    },
  );

  test('responds with 404 for a revision of another record', async () => {
    const { entries } = await aChangedLayout();
    const other = await aLayout();
    expect((await app.get(`${other}/revisions/${entries[0]?.number}`, admin)).status).toBe(404);
    const post = await app.post(`${other}/revisions/${entries[0]?.number}/restore`, undefined, admin);
    expect(post.status).toBe(404);
  });

  test('responds with 400 if the revision to compare is not a number', async () => {
    const { entries } = await aChangedLayout();
    expect((await app.get(`${entries[0]?.['@id']}?compare=x`, admin)).status).toBe(400);
  });
});

describe('POST {iri}/revisions/{n}/restore', () => {
  test('restores the previous state of the record, in one more revision', async () => {
    const { layout, entries } = await aChangedLayout();
    const { status, body } = await app.post(`${entries[1]?.['@id']}/restore`, undefined, admin);
    expect([status, body.uiComponent, body._metadata.restored.leftOut]).toEqual([200, 'A', []]);
    const [newest, ...others] = await revisionsOf(layout);
    expect(newest).toMatchObject({ kind: 'updated', reason: `restore ${entries[1]?.number}` });
    expect(others).toEqual(entries);
  });

  test('creates a draft of a published record', async () => {
    const live = await content.article({ headline: 'A' });
    const draft = await content.draft(live, { headline: 'B' });
    await change(draft, { publishedAt: 'now' });
    const first = (await revisionsOf(live)).at(-1);
    const { status, body } = await app.post(`${first?.['@id']}/restore`, undefined, admin);
    expect([status, body.headline, body.publishedResource]).toEqual([200, 'A', live]);
    expect((await app.get(live)).body.headline).toBe('B');
  });

  test('is rejected if the rules of a write reject it', async () => {
    const [one, other] = [await aLayout(), await aLayout()];
    const { body } = await app.get(one, admin);
    await change(one, { reference: randomUUID() });
    await change(other, { reference: body.reference });
    const first = (await revisionsOf(one)).at(-1);
    expect((await app.post(`${first?.['@id']}/restore`, undefined, admin)).status).toBe(422);
  });

  test('is rejected for an older version than the one in If-Match', async () => {
    const { layout, entries } = await aChangedLayout();
    const headers = ifMatch(tagOf(await app.get(layout, admin)));
    await change(layout, { uiComponent: 'C' });
    const path = `${entries[1]?.['@id']}/restore`;
    expect((await app.post(path, undefined, { as: 'admin', headers })).status).toBe(412);
  });
});

describe('GET /_/revisions', () => {
  test('lists the units of work of the whole site, by caller, type and time', async () => {
    const { layout } = await aChangedLayout();
    const all = await app.get('/_/revisions', admin);
    expect(all.status).toBe(200);
    expect(all.body.revisions[0]).toMatchObject({ '@type': 'Revision', changes: 1, useCase: 'update' });
    const numbers = async (query: string): Promise<readonly number[]> => {
      const { status, body } = await app.get(`/_/revisions?${query}`, admin);
      expect(status).toBe(200);
      return (body.revisions as Entry[]).map(({ number }) => number);
    };
    const newest = (await revisionsOf(layout))[0]?.number ?? 0;
    expect(await numbers('type=Layout')).toContain(newest);
    expect(await numbers('type=Route')).not.toContain(newest);
    expect(await numbers(`author=${randomUUID()}`)).toEqual([]);
    expect(await numbers('until=2001-01-01')).toEqual([]);
    expect(await numbers('from=2001-01-01')).toContain(newest);
    expect(await numbers(`before=${newest}`)).not.toContain(newest);
  });

  test.each(['before=x', 'from=never', 'author=ann', 'type[]=a'])(
    'responds with 400 for %s',
    async (query) => {
      expect((await app.get(`/_/revisions?${query}`, admin)).status).toBe(400);
    },
  );

  test('requires an administrator', async () => {
    expect((await app.get('/_/revisions')).status).toBe(401);
    expect((await app.get('/_/revisions', { as: 'user' })).status).toBe(403);
  });
});

test('a route is found by its id', async () => {
  const path = await content.route({ page: await content.page() });
  const { body } = await app.get(`/_/routes/${path}`, admin);
  const { status, body: list } = await app.get(`/_/routes/${body.id}/revisions`, admin);
  expect([status, list.revisions[0]?.kind]).toEqual([200, 'created']);
});

describe('GET /_/revisions/{n}', () => {
  const newest = async (query = ''): Promise<number> =>
    ((await app.get(`/_/revisions?kind=change${query}`, admin)).body.revisions as Entry[])[0]?.number ?? 0;

  test('lists the records that a revision created, changed and deleted', async () => {
    const layout = await aLayout();
    expect((await app.get(`/_/revisions/${await newest()}`, admin)).body).toMatchObject({
      '@type': 'RevisionRecords',
      number: await newest(),
      kind: 'change',
      changes: 1,
      useCase: 'create',
      records: [{ '@id': layout, type: 'Layout', kind: 'created', isDraft: false }],
    });
    await change(layout, { uiComponent: 'B' });
    expect((await app.get(`/_/revisions/${await newest()}`, admin)).body.records).toMatchObject([
      { '@id': layout, kind: 'updated' },
    ]);
    await app.delete(layout, admin);
    expect((await app.get(`/_/revisions/${await newest()}`, admin)).body.records).toMatchObject([
      { '@id': layout, kind: 'deleted' },
    ]);
  });

  test('links from a hundred records to the others, each once', async () => {
    const componentGroup = await content.group();
    const operations = Array.from({ length: 51 }, (_none, index) => ({
      id: `note${index}`,
      method: 'POST',
      path: `${app.config.apiPrefix}/component/notes`,
      body: { text: 'A note', componentPositions: [{ componentGroup }] },
    }));
    expect((await app.post('/_/batch', { operations }, admin)).status).toBe(200);
    const number = await newest('&type=Note');
    const first = (await app.get(`/_/revisions/${number}`, admin)).body;
    expect(first.records).toHaveLength(100);
    const second = (await app.get(String(first.next), admin)).body;
    expect(second).not.toHaveProperty('next');
    const records = [...(first.records as Entry[]), ...(second.records as Entry[])];
    expect(new Set(records.map((one) => one['@id'])).size).toBe(records.length);
    expect(records.length).toBe(Number(first.changes));
    expect(records.length).toBeGreaterThan(100);
  });

  test('requires an administrator, and responds with 404 if the number is not a revision of records', async () => {
    const number = await newest();
    expect((await app.get(`/_/revisions/${number}`)).status).toBe(401);
    expect((await app.get(`/_/revisions/${number}`, { as: 'user' })).status).toBe(403);
    for (const none of ['0', 'x', '1e3', '2147483647', '2147483648'])
      expect((await app.get(`/_/revisions/${none}`, admin)).status).toBe(404);
    expect((await app.get(`/_/revisions/${number}?after=x`, admin)).status).toBe(400);
  });
});
