import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import { createBuilders, uniqueName, type Builders } from '../../support/builders.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { testTypes } from '../../support/test-types.js';
import { uniqueManifest } from '../publishing/unique-types.js';

const admin = { as: 'admin' } as const;
let app: TestApp;
let builders: Builders;
beforeAll(async () => {
  const known = new Set(uniqueManifest.resources.map(({ name }) => name));
  const others = testTypes.resources.filter(({ name }) => !known.has(name));
  app = await startTestApp({
    manifest: { ...uniqueManifest, resources: [...uniqueManifest.resources, ...others] },
  });
  builders = createBuilders(app);
});
afterAll(() => app.close());

interface Document extends JsonObject {
  readonly '@id': string;
}

const patches = (changes: readonly (readonly [string, JsonObject])[], headers?: JsonObject) =>
  app.post(
    '/_/batch',
    {
      operations: changes.map(([path, body], index) => ({
        ...{ id: `o${index}`, method: 'PATCH', path, body },
        ...(headers && { headers }),
      })),
    },
    admin,
  );

const read = async (iri: string): Promise<JsonObject> => (await app.get(iri, admin)).body;
const create = (path: string, body: JsonObject): Promise<Document> => app.create(path, body, 'superAdmin');

async function newest(): Promise<number> {
  return (await app.get('/_/revisions', admin)).body.revisions[0].number as number;
}

describe('records that swap unique values in one batch', () => {
  test('can swap a unique text as one revision, and undo swaps it back', async () => {
    const [one, other] = await specimens(2);
    const { status, body } = await patches([
      [one.iri, { code: other.code }],
      [other.iri, { code: one.code }],
    ]);
    expect([status, body.results.map((each: JsonObject) => each['status'])]).toEqual([200, [200, 200]]);
    expect((await read(one.iri))['code']).toBe(other.code);
    expect((await read(other.iri))['code']).toBe(one.code);
    const number = await newest();
    const undone = await app.post(`/_/revisions/${number}/undo`, undefined, admin);
    expect([undone.status, undone.text]).toEqual([200, expect.any(String)]);
    expect((await read(one.iri))['code']).toBe(one.code);
    expect((await read(other.iri))['code']).toBe(other.code);
  });

  test('can rotate values of a rule with two members, one of which is required', async () => {
    const all = await specimens(3);
    const names = all.map(({ name }) => name);
    const changes = all.map(({ iri }, index) => [iri, { name: names[(index + 1) % 3] ?? '' }] as const);
    expect((await patches(changes)).status).toBe(200);
    expect(await Promise.all(all.map(async ({ iri }) => (await read(iri))['name']))).toEqual([
      names[1],
      names[2],
      names[0],
    ]);
  });

  test('can swap references of pages, and each version grows by one', async () => {
    const [one, other] = [await builders.aPage(), await builders.aPage()];
    const tag = async (iri: string): Promise<string> => (await app.get(iri, admin)).headers.get('etag') ?? '';
    const tags = [await tag(one['@id']), await tag(other['@id'])];
    const { status, text } = await app.post(
      '/_/batch',
      {
        operations: [
          {
            ...{ id: 'a', method: 'PATCH', path: one['@id'], headers: { 'If-Match': tags[0] } },
            body: { reference: other['reference'] },
          },
          {
            ...{ id: 'b', method: 'PATCH', path: other['@id'], headers: { 'If-Match': tags[1] } },
            body: { reference: one['reference'] },
          },
        ],
      },
      admin,
    );
    expect([status, text]).toEqual([200, expect.any(String)]);
    expect((await read(one['@id']))['reference']).toBe(other['reference']);
  });

  test('can take a value that another record releases or is deleted with', async () => {
    const [one, other, third] = await specimens(3);
    expect(
      (
        await patches([
          [one.iri, { code: other.code }],
          [other.iri, { code: null }],
        ])
      ).status,
    ).toBe(200);
    expect((await read(other.iri))['code']).toBeUndefined();
    const removed = await app.post(
      '/_/batch',
      {
        operations: [
          { id: 'a', method: 'PATCH', path: one.iri, body: { code: third.code } },
          { id: 'b', method: 'DELETE', path: third.iri },
        ],
      },
      admin,
    );
    expect([removed.status, (await read(one.iri))['code']]).toEqual([200, third.code]);
  });

  test('cannot have a duplicate value at the end: its operation is rejected, and nothing is stored', async () => {
    const [one, other] = await specimens(2);
    const { status, body } = await patches([
      [one.iri, { notes: 'kept?' }],
      [one.iri, { code: other.code }],
      [other.iri, { notes: 'still has it' }],
    ]);
    expect([status, body.operation]).toEqual([422, 1]);
    expect(body.violations).toEqual([
      expect.objectContaining({
        propertyPath: 'operations[1].body.code',
        message: 'This value is already used.',
      }),
    ]);
    expect(await read(one.iri)).toMatchObject({ code: one.code, notes: one.notes });
    const made = await app.post(
      '/_/batch',
      {
        operations: [
          {
            ...{ id: 'n', method: 'POST', path: '/component/specimens' },
            body: { name: uniqueName('n'), code: other.code },
          },
        ],
      },
      admin,
    );
    expect([made.status, made.body.operation]).toEqual([422, 0]);
    expect((await read(other.iri))['code']).toBe(other.code);
  });

  test('can borrow a value and return it within the batch', async () => {
    const [one, other] = await specimens(2);
    expect(
      (
        await patches([
          [one.iri, { code: other.code }],
          [one.iri, { code: one.code }],
        ])
      ).status,
    ).toBe(200);
    expect(await read(one.iri)).toMatchObject({ code: one.code });
    expect(await read(other.iri)).toMatchObject({ code: other.code });
  });

  test('can swap values of types without a database key, with drafts', async () => {
    const [one, other] = [uniqueName('code'), uniqueName('code')];
    const published = { publishedAt: '2020-01-01T00:00:00Z' };
    const first = await create('/component/tickets', { label: 'a', code: one, ...published });
    const second = await create('/component/tickets', { label: 'b', code: other, ...published });
    await app.patch(`${second['@id']}`, { label: 'drafted' }, admin);
    const clash = await patches([[first['@id'], { code: other }]]);
    expect([clash.status, clash.body.violations[0].message]).toEqual([422, 'That code is taken.']);
    const { status, text } = await patches([
      [first['@id'], { code: other }],
      [second['@id'], { code: one, publishedAt: 'now' }],
      [first['@id'], { publishedAt: 'now' }],
    ]);
    expect([status, text]).toEqual([200, expect.any(String)]);
    expect((await app.get(first['@id'])).body['code']).toBe(other);
    expect((await app.get(second['@id'])).body['code']).toBe(one);
  });
});

describe('routes that swap their paths in one batch', () => {
  async function aRoute(): Promise<{ readonly id: string; readonly path: string; readonly page: string }> {
    const page = await builders.aPage();
    const path = `/${uniqueName('path')}`;
    const route = await create('/_/routes', { path, page: page['@id'] });
    const [row] = await app.app.database.all<{ id: string }>(
      `select t.id as id from ${app.app.database.table('route')} t where t.route = :path`,
      { path },
    );
    expect(route['path']).toBe(path);
    return { id: `/_/routes/${row?.id}`, path, page: page['@id'] };
  }

  const countRoutes = async (): Promise<unknown> => (await app.get('/_/routes', admin)).body['totalItems'];

  test.each([2, 3])('can rotate %i paths without redirects, and undo restores them', async (count) => {
    const routes: Awaited<ReturnType<typeof aRoute>>[] = [];
    for (let index = 0; index < count; index += 1) routes.push(await aRoute());
    const before = await countRoutes();
    const pathAfter = (index: number): string => routes[(index + 1) % count]?.path ?? '';
    const { status, text } = await patches(routes.map(({ id }, index) => [id, { path: pathAfter(index) }]));
    expect([status, text]).toEqual([200, expect.any(String)]);
    for (const [index, { page }] of routes.entries())
      expect((await read(`/_/routes/${pathAfter(index)}`))['page']).toBe(page);
    expect(await countRoutes()).toBe(before);
    const undone = await app.post(`/_/revisions/${await newest()}/undo`, undefined, admin);
    expect([undone.status, undone.text]).toEqual([200, expect.any(String)]);
    for (const { path, page } of routes) expect((await read(`/_/routes/${path}`))['page']).toBe(page);
  });

  test('can include a new route at a path that another one leaves', async () => {
    const [{ id, path, page }, other] = [await aRoute(), await builders.aPage()];
    const moved = `/${uniqueName('moved')}`;
    for (const isFirst of [true, false]) {
      const move = { id: 'm', method: 'PATCH', path: id, body: { path: isFirst ? moved : `${moved}-2` } };
      const made = {
        ...{ id: 'n', method: 'POST', path: '/_/routes' },
        body: { path: isFirst ? path : moved, page: other['@id'] },
      };
      const { status, text } = await app.post(
        '/_/batch',
        { operations: isFirst ? [move, made] : [made, move] },
        admin,
      );
      expect([status, text]).toEqual([200, expect.any(String)]);
      expect((await read(`/_/routes/${isFirst ? path : moved}`))['page']).toBe(other['@id']);
      expect((await read(`/_/routes/${isFirst ? moved : `${moved}-2`}`))['page']).toBe(page);
    }
  });
});

interface Specimen {
  readonly iri: string;
  readonly name: string;
  readonly code: string;
  readonly notes: unknown;
}

async function specimens(count: number): Promise<[Specimen, Specimen, Specimen]> {
  const made: Specimen[] = [];
  for (let index = 0; index < count; index += 1) {
    const [name, code] = [uniqueName('specimen'), uniqueName('code')];
    const { '@id': iri } = await create('/component/specimens', { name, code, notes: 'n', amount: 7 });
    made.push({ iri, name, code, notes: 'n' });
  }
  return made as unknown as [Specimen, Specimen, Specimen];
}
