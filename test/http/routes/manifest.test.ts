import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp } from '../../support/test-app.js';
import type { TestApp } from '../../support/test-app.js';
import { createSite, FUTURE } from './site.js';
import type { SiteFactory } from './site.js';

interface Node {
  readonly iri: string;
  readonly children: readonly Node[];
}

let app: TestApp;
let site: SiteFactory;
beforeAll(async () => {
  app = await startTestApp();
  site = createSite(app);
});
afterAll(() => app.close());

async function manifest(id: string, as: 'anonymous' | 'admin' = 'anonymous'): Promise<readonly Node[]> {
  const { status, body } = await app.get(`/_/resource_manifest/${id}`, { as });
  expect([status, Object.keys(body)]).toEqual([200, ['@context', 'resource_iris']]);
  return body.resource_iris;
}

const flat = ({ iri, children }: Node): string[] => [iri, ...children.flatMap(flat)];

describe('GET /_/resource_manifest/{id}', () => {
  test('mirrors containment: route, page, layout and its groups, positions, components and their groups', async () => {
    const layout = await site.layout();
    const page = await site.page({ layout: layout['@id'] });
    const route = await site.route({ path: '/whole', page: page['@id'] });
    const inLayout = await site.group({ layouts: [layout['@id']] });
    const link = await site.html(inLayout);
    const inPage = await site.group({ pages: [page['@id']] });
    const outer = await app.create('/component/collections', {
      resourceIri: '/_api/_/pages',
      componentPositions: [{ componentGroup: inPage['@id'] }],
    });
    const nested = await site.group({ components: [outer['@id']] });
    const inner = await site.html(nested);
    const position = (component: typeof inner): unknown => (component.componentPositions as string[])[0];
    const expected = [
      {
        iri: route['@id'],
        children: [
          {
            iri: page['@id'],
            children: [
              {
                iri: layout['@id'],
                children: [
                  {
                    iri: inLayout['@id'],
                    children: [{ iri: position(link), children: [{ iri: link['@id'], children: [] }] }],
                  },
                ],
              },
              {
                iri: inPage['@id'],
                children: [
                  {
                    iri: position(outer),
                    children: [
                      {
                        iri: outer['@id'],
                        children: [
                          {
                            iri: nested['@id'],
                            children: [
                              { iri: position(inner), children: [{ iri: inner['@id'], children: [] }] },
                            ],
                          },
                        ],
                      },
                    ],
                  },
                ],
              },
            ],
          },
        ],
      },
    ];
    expect(await manifest('/whole')).toEqual(expected);
    expect(await manifest('/whole.json')).toEqual(expected);
    expect(await manifest(String(route.id))).toEqual(expected);
  });

  test('has a depth for each ancestor, starting at the root, and the shared layout once at the first depth', async () => {
    const layout = await site.layout();
    const template = await site.page({ isTemplate: true, layout: layout['@id'] });
    const position = await app.create('/_/component_positions', {
      componentGroup: (await site.group({ pages: [template['@id']] }))['@id'],
      pageDataClass: 'BlogArticleData',
      pageDataProperty: 'htmlContent',
    });
    const [first, second] = [await site.html(), await site.html()];
    const parent = await site.article({ page: template['@id'], htmlContent: first['@id'] });
    const parentRoute = await site.route({ path: '/conference', pageData: parent['@id'] });
    const child = await site.article({
      page: template['@id'],
      htmlContent: second['@id'],
      parentPageData: parent['@id'],
    });
    const childRoute = await site.route({ path: '/conference/talk', pageData: child['@id'] });
    const depths = await manifest('/conference/talk');
    expect(depths.map(({ iri }) => iri)).toEqual([parent['@id'], childRoute['@id']]);
    const [shallow, deep] = depths.map(flat);
    expect(shallow).toEqual(
      expect.arrayContaining([
        parentRoute['@id'],
        template['@id'],
        layout['@id'],
        position['@id'],
        first['@id'],
      ]),
    );
    expect(deep).toEqual(
      expect.arrayContaining([child['@id'], template['@id'], position['@id'], second['@id']]),
    );
    expect(deep).not.toContain(layout['@id']);
    expect(deep).not.toContain(parent['@id']);
    expect(deep).not.toContain(first['@id']);
    const byId = await manifest(child['@id'].slice(-36));
    expect(byId.map(({ iri }) => iri)).toEqual([parent['@id'], child['@id']]);
    expect(byId[1]?.children[0]).toEqual({ iri: childRoute['@id'], children: [] });
  });

  test('has two IRIs at each depth besides the layout for nested pages without groups', async () => {
    const parent = await site.page();
    await site.route({ path: '/nest', page: parent['@id'] });
    const child = await site.page({ parentPage: parent['@id'] });
    await site.route({ path: '/nest/egg', page: child['@id'] });
    const withoutLayout = (await manifest('/nest/egg')).map((depth) =>
      flat(depth).filter((iri) => !iri.includes('/layouts/')),
    );
    expect(withoutLayout).toEqual([
      [parent['@id'], '/_api/_/routes//nest'],
      ['/_api/_/routes//nest/egg', child['@id']],
    ]);
  });

  test('of a redirect shows the content of its target under its own IRI', async () => {
    const page = await site.page();
    const target = await site.route({ path: '/new-home', page: page['@id'] });
    const old = await site.route({ path: '/old-home', redirect: target['@id'] });
    const [depth] = await manifest('/old-home');
    expect([depth?.iri, depth?.children[0]?.iri]).toEqual([old['@id'], page['@id']]);
    const restricted = await site.page();
    const hidden = await site.route({ path: '/user-area/home', page: restricted['@id'] });
    await site.route({ path: '/to-user-area', redirect: hidden['@id'] });
    expect((await app.get('/_/resource_manifest//to-user-area')).status).toBe(401);
  });

  test('omits drafts for visitors, and shows them instead of their published version to editors', async () => {
    const page = await site.page();
    await site.route({ path: '/drafts', page: page['@id'] });
    const group = await site.group({ pages: [page['@id']] });
    const live = await site.html(group);
    const unpublished = await site.html(group, { publishedAt: null });
    const { body: draft } = await app.patch(live['@id'], { html: '<p>Next</p>' }, { as: 'admin' });
    const anonymous = (await manifest('/drafts')).flatMap(flat);
    expect(anonymous).toContain(live['@id']);
    expect(anonymous).not.toContain(unpublished['@id']);
    expect(anonymous).not.toContain(draft['@id']);
    const admin = (await manifest('/drafts', 'admin')).flatMap(flat);
    expect(admin).toEqual(expect.arrayContaining([draft['@id'], unpublished['@id']]));
    expect(admin).not.toContain(live['@id']);
  });

  test('omits a position whose component the group does not allow', async () => {
    const page = await site.page();
    await site.route({ path: '/allowed', page: page['@id'] });
    const group = await site.group({ pages: [page['@id']] });
    const text = await site.html(group);
    await app.patch(group['@id'], { allowedComponents: ['Title'] }, { as: 'admin' });
    expect((await manifest('/allowed')).flatMap(flat)).not.toContain(text['@id']);
  });

  test('ends in cycles of nested groups', async () => {
    const page = await site.page();
    await site.route({ path: '/circle', page: page['@id'] });
    const group = await site.group({ pages: [page['@id']] });
    const holder = await app.create('/component/collections', {
      resourceIri: '/_api/_/pages',
      componentPositions: [{ componentGroup: group['@id'] }],
    });
    const inner = await site.group({ components: [holder['@id']] });
    await app.create('/_/component_positions', { componentGroup: inner['@id'], component: holder['@id'] });
    const iris = (await manifest('/circle')).flatMap(flat);
    expect(new Set(iris).size).toBe(iris.length);
    expect(iris).toContain(inner['@id']);
  });

  test('results in 404 for unknown addresses', async () => {
    for (const id of ['/nothing', 'nothing', '00000000-0000-4000-8000-000000000000']) {
      expect((await app.get(`/_/resource_manifest/${id}`)).status).toBe(404);
    }
  });

  test('results in 404 for what the caller cannot read, by any address', async () => {
    const answers = async (address: string, as: 'anonymous' | 'user'): Promise<unknown> => {
      const { status, text } = await app.get(`/_/resource_manifest/${address}`, { as });
      return [status, text.replaceAll(address, '')];
    };
    const unrouted = await site.page();
    const later = await site.article();
    const route = await site.route({ path: '/not-yet', pageData: later['@id'], liveAt: FUTURE });
    const { id } = (await app.get(route['@id'], { as: 'admin' })).body;
    const below = await site.page({ parentPageData: later['@id'] });
    await site.route({ path: '/not-yet/below', page: below['@id'] });
    const hidden = [unrouted, later, below].map((record) => record['@id'].slice(-36));
    for (const as of ['anonymous', 'user'] as const) {
      const missing = await answers('00000000-0000-4000-8000-000000000000', as);
      for (const address of [...hidden, id, '/not-yet', '/not-yet/below'])
        expect([address, await answers(address, as)]).toEqual([address, missing]);
    }
    for (const address of hidden) expect((await manifest(address, 'admin'))[0]).toBeDefined();
  });

  test('is denied for a live route behind a failed rule, by any address', async () => {
    const page = await site.page();
    const route = await site.route({ path: '/user-area/manifest', page: page['@id'] });
    const { id } = (await app.get(route['@id'], { as: 'admin' })).body;
    for (const address of ['/user-area/manifest', id, page['@id'].slice(-36)]) {
      expect((await app.get(`/_/resource_manifest/${address}`)).status).toBe(401);
      expect((await app.get(`/_/resource_manifest/${address}`, { as: 'user' })).status).toBe(200);
    }
  });

  test('uses the current target of its address', async () => {
    const [first, second] = [await site.page(), await site.page()];
    const shown = [
      await site.html(await site.group({ pages: [first['@id']] })),
      await site.html(await site.group({ pages: [second['@id']] })),
    ].map((component) => component['@id']);
    const route = await site.route({ path: '/moved', page: first['@id'] });
    const components = async (): Promise<readonly string[]> =>
      (await manifest('/moved')).flatMap(flat).filter((iri) => shown.includes(iri));
    expect([await components(), await components()]).toEqual([[shown[0]], [shown[0]]]);
    await app.patch(first['@id'], { route: null }, { as: 'admin' });
    await app.patch(second['@id'], { route: route['@id'] }, { as: 'admin' });
    expect([await components(), await components()]).toEqual([[shown[1]], [shown[1]]]);
  });

  test('shows the current component in a slot of page data, and the content of its groups', async () => {
    const template = await site.template();
    const group = await site.group({ pages: [template['@id']] });
    await app.create('/_/component_positions', {
      componentGroup: group['@id'],
      pageDataClass: 'BlogArticleData',
      pageDataProperty: 'htmlContent',
    });
    const holders = [await site.html(), await site.html()];
    const inner: string[] = [];
    for (const holder of holders)
      inner.push((await site.html(await site.group({ components: [holder['@id']] })))['@id']);
    const article = await site.article({ page: template['@id'], htmlContent: holders[0]?.['@id'] });
    await site.route({ path: '/changed-slot', pageData: article['@id'] });
    const components = async (): Promise<readonly string[]> =>
      (await manifest('/changed-slot')).flatMap(flat).filter((iri) => inner.includes(iri));
    expect([await components(), await components()]).toEqual([[inner[0]], [inner[0]]]);
    await app.patch(article['@id'], { htmlContent: holders[1]?.['@id'] }, { as: 'admin' });
    expect([await components(), await components()]).toEqual([[inner[1]], [inner[1]]]);
  });

  test('runs at most eight statements whatever the size', async () => {
    const page = await site.page();
    await site.route({ path: '/large', page: page['@id'] });
    let group = await site.group({ pages: [page['@id']] });
    for (let depth = 0; depth < 5; depth += 1) {
      await site.html(group);
      const holder = await app.create('/component/collections', {
        resourceIri: '/_api/_/pages',
        componentPositions: [{ componentGroup: group['@id'] }],
      });
      group = await site.group({ components: [holder['@id']] });
    }
    for (const id of ['/large', page['@id'].slice(-36)]) {
      app.takeStatements();
      await manifest(id, 'admin');
      // One more read is that of the session.
      expect(app.takeStatements().length).toBeLessThanOrEqual(9);
    }
    app.takeStatements();
    await manifest('/large');
    expect(app.takeStatements().length).toBeLessThanOrEqual(4);
  });
});
