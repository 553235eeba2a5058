import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/contract/json.js';
import { startTestApp } from '../../support/test-app.js';
import type { TestApp } from '../../support/test-app.js';
import { FUTURE, PAST } from '../routes/site.js';
import type { ModelComponent, ModelRecord, ModelSite } from './reach-model.js';
import { answer } from './reach-model.js';

const REFUSED = '/secret*';
const apps = new Map<boolean, Promise<TestApp>>();
afterAll(async () => {
  for (const app of apps.values()) await (await app).close();
});

function appFor(routableSecurity: boolean): Promise<TestApp> {
  let app = apps.get(routableSecurity);
  if (app === undefined) {
    app = startTestApp({
      config: {
        routable_security: routableSecurity ? "is_granted('ROLE_ADMIN')" : null,
        route_security: [{ route: REFUSED, security: "is_granted('ROLE_USER')" }],
      },
    });
    apps.set(routableSecurity, app);
  }
  return app;
}

const index = (below: number) =>
  below === 0 ? fc.constant(null) : fc.option(fc.nat({ max: below - 1 }), { freq: 3 });

/** The first record is a page, so that page data always finds a template. */
const record = (position: number) =>
  fc.record({
    kind: position === 0 ? fc.constant('page' as const) : fc.constantFrom('page' as const, 'data' as const),
    parent: index(position),
    template: fc.nat({ max: Math.max(0, position - 1) }),
    route: fc.option(
      fc.record({
        place: fc.constantFrom('/open', '/secret', '/open/secret'),
        live: fc.constantFrom('past' as const, 'past' as const, 'future' as const, 'never' as const),
      }),
      { freq: 3 },
    ),
  });

const site = fc
  .record({
    routableSecurity: fc.boolean(),
    records: fc
      .integer({ min: 1, max: 7 })
      .chain((size) => fc.tuple(...Array.from({ length: size }, (_, at) => record(at)))),
    components: fc.array(
      fc.record({
        pages: fc.array(fc.nat(), { maxLength: 2 }),
        records: fc.array(fc.nat(), { maxLength: 1 }),
        inside: fc.option(fc.nat()),
      }),
      { maxLength: 4 },
    ),
  })
  .map(({ routableSecurity, records, components }): ModelSite => {
    const pagesBefore = (limit: number): number[] =>
      records.flatMap(({ kind }, at) => (kind === 'page' && at < limit ? [at] : []));
    const pick = (list: readonly number[], seed: number): number => list[seed % list.length] ?? 0;
    const made = records.map(({ kind, parent, template, route }, at): ModelRecord => ({
      kind,
      parent,
      template: kind === 'data' ? pick(pagesBefore(at), template) : null,
      route: route === null ? null : { path: `${route.place}/${randomUUID()}`, live: route.live },
    }));
    const data = made.flatMap(({ kind }, at) => (kind === 'data' ? [at] : []));
    const taken = new Set<number>();
    const placed = components.map((component, at): ModelComponent => ({
      pages: [...new Set(component.pages.map((seed) => pick(pagesBefore(made.length), seed)))],
      records: component.records
        .flatMap((seed) => (data.length === 0 ? [] : [pick(data, seed)]))
        // A property holds one component.
        .filter((owner) => !taken.has(owner) && taken.add(owner)),
      inside: component.inside === null || at === 0 ? null : component.inside % at,
    }));
    return { routableSecurity, refused: REFUSED, records: made, components: placed };
  });

/** The model as rows, written through the API. */
async function build(model: ModelSite, app: TestApp) {
  const mark = randomUUID();
  const { '@id': layout } = await app.create('/_/layouts', { reference: mark, uiComponent: 'L' });
  const records: string[] = [];
  const routes: (string | null)[] = [];
  const groups: string[] = [];
  for (const { kind, parent, template, route } of model.records) {
    const above =
      parent === null
        ? {}
        : {
            [model.records[parent]?.kind === 'page' ? 'parentPage' : 'parentPageData']: records[parent] ?? '',
          };
    const iri =
      kind === 'page'
        ? await made(app, '/_/pages', {
            reference: randomUUID(),
            title: mark,
            uiComponent: 'P',
            isTemplate: false,
            layout,
            ...above,
          })
        : await made(app, '/page_data/blog_article_datas', {
            title: mark,
            page: records[template ?? 0] ?? '',
            ...above,
          });
    records.push(iri);
    const liveAt = route === null ? null : { past: PAST, future: FUTURE, never: null }[route.live];
    routes.push(
      route === null
        ? null
        : await made(app, '/_/routes', {
            path: route.path,
            liveAt,
            [kind === 'page' ? 'page' : 'pageData']: iri,
          }),
    );
    groups.push(
      kind === 'page'
        ? await made(app, '/_/component_groups', { reference: randomUUID(), location: 'x', pages: [iri] })
        : '',
    );
  }
  const components: string[] = [];
  const owned: string[] = [];
  for (const { pages, records: holders, inside } of model.components) {
    const within = [
      ...pages.map((page) => groups[page] ?? ''),
      ...(inside === null ? [] : [owned[inside] ?? '']),
    ];
    const component = await made(app, '/component/html_contents', {
      html: '<p>x</p>',
      publishedAt: PAST,
      componentPositions: within.map((componentGroup) => ({ componentGroup })),
    });
    components.push(component);
    owned.push(
      await made(app, '/_/component_groups', {
        reference: randomUUID(),
        location: 'x',
        components: [component],
      }),
    );
    for (const holder of holders)
      await app.patch(records[holder] ?? '', { htmlContent: component }, { as: 'admin' });
  }
  return { mark, records, routes, components };
}

const made = async (app: TestApp, path: string, body: JsonObject): Promise<string> =>
  (await app.create(path, body))['@id'];

const isRead = async (app: TestApp, iri: string): Promise<boolean> => (await app.get(iri)).status === 200;

async function listed(app: TestApp, path: string): Promise<Set<string>> {
  const found = new Set<string>();
  for (let page = 1, total = 1; found.size < total; page += 1) {
    const { body } = await app.get(`${path}${path.includes('?') ? '&' : '?'}perPage=100&page=${page}`);
    total = body.totalItems;
    if (body.member.length === 0) break;
    for (const member of body.member as { '@id': string }[]) found.add(member['@id']);
    expect(found.size).toBeLessThanOrEqual(total);
  }
  return found;
}

describe('an anonymous visitor', () => {
  test('reaches over every endpoint, lists and counts included, what the model says', async () => {
    await fc.assert(
      fc.asyncProperty(site, async (model) => {
        const app = await appFor(model.routableSecurity);
        const rows = await build(model, app);
        const want = answer(model);
        const pages = await listed(app, `/_/pages?search=${rows.mark}`);
        const data = await listed(app, `/page_data/blog_article_datas?search=${rows.mark}`);
        const routes = await listed(app, '/_/routes');
        const components = await listed(app, '/component/html_contents');
        for (const [at, iri] of rows.records.entries()) {
          const list = model.records[at]?.kind === 'page' ? pages : data;
          expect([at, 'item', await isRead(app, iri)]).toEqual([at, 'item', want.records[at]]);
          expect([at, 'list', list.has(iri)]).toEqual([at, 'list', want.recordList[at]]);
          const manifest = await isRead(app, `/_/resource_manifest/${iri.slice(-36)}`);
          expect([at, 'manifest', manifest]).toEqual([at, 'manifest', want.records[at]]);
          const route = rows.routes[at];
          if (route == null) continue;
          expect([at, 'route', await isRead(app, route)]).toEqual([at, 'route', want.routes[at]]);
          expect([at, 'routes', routes.has(route)]).toEqual([at, 'routes', want.routeList[at]]);
          const path = model.records[at]?.route?.path ?? '';
          expect(await isRead(app, `/_/resource_manifest/${path}`)).toBe(want.routes[at]);
        }
        for (const [at, iri] of rows.components.entries()) {
          expect([at, 'component', await isRead(app, iri)]).toEqual([at, 'component', want.components[at]]);
          expect([at, 'components', components.has(iri)]).toEqual([at, 'components', want.components[at]]);
        }
      }),
      { numRuns: 25, endOnFailure: false },
    );
  }, 300_000);
});
