import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Feature } from '../../../runtime/kernel/feature.js';
import { createHttpServer } from '../../../runtime/adapters/http/server.js';
import { compareIndex } from '../../../runtime/features/pages/visibility-index/compare-index.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { createTestClient } from '../../support/test-client.js';
import { expectExactReach } from './visibility-index-check.js';

const ROUNDS = 5;
const REFUSED = 'refused at the end';
/** Rejects a unit of work after its response was created. */
const refusing: Feature = {
  name: 'refusing',
  unitOfWork: {
    beforeCommit({ changes }) {
      if (changes.some((change) => change.kind !== 'deleted' && change.after.values.title === REFUSED))
        throw new Error(REFUSED);
      return Promise.resolve();
    },
  },
};

let app: TestApp;
let layout: string;
beforeAll(async () => {
  app = await startTestApp({
    features: [refusing],
    config: {
      publishable: { permission: "is_granted('ROLE_USER')" },
      routable_security: null,
      route_security: [],
    },
  });
  layout = await make('/_/layouts', { reference: randomUUID(), uiComponent: 'X' });
});
afterAll(() => app.close());

const admin = { as: 'admin' } as const;
const make = async (path: string, body: object): Promise<string> =>
  (await app.create(path, { ...body }))['@id'];
const aPage = (body: object = {}): Promise<string> =>
  make('/_/pages', { reference: randomUUID(), isTemplate: false, uiComponent: 'X', layout, ...body });
const aGroup = (body: object = {}): Promise<string> =>
  make('/_/component_groups', { reference: randomUUID(), location: 'x', ...body });
const aComponent = (): Promise<string> => make('/component/html_contents', { html: 'x' });
const place = (component: string, componentGroup: string): Promise<string> =>
  make('/_/component_positions', { component, componentGroup });
async function aRoute(page: string): Promise<string> {
  const path = `/${randomUUID()}`;
  return make('/_/routes', { path, name: path, page, liveAt: new Date(0).toISOString() });
}
const change = async (iri: string, body: object): Promise<unknown> => app.patch(iri, body, admin);

async function inRounds(round: () => Promise<void>): Promise<void> {
  for (let at = 0; at < ROUNDS; at += 1) await round();
  await expectExactReach(app.app, []);
}

describe('stored visibility that two writers change simultaneously', () => {
  test('includes a component that was added to a group on the page in the meantime', () =>
    inRounds(async () => {
      const [page, group, component] = [await aPage(), await aGroup(), await aComponent()];
      await Promise.all([change(group, { pages: [page] }), place(component, group)]);
    }));

  test('includes a child that was added to a page with a date in the meantime', () =>
    inRounds(async () => {
      const [parent, child] = [await aPage(), await aPage()];
      const route = await aRoute(parent);
      await aRoute(child);
      await Promise.all([
        change(route, { liveAt: '2099-01-01T00:00:00Z' }),
        change(child, { parentPage: parent }),
      ]);
    }));

  test('is correct for a component that was added to two groups, and a deleted page', () =>
    inRounds(async () => {
      const pages = [await aPage(), await aPage(), await aPage()];
      const groups = [await aGroup({ pages }), await aGroup({ pages: pages.slice(1) })];
      const component = await aComponent();
      await place(component, groups[0] ?? '');
      await Promise.all([
        place(component, groups[1] ?? ''),
        change(groups[0] ?? '', { pages: pages.slice(0, 2) }),
        app.delete(pages[2] ?? '', admin),
      ]);
    }));

  test('is correct for two levels that were nested simultaneously', () =>
    inRounds(async () => {
      const [a, b, c] = [await aPage(), await aPage(), await aPage()];
      for (const page of [a, b, c]) await aRoute(page);
      await Promise.all([change(b, { parentPage: a }), change(c, { parentPage: b })]);
    }));
});

describe('stored visibility after one transaction of several parts', () => {
  test('is exact if a part was rolled back that had derived changes of the parts before it', async () => {
    const [page, other, group, component] = [
      await aPage(),
      await aPage(),
      await aGroup(),
      await aComponent(),
    ];
    await place(component, group);
    await app.app.inTransaction(async (within) => {
      const server = createHttpServer({ listener: within.express, config: app.config });
      const { url } = await server.listen(0, '127.0.0.1');
      const client = createTestClient({ app: within, origin: url, prefix: app.config.apiPrefix });
      expect((await client.patch(group, { pages: [page, other] }, admin)).status).toBe(200);
      const undone = await client.patch(other, { title: REFUSED, parentPage: page }, { as: 'user' });
      expect(undone.status).toBe(500);
      await server.close(0);
    });
    const { standing } = await expectExactReach(app.app, []);
    expect(standing.filter((line) => line.includes(component.slice(-36)) && line.includes('+'))).toHaveLength(
      1,
    );
  });
});

describe('comparing stored visibility', () => {
  test('reports sets with other places, deleted places and outdated rows', async () => {
    const { database } = app.app;
    const pages = [await aPage(), await aPage()];
    await place(await aComponent(), await aGroup({ pages }));
    await database.transaction(async (session) => {
      const { table } = session;
      await session.run(`delete from ${table('reach_place_set')} where place_id = :page`, {
        page: pages[0]?.slice(-36) ?? '',
      });
      await session.run(
        `update ${table('reach_place')} set refused_from = null where refused_from is not null`,
      );
      await session.run(`delete from ${table('reach_opening')} where place_id = :page`, {
        page: pages[1]?.slice(-36) ?? '',
      });
    });
    const found = (await compareIndex(database, 100)).join('\n');
    expect(found).toContain('are not those it was made of');
    expect(found).toMatch(/reach_place: the row of .* is out of date/);
    expect(found).toMatch(/reach_opening: the row of .* is missing/);
    for await (const _one of app.app.doctor.examine({ limit: 5, repair: true })) void _one;
    await expectExactReach(app.app, []);
  });
});
