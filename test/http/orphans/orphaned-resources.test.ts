import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createBuilders } from '../../support/builders.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const ADMIN = { as: 'admin' } as const;
const PATH = '/_/orphaned_resources';
const FORM = 'application/x-www-form-urlencoded';
const MERGE_PATCH = 'application/merge-patch+json';
let app: TestApp;
beforeEach(async () => {
  app = await startTestApp({ config: { routable_security: null, route_security: [] } });
});
afterEach(() => app.close());

async function scanned(): Promise<Record<string, string[]>> {
  const at = async (): Promise<unknown> => (await app.get(PATH, ADMIN)).body.generatedAt;
  const before = await at();
  expect((await app.post(`${PATH}/scan`, undefined, ADMIN)).status).toBe(202);
  await expect.poll(at).not.toBe(before);
  return (await app.get(PATH, ADMIN)).body as Record<string, string[]>;
}

/** Creates a group without an owner, with a position and a component. */
async function anOrphanedGroup() {
  const { aGroup } = createBuilders(app);
  const group = await aGroup();
  const title = await app.create('/component/titles', { title: 'lost', publishedAt: '2020-01-01T00:00:00Z' });
  const position = await app.create('/_/component_positions', {
    ...{ componentGroup: group['@id'], component: title['@id'] },
  });
  return { group: group['@id'], title: title['@id'], position: position['@id'] };
}

describe('orphaned resources', () => {
  test.each([
    ['GET', PATH],
    ['POST', `${PATH}/scan`],
    ['POST', `${PATH}/delete`],
  ])('%s %s requires an administrator', async (method, path) => {
    const send = (as: 'anonymous' | 'user') =>
      method === 'GET' ? app.get(path, { as }) : app.post(path, { all: true }, { as });
    expect((await send('anonymous')).status).toBe(401);
    expect((await send('user')).status).toBe(403);
  });

  test('have no report before the first scan, and afterwards the latest one, which is not cached', async () => {
    expect((await app.get(PATH, ADMIN)).status).toBe(404);
    await scanned();
    const { group, title, position } = await anOrphanedGroup();
    await scanned();
    const answer = await app.get(PATH, ADMIN);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(answer.body).toEqual({
      '@context': '/_api/contexts/OrphanedResources',
      '@id': '/_api/_/orphaned_resources',
      '@type': 'OrphanedResources',
      generatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/) as string,
      ...{ componentGroups: [group], componentPositions: [position], components: [title] },
    });
  });

  test('are listed with everything below them, in chains and cycles, and never include drafts', async () => {
    const { aGroup } = createBuilders(app);
    const { title } = await anOrphanedGroup();
    await app.patch(title, { title: 'a draft' }, ADMIN);
    const owned = await aGroup({ components: [title] });
    const nested = await app.create('/component/titles', {
      title: 'nested',
      publishedAt: '2020-01-01T00:00:00Z',
    });
    await app.create('/_/component_positions', { componentGroup: owned['@id'], component: nested['@id'] });
    const back = await aGroup({ components: [nested['@id']] });
    await app.create('/_/component_positions', { componentGroup: back['@id'], component: title });
    const { components, componentGroups } = await scanned();
    expect(components).toEqual([title, nested['@id']].sort());
    expect(componentGroups).toHaveLength(3);
  });

  test('never include resources that are placed on a page', async () => {
    const { aPage, aGroup } = createBuilders(app);
    const page = await aPage();
    const group = await aGroup({ pages: [page['@id']] });
    const title = await app.create('/component/titles', {
      title: 'found',
      publishedAt: '2020-01-01T00:00:00Z',
    });
    await app.create('/_/component_positions', { componentGroup: group['@id'], component: title['@id'] });
    expect(await scanned()).toMatchObject({ componentGroups: [], componentPositions: [], components: [] });
  });

  test.each([
    {},
    { all: false },
    { all: true, iris: [] },
    { iris: [] },
    { iris: 'x' },
    { iris: ['', 1] },
    { all: 'true' },
    { all: null },
    { iris: null },
    { all: false, iris: ['/'] },
    [],
    'all',
    null,
  ])('are not deleted by %j, which results in 422', async (given) => {
    const body = typeof given === 'string' ? JSON.stringify(given) : given; // the client sends text unchanged
    const { group } = await anOrphanedGroup();
    expect((await app.post(`${PATH}/delete`, body, ADMIN)).status).toBe(422);
    expect((await app.get(group, ADMIN)).status).toBe(200);
  });

  test.each([
    { name: 'no body', status: 422 },
    { name: 'no body of a type', headers: { 'content-type': 'application/json' }, status: 422 },
    {
      name: 'an empty body in no chunk',
      body: new ReadableStream({ start: (it) => it.close() }),
      status: 422,
    },
    { name: 'a body that is not JSON', body: '{', status: 400 },
    { name: 'a form', body: 'all=true', headers: { 'content-type': FORM }, status: 415 },
    { name: 'a patch', body: '{"all":true}', headers: { 'content-type': MERGE_PATCH }, status: 415 },
  ])('are not deleted by $name, which results in $status', async ({ body, headers, status }) => {
    const { group } = await anOrphanedGroup();
    const answer = await fetch(`${app.origin}/_api${PATH}/delete`, {
      method: 'POST',
      duplex: 'half',
      headers: {
        authorization: `Bearer ${await app.token('admin')}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    } as RequestInit); // the types of browsers do not include `duplex`
    expect(answer.status).toBe(status);
    expect((await app.get(group, ADMIN)).status).toBe(200);
  });

  test('are deleted with everything below them, and other resources are rejected', async () => {
    const { group, title, position } = await anOrphanedGroup();
    const draft = (await app.patch(title, { title: 'a draft' }, ADMIN)).body['@id'] as string;
    const page = (await createBuilders(app).aPage())['@id'];
    const nowhere = '/_api/component/titles/3f0a4ad5-5a5c-4a52-9d5e-1c1d3c6f7a10';
    const body = { iris: [group, group, draft, page, nowhere, 'nothing', '/_api/component/titles'] };
    const answer = await app.post(`${PATH}/delete`, body, ADMIN);
    expect(answer.status).toBe(200);
    expect(answer.body.deleted.componentGroups).toEqual([group]);
    expect(answer.body.deleted.componentPositions).toEqual([position]);
    expect(answer.body.deleted.components).toEqual([title, draft].sort());
    expect(answer.body.rejected).toEqual([
      { iri: draft, reason: 'not_orphaned' },
      { iri: page, reason: 'not_orphaned' },
      { iri: nowhere, reason: 'not_found' },
      { iri: 'nothing', reason: 'not_found' },
      { iri: '/_api/component/titles', reason: 'not_found' },
    ]);
    for (const iri of [group, title, position, draft]) expect((await app.get(iri, ADMIN)).status).toBe(404);
    // Deleting also updates the report.
    expect((await app.get(PATH, ADMIN)).body).toMatchObject({ componentGroups: [], components: [] });
  });
});
