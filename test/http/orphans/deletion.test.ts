import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createBuilders } from '../../support/builders.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { modelOrphans } from './orphan-model.js';

const ADMIN = { as: 'admin' } as const;
const PATH = '/_/orphaned_resources';
const PUBLISHED = { publishedAt: '2020-01-01T00:00:00Z' };
const NOTHING = { componentGroups: [], componentPositions: [], components: [] };
let app: TestApp;
beforeEach(async () => {
  app = await startTestApp({ config: { routable_security: null, route_security: [] } });
});
afterEach(() => app.close());

const aTitle = async () => (await app.create('/component/titles', { title: 'lost', ...PUBLISHED }))['@id'];
const aGroup = async (body = {}) => (await createBuilders(app).aGroup(body))['@id'];
const place = async (component: string, componentGroup: string) =>
  (await app.create('/_/component_positions', { componentGroup, component }))['@id'];
const remove = (body: unknown) => app.post(`${PATH}/delete`, body, ADMIN);
const isThere = async (iri: string) => (await app.get(iri, ADMIN)).status === 200;

/** Returns the contents of the stored report. */
async function reported() {
  const { componentGroups, componentPositions, components } = (await app.get(PATH, ADMIN)).body;
  return { componentGroups, componentPositions, components };
}

describe('deleting orphaned resources', () => {
  test('keeps a draft with its own position, and the report lists newly unplaced resources', async () => {
    const [title, group] = [await aTitle(), await aGroup()];
    const draft = (await app.patch(title, { title: 'a draft' }, ADMIN)).body['@id'] as string;
    const position = await place(draft, group);
    const { body } = await remove({ iris: [title] });
    expect(body).toEqual({ deleted: { ...NOTHING, components: [title] }, rejected: [] });
    expect(await reported()).toEqual({
      ...{ componentGroups: [group], componentPositions: [position], components: [draft] },
    });
    expect(await reported()).toEqual(await modelOrphans(app.app));
    const rest = { componentGroups: [group], componentPositions: [position], components: [draft] };
    expect((await remove({ all: true })).body).toEqual({ deleted: rest, rejected: [] });
    expect(await reported()).toEqual(NOTHING);
  });

  test('deletes a published component whose draft alone is on a page, and the draft stays there', async () => {
    const title = await aTitle();
    const draft = (await app.patch(title, { title: 'a draft' }, ADMIN)).body['@id'] as string;
    const page = (await createBuilders(app).aPage())['@id'];
    const position = await place(draft, await aGroup({ pages: [page] }));
    const { body } = await remove({ all: true });
    expect(body).toEqual({ deleted: { ...NOTHING, components: [title] }, rejected: [] });
    expect((await app.get(position, ADMIN)).body.component).toBe(draft);
    expect(await reported()).toEqual(NOTHING);
  });

  test('deletes the groups of a component at any depth, except those with another remaining owner', async () => {
    const [root, nested, kept] = [await aTitle(), await aTitle(), await aTitle()];
    const group = await aGroup({ components: [root] });
    const position = await place(nested, group);
    const deep = await aGroup({ components: [nested] });
    const page = (await createBuilders(app).aPage())['@id'];
    const shared = await aGroup({ components: [nested], pages: [page] });
    const held = await place(kept, shared);
    const { body } = await remove({ iris: [root] });
    expect(body.deleted).toEqual({
      componentGroups: [group, deep].sort(),
      componentPositions: [position],
      components: [root, nested].sort(),
    });
    for (const iri of [shared, held, kept]) expect(await isThere(iri)).toBe(true);
    expect(await reported()).toEqual(NOTHING);
  });

  test.each<readonly [name: string, spell: (iri: string) => string]>([
    ['without the prefix', (iri) => iri.replace('/_api', '')],
    ['with an upper-case id', (iri) => iri.slice(0, -36) + iri.slice(-36).toUpperCase()],
    ['as a URL of this API', (iri) => app.config.server.publicUrl + iri],
    ['with an escape sequence', (iri) => iri.replaceAll('-', '%2D')],
  ])('accepts an IRI %s', async (_name, spell) => {
    const title = await aTitle();
    const { body } = await remove({ iris: [spell(title), title] });
    expect(body).toEqual({ deleted: { ...NOTHING, components: [title] }, rejected: [] });
  });

  test('rejects unresolvable IRIs and deletes the rest', async () => {
    const title = await aTitle();
    const wrong = [
      ...[`https://elsewhere.example.com${title}`, `${title}/`, `${title}?published=true`, ` ${title}`],
      ...[title.replace('titles', 'images'), title.slice(-36), '/', '/_/orphaned_resources'],
    ];
    const { body } = await remove({ iris: [...wrong, title] });
    expect(body.deleted.components).toEqual([title]);
    expect(body.rejected).toEqual(wrong.map((iri) => ({ iri, reason: 'not_found' })));
  });

  test('rejects ten thousand IRIs with a few statements', async () => {
    await app.token('admin');
    const reachable = (await createBuilders(app).aPage())['@id'];
    const gone = Array.from({ length: 9999 }, () => `/_api/component/titles/${crypto.randomUUID()}`);
    app.takeStatements();
    const { body } = await remove({ iris: [...gone, reachable] });
    expect(app.takeStatements().length).toBeLessThan(30);
    expect(body.rejected).toHaveLength(10_000);
    expect(body.rejected.at(0)).toEqual({ iri: gone[0], reason: 'not_found' });
    expect(body.rejected.at(-1)).toEqual({ iri: reachable, reason: 'not_orphaned' });
  });

  test('happens once for simultaneous requests', async () => {
    const titles = await Promise.all(Array.from({ length: 5 }, aTitle));
    const answers = await Promise.all(Array.from({ length: 4 }, () => remove({ all: true })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(answers.flatMap(({ body }) => body.deleted.components as string[]).sort()).toEqual(titles.sort());
    expect(await reported()).toEqual(NOTHING);
  });
});
