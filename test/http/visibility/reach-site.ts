import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { manifest as sample } from '../../../generated/manifest.js';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import type { Manifest } from '../../../runtime/kernel/contract/schema/manifest.js';
import type { TestApp } from '../../support/test-app.js';
import { FUTURE, PAST } from '../routes/site.js';
import type {
  ModelComponent,
  ModelDate,
  ModelRecord,
  ModelRedirect,
  ModelSite,
  ModelTarget,
} from './reach-model.js';

export const REFUSED = '/secret*';

/** The sample site without the members that are computed from paths: they have separate rules. */
export const SITE_TYPES: Manifest = {
  ...sample,
  resources: sample.resources.map((resource) => ({
    ...resource,
    fields: resource.fields.filter(({ kind }) => kind !== 'computed'),
  })),
};

const index = (below: number) =>
  below === 0 ? fc.constant(null) : fc.option(fc.nat({ max: below - 1 }), { freq: 3 });

const route = fc.record({
  place: fc.constantFrom('/open', '/secret', '/open/secret'),
  live: fc.constantFrom<ModelDate[]>('past', 'past', 'past', 'future', 'never', 'over'),
});

/** The first record is a page, so that page data always finds a template. */
const record = (position: number) =>
  fc.record({
    kind: position === 0 ? fc.constant('page' as const) : fc.constantFrom('page' as const, 'data' as const),
    parent: index(position),
    template: fc.nat({ max: Math.max(0, position - 1) }),
    route: fc.option(route, { freq: 2 }),
    isReachable: fc.boolean(),
  });

/** Sites of a few records, with redirects and links to their routes, and components in their positions. */
export const anySite = fc
  .record({
    routableSecurity: fc.boolean(),
    records: fc
      .integer({ min: 1, max: 7 })
      .chain((size) => fc.tuple(...Array.from({ length: size }, (_, at) => record(at)))),
    redirects: fc.array(fc.tuple(route, fc.nat()), { maxLength: 4 }),
    links: fc.array(fc.nat(), { maxLength: 2 }),
    components: fc.array(
      fc.record({
        pages: fc.array(fc.nat(), { maxLength: 2 }),
        records: fc.array(fc.nat(), { maxLength: 1 }),
        inside: fc.option(fc.nat()),
      }),
      { maxLength: 4 },
    ),
  })
  .map(({ routableSecurity, records, redirects, links, components }): ModelSite => {
    const pagesBefore = (limit: number): number[] =>
      records.flatMap(({ kind }, at) => (kind === 'page' && at < limit ? [at] : []));
    const pick = (list: readonly number[], seed: number): number => list[seed % list.length] ?? 0;
    const made = records.map(({ kind, parent, template, route: own, isReachable }, at): ModelRecord => ({
      kind,
      parent,
      template: kind === 'data' ? pick(pagesBefore(at), template) : null,
      route: own === null ? null : { path: `${own.place}/${randomUUID()}`, live: own.live },
      isReachable,
    }));
    const targets: ModelTarget[] = made.flatMap((one, at) => (one.route === null ? [] : [{ record: at }]));
    const targetOf = (seed: number): ModelTarget[] => targets.slice(seed % targets.length).slice(0, 1);
    const redirected: ModelRedirect[] = [];
    for (const [{ place, live }, seed] of redirects)
      for (const to of targetOf(seed)) {
        targets.push({ redirect: redirected.length });
        redirected.push({ path: `${place}/${randomUUID()}`, live, to });
      }
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
    return {
      routableSecurity,
      refused: REFUSED,
      records: made,
      redirects: redirected,
      links: links.flatMap(targetOf),
      components: placed,
    };
  });

const ENDED = '2021-01-01T00:00:00+00:00';
const datesOf = (live: ModelDate): { readonly liveAt: string | null; readonly expiresAt?: string } =>
  ({
    past: { liveAt: PAST, expiresAt: FUTURE },
    future: { liveAt: FUTURE },
    never: { liveAt: null },
    over: { liveAt: PAST, expiresAt: ENDED },
  })[live];

const made = async (app: TestApp, path: string, body: JsonObject): Promise<string> =>
  (await app.create(path, body))['@id'];

/** A stored route: its IRI, and the id that administrators see. */
export interface StoredRoute {
  readonly iri: string;
  readonly id: string;
}

/** The rows of a model, by its indexes. */
export interface StoredSite {
  readonly mark: string;
  readonly layout: string;
  readonly records: readonly string[];
  readonly routes: readonly (StoredRoute | null)[];
  readonly redirects: readonly StoredRoute[];
  readonly links: readonly string[];
  readonly components: readonly string[];
}

/** Writes the model through the API as rows. */
export async function build(model: ModelSite, app: TestApp): Promise<StoredSite> {
  const mark = randomUUID();
  const layout = await made(app, '/_/layouts', { reference: mark, uiComponent: 'L' });
  const { records, routes } = await buildRecords(model, { mark, layout }, app);
  const redirects: StoredRoute[] = [];
  const iriOf = (target: ModelTarget): string =>
    ('record' in target ? routes[target.record] : redirects[target.redirect])?.iri ?? '';
  for (const { path, live, to } of model.redirects)
    redirects.push(await madeRoute(app, { path, ...datesOf(live), redirect: iriOf(to) }));
  const links: string[] = [];
  for (const target of model.links) {
    const body = { label: mark, route: iriOf(target), publishedAt: PAST };
    links.push(await made(app, '/component/navigation_links', body));
  }
  const components = await buildComponents(model, records, app);
  return { mark, layout, records, routes, redirects, links, components };
}

async function madeRoute(app: TestApp, body: JsonObject): Promise<StoredRoute> {
  const { '@id': iri, id } = await app.create('/_/routes', body);
  return { iri, id: String(id) };
}

async function buildRecords(
  model: ModelSite,
  { mark, layout }: { readonly mark: string; readonly layout: string },
  app: TestApp,
) {
  const records: string[] = [];
  const routes: (StoredRoute | null)[] = [];
  for (const { kind, parent, template, route: own, isReachable: isReachableWithoutRoute } of model.records) {
    const parentMember =
      parent !== null && model.records[parent]?.kind === 'page' ? 'parentPage' : 'parentPageData';
    const above = parent === null ? {} : { [parentMember]: records[parent] ?? '' };
    const members = { title: mark, isReachableWithoutRoute, ...above };
    const page = { reference: randomUUID(), uiComponent: 'P', isTemplate: false, layout };
    const iri =
      kind === 'page'
        ? await made(app, '/_/pages', { ...page, ...members })
        : await made(app, '/page_data/blog_article_datas', {
            page: records[template ?? 0] ?? '',
            ...members,
          });
    records.push(iri);
    const side = kind === 'page' ? 'page' : 'pageData';
    routes.push(
      own === null ? null : await madeRoute(app, { path: own.path, ...datesOf(own.live), [side]: iri }),
    );
  }
  return { records, routes };
}

async function buildComponents(
  model: ModelSite,
  records: readonly string[],
  app: TestApp,
): Promise<readonly string[]> {
  const aGroup = (owners: JsonObject): Promise<string> =>
    made(app, '/_/component_groups', { reference: randomUUID(), location: 'x', ...owners });
  const groups = new Map<number, string>();
  for (const [at, { kind }] of model.records.entries())
    if (kind === 'page') groups.set(at, await aGroup({ pages: [records[at] ?? ''] }));
  const components: string[] = [];
  const owned: string[] = [];
  for (const { pages, records: holders, inside } of model.components) {
    const within = [
      ...pages.map((page) => groups.get(page) ?? ''),
      ...(inside === null ? [] : [owned[inside] ?? '']),
    ];
    const component = await made(app, '/component/html_contents', {
      html: '<p>x</p>',
      publishedAt: PAST,
      componentPositions: within.map((componentGroup) => ({ componentGroup })),
    });
    components.push(component);
    owned.push(await aGroup({ components: [component] }));
    for (const holder of holders)
      await app.patch(records[holder] ?? '', { htmlContent: component }, { as: 'admin' });
  }
  return components;
}
