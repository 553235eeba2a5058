import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { cascadeManifest } from '../cascades/types.js';

const ADMIN = { as: 'admin' } as const;
const PATH = '/_/orphaned_resources';
let app: TestApp;
let live: string;
beforeEach(async () => {
  app = await startTestApp({
    manifest: cascadeManifest,
    config: { routable_security: null, route_security: [] },
  });
  const layout = await make('/_/layouts', { reference: 'main', uiComponent: 'X' });
  const page = await make('/_/pages', { reference: 'home', isTemplate: false, uiComponent: 'X', layout });
  live = await aGroup({ pages: [page] });
});
afterEach(() => app.close());

const make = async (path: string, body: object = {}): Promise<string> =>
  (await app.create(path, { ...body }))['@id'];
const aGroup = (body: object = {}): Promise<string> =>
  make('/_/component_groups', { reference: randomUUID(), location: 'x', ...body });
const place = (component: string, componentGroup: string): Promise<string> =>
  make('/_/component_positions', { component, componentGroup });
const areThere = async (...iris: readonly string[]): Promise<readonly boolean[]> =>
  Promise.all(iris.map(async (iri) => (await app.get(iri, ADMIN)).status === 200));
const remove = async (body: object) => (await app.post(`${PATH}/delete`, body, ADMIN)).body;

describe.each([
  ['restricts', '/component/seals', 'on'],
  ['is required', '/component/stamps', 'on'],
  ['would delete that record too', '/component/captions', 'of'],
])('an orphan that a live record references by a relation that %s', (_name, path, member) => {
  test('stays with everything connected to it, and does not prevent the deletion of others', async () => {
    const [box, inner, lost] = [
      await make('/component/boxes'),
      await make('/component/boxes'),
      await make('/component/boxes'),
    ];
    const group = await aGroup({ components: [box] });
    const position = await place(inner, group);
    const holder = await make(path, { [member]: box });
    const shown = await place(holder, live);
    const { deleted, rejected } = await remove({ all: true });
    expect(deleted).toEqual({ componentGroups: [], componentPositions: [], components: [lost] });
    expect(rejected).toEqual([]);
    const kept = [box, inner, group, position, holder, shown];
    expect(await areThere(...kept, lost)).toEqual([...kept.map(() => true), false]);
    // They still have no route.
    const { componentGroups, componentPositions, components } = (await app.get(PATH, ADMIN)).body;
    expect({ componentGroups, componentPositions, components }).toEqual({
      componentGroups: [group],
      componentPositions: [position],
      components: [box, inner].sort(),
    });
    expect(await app.delete(shown, ADMIN)).toMatchObject({ status: 204 });
    await remove({ all: true });
    expect(await areThere(...kept)).toEqual(kept.map(() => false));
  });

  test('is rejected if it is requested, like everything whose deletion would include it', async () => {
    const [box, lost] = [await make('/component/boxes'), await make('/component/boxes')];
    const group = await aGroup();
    await place(box, group);
    await place(await make(path, { [member]: box }), live);
    const { deleted, rejected } = await remove({ iris: [group, lost, box] });
    expect(deleted).toEqual({ componentGroups: [], componentPositions: [], components: [lost] });
    expect(rejected).toEqual([
      { iri: group, reason: 'not_orphaned' },
      { iri: box, reason: 'not_orphaned' },
    ]);
    expect(await areThere(box, group, lost)).toEqual([true, true, false]);
  });
});

test('an orphan in an optional relation of a live record is deleted, and the member is cleared', async () => {
  const box = await make('/component/boxes');
  const article = await make('/component/articles', { headline: 'A', body: 'b', publishedAt: 'now' });
  const fan = await make('/component/boxes', { favourite: article });
  await place(fan, live);
  expect((await remove({ iris: [article] })).deleted).toMatchObject({ components: [article] });
  expect((await app.get(fan, ADMIN)).body).not.toHaveProperty('favourite');
  expect(await areThere(box, fan)).toEqual([true, true]);
});
