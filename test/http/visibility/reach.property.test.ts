import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { startTestApp } from '../../support/test-app.js';
import type { TestApp } from '../../support/test-app.js';
import type { TestResponse } from '../../support/test-client.js';
import { propertyRuns } from '../../support/property-runs.js';
import type { Caller, ModelAnswer, ModelSite, ModelTarget, Verdict } from './reach-model.js';
import { answer } from './reach-model.js';
import type { StoredRoute, StoredSite } from './reach-site.js';
import { anySite, build, REFUSED, SITE_TYPES } from './reach-site.js';

const apps = new Map<boolean, Promise<TestApp>>();
afterAll(async () => {
  for (const app of apps.values()) await (await app).close();
});

function appFor(routableSecurity: boolean): Promise<TestApp> {
  let app = apps.get(routableSecurity);
  if (app === undefined) {
    app = startTestApp({
      manifest: SITE_TYPES,
      config: {
        routable_security: routableSecurity ? "is_granted('ROLE_ADMIN')" : null,
        route_security: [{ route: REFUSED, security: "is_granted('ROLE_USER')" }],
      },
    });
    apps.set(routableSecurity, app);
  }
  return app;
}

/** One caller in one site: its responses and the model's predictions. */
interface Visit {
  readonly as: Caller;
  readonly app: TestApp;
  readonly model: ModelSite;
  readonly want: ModelAnswer;
  readonly rows: StoredSite;
  /** IRIs and paths that no response may contain. */
  readonly hidden: readonly string[];
}

const statusOf = (verdict: Verdict, as: Caller): number => {
  if (verdict === 'shown') return 200;
  return verdict === 'missing' ? 404 : as === 'anonymous' ? 401 : 403;
};

const targetsOf = ({ records, redirects }: ModelSite): ModelTarget[] => [
  ...records.flatMap((record, at) => (record.route === null ? [] : [{ record: at }])),
  ...redirects.map((_redirect, at) => ({ redirect: at })),
];

const routeOf = ({ rows }: Pick<Visit, 'rows'>, target: ModelTarget): StoredRoute => {
  const found = 'record' in target ? rows.routes[target.record] : rows.redirects[target.redirect];
  return found ?? { iri: '', id: '' };
};

/** Sends a request, checks the status with the model, and checks that nothing hidden is in the response. */
async function ask(visit: Visit, path: string, verdict: Verdict): Promise<TestResponse> {
  const { as, app, hidden } = visit;
  const response = await app.get(path, { as });
  expect([as, path, response.status]).toEqual([as, path, statusOf(verdict, as)]);
  if (response.status !== 200) return response;
  const notified = response.text + [...response.headers].join();
  expect([as, path, hidden.filter((one) => notified.includes(one))]).toEqual([as, path, []]);
  return response;
}

async function listed(visit: Visit, path: string): Promise<Set<string>> {
  const found = new Set<string>();
  for (let page = 1, total = 1; found.size < total; page += 1) {
    const { body } = await ask(
      visit,
      `${path}${path.includes('?') ? '&' : '?'}perPage=100&page=${page}`,
      'shown',
    );
    total = body.totalItems;
    if (body.member.length === 0) break;
    for (const member of body.member as { '@id': string }[]) found.add(member['@id']);
    expect(found.size).toBeLessThanOrEqual(total);
  }
  return found;
}

async function checkRoutes(visit: Visit): Promise<void> {
  const { model, want, as } = visit;
  const list = await listed(visit, '/_/routes');
  for (const target of targetsOf(model)) {
    const { iri, id } = routeOf(visit, target);
    const { body } = await ask(visit, iri, want.route(target));
    expect([as, iri, list.has(iri)]).toEqual([as, iri, want.isRouteListed(target)]);
    const path = iri.slice(iri.indexOf('//') + 1);
    for (const address of [path, id]) await askManifest(visit, address, want.routeManifest(target));
    const nested = await ask(visit, `${iri}/redirects`, want.route(target));
    if (want.route(target) !== 'shown') continue;
    const incoming = want.redirectsTo(target).map((at) => routeOf(visit, { redirect: at }).iri);
    expect([...body.redirectedFrom].sort()).toEqual(incoming.sort());
    expect(tree(nested.body)).toEqual(wantedTree(visit, target));
    if ('redirect' in target) checkTarget(visit, target.redirect, body);
  }
}

interface Tree {
  readonly [iri: string]: Tree;
}

interface Nested {
  readonly redirectedFrom: readonly (Nested & { readonly '@id': string })[];
}

const tree = ({ redirectedFrom }: Nested): Tree =>
  Object.fromEntries(redirectedFrom.map((node) => [node['@id'], tree(node)]));

const wantedTree = (visit: Visit, target: ModelTarget): Tree =>
  Object.fromEntries(
    visit.want
      .redirectsTo(target)
      .map((at) => [routeOf(visit, { redirect: at }).iri, wantedTree(visit, { redirect: at })]),
  );

/** Checks the next hop and the final target that a redirect shows. */
function checkTarget(visit: Visit, at: number, body: Readonly<Record<string, unknown>>): void {
  const { want, model, rows } = visit;
  const to = model.redirects[at]?.to;
  const final = want.final(at);
  const shown = want.route({ record: final }) === 'shown' ? rows.records[final] : undefined;
  expect({ ...body, record: body.page ?? body.pageData }).toMatchObject({
    redirectPath: model.records[final]?.route?.path,
    ...(to !== undefined && want.isLive(to) ? { redirect: routeOf(visit, to).iri } : {}),
    ...(shown === undefined ? {} : { record: shown }),
  });
  expect(Object.hasOwn(body, 'redirect')).toBe(to !== undefined && want.isLive(to));
  expect(Object.hasOwn(body, 'page') || Object.hasOwn(body, 'pageData')).toBe(shown !== undefined);
}

/** Checks that a manifest names nothing that the caller cannot read directly. */
async function askManifest(visit: Visit, address: string, verdict: Verdict): Promise<void> {
  const { want, rows } = visit;
  const { text } = await ask(visit, `/_/resource_manifest/${address}?embed=documents`, verdict);
  if (verdict !== 'shown') return;
  const closed = [
    ...rows.records.filter((_iri, at) => want.record(at) !== 'shown'),
    ...rows.components.filter((_iri, at) => want.component(at) !== 'shown'),
  ];
  expect([address, closed.filter((iri) => text.includes(iri))]).toEqual([address, []]);
}

async function checkRecords(visit: Visit): Promise<void> {
  const { model, want, rows, as } = visit;
  const pages = await listed(visit, `/_/pages?search=${rows.mark}`);
  const data = await listed(visit, `/page_data/blog_article_datas?search=${rows.mark}`);
  for (const [at, iri] of rows.records.entries()) {
    const { body } = await ask(visit, iri, want.record(at));
    const list = model.records[at]?.kind === 'page' ? pages : data;
    expect([as, at, list.has(iri)]).toEqual([as, at, want.isRecordListed(at)]);
    await askManifest(visit, iri.slice(-36), want.recordManifest(at));
    if (want.record(at) !== 'shown') continue;
    const route = rows.routes[at];
    expect(body.route).toBe(route != null && want.isLive({ record: at }) ? route.iri : undefined);
    expect(Object.hasOwn(body, 'isReachableWithoutRoute')).toBe(as === 'admin');
  }
}

async function checkContent(visit: Visit): Promise<void> {
  const { model, want, rows, as } = visit;
  const components = await listed(visit, '/component/html_contents');
  for (const [at, iri] of rows.components.entries()) {
    const { body } = await ask(visit, iri, want.component(at));
    expect([as, at, components.has(iri)]).toEqual([as, at, want.isComponentListed(at)]);
    if (want.component(at) === 'shown')
      expect(Object.hasOwn(body._metadata.publishable, 'locationCount')).toBe(as === 'admin');
    await ask(visit, `${iri}/usage`, as === 'admin' ? 'shown' : 'denied');
  }
  await listed(visit, '/component/navigation_links');
  for (const [at, iri] of rows.links.entries()) {
    const target = model.links[at];
    const { body } = await ask(visit, iri, 'shown');
    const shown = target !== undefined && want.isLive(target) ? routeOf(visit, target).iri : undefined;
    expect([as, at, body.route]).toEqual([as, at, shown]);
  }
  const { body } = await ask(visit, rows.layout, 'shown');
  const own = rows.records.filter((_iri, at) => model.records[at]?.kind === 'page');
  expect([...(body.pages ?? [])].sort()).toEqual(as === 'admin' ? [...own].sort() : []);
}

describe.each(['anonymous', 'user', 'admin'] as const)('a caller that is %s', (as) => {
  test('reaches what the model predicts over every endpoint, including lists, counts and headers', async () => {
    await fc.assert(
      fc.asyncProperty(anySite, async (model) => {
        const app = await appFor(model.routableSecurity);
        const rows = await build(model, app);
        const want = answer(model, as);
        const hidden = targetsOf(model)
          .filter((target) => !want.isLive(target))
          .flatMap((target) => {
            const { iri, id } = routeOf({ rows }, target);
            return [iri.slice(-36), id];
          });
        const visit = { as, app, model, want, rows, hidden };
        await checkRoutes(visit);
        await checkRecords(visit);
        await checkContent(visit);
      }),
      { numRuns: propertyRuns(as === 'admin' ? 8 : 15), endOnFailure: false },
    );
  }, 300_000);
});
