import type {
  LayoutBuilder,
  PageBuilder,
  PageDataBuilder,
  PageDataOptions,
  PageOptions,
  RoutableBuilder,
  UiValues,
} from './builders.js';
import {
  isPending,
  keptOutcome,
  PENDING,
  recordOf,
  SKIPPED,
  type DeclaredRecord,
  type LayoutRecord,
  type Outcome,
  type PageRecord,
  type RoutableRecord,
} from './declared-record.js';
import type { DeclaredSite } from './declared-site.js';
import { declareGroup } from './component-records.js';
import { declareRoute, expectedPath, routeReferenceOf } from './route-records.js';
import { declaredHere, ScaffoldError } from './scaffold-error.js';
import { IRI_OF, type ScaffoldResource } from './scaffold-resource.js';
import type { ScaffoldRecord } from './scaffold-store.js';

/** Declares a layout once per reference. */
export function declareLayout(site: DeclaredSite, reference: string, suffix: string): LayoutBuilder {
  const declared = site.layouts.get(reference);
  if (declared !== undefined) return declared.builder;
  const ui: UiMembers = { uiComponent: `CwaLayout${suffix}` };
  const builder: LayoutBuilder = {
    reference,
    ui(values) {
      setUi(ui, values);
      return builder;
    },
    uiClassNames: (...uiClassNames) => builder.ui({ uiClassNames }),
    group(name, options = {}) {
      declareGroup(site, layout, { name, options });
      return builder;
    },
    [IRI_OF]: () => storedIri(layout),
  };
  const layout: LayoutRecord = {
    kind: 'layout',
    type: 'Layout',
    declared: declaredHere(),
    label: () => `layout "${reference}"`,
    groups: new Map(),
    outcome: PENDING,
    keys: () => ({ reference }),
    members: () => ({ reference, ...ui }),
    builder,
  };
  site.layouts.set(reference, layout);
  return builder;
}

interface DeclaredPage {
  readonly reference: string;
  readonly ui: string;
  /** Reference of the layout. */
  readonly layout: string;
  readonly options: PageOptions;
}

/** Declares a page once per reference. */
export function declarePage(
  site: DeclaredSite,
  { reference, ui: suffix, layout, options }: DeclaredPage,
): PageBuilder {
  const declared = site.pages.get(reference);
  if (declared !== undefined) return declared.builder;
  const common = commonMembers(site, options);
  const isTemplate = options.isTemplate ?? false;
  const ui: UiMembers = { uiComponent: `CwaPage${suffix}`, uiClassNames: options.uiClassNames };
  let shownTitle: string | null | undefined;
  let description: string | undefined;
  const change = (apply: () => void): PageBuilder => {
    apply();
    return builder;
  };
  const builder: PageBuilder = {
    reference,
    title: (title) => change(() => (shownTitle = title)),
    metaDescription: (text) => change(() => (description = text)),
    ui: (values) => change(() => setUi(ui, values)),
    uiClassNames: (...uiClassNames) => builder.ui({ uiClassNames }),
    group: (name, groupOptions = {}) =>
      change(() => declareGroup(site, page, { name, options: groupOptions })),
    liveAt: (date) => change(() => (page.liveAt = date)),
    expiresAt: (date) => change(() => (page.expiresAt = date)),
    withoutRoute: () => change(() => (page.withoutRoute = true)),
    reachableWithoutRoute: () => change(() => reachWithoutRoute(page)),
    nested: (declare) => void page.nested.push(declare),
    getRoute: () => routeReferenceOf(site, page),
    getPage: () => recordOf(page),
    [IRI_OF]: () => storedIri(page),
  };
  const page: PageRecord = {
    ...common,
    kind: 'page',
    type: 'Page',
    label: () => `page "${reference}"`,
    groups: new Map(),
    withoutRoute: isTemplate,
    route: declareRoute(site, common.declared, () => page),
    title: () => titleOr(shownTitle),
    keys: () => ({ reference }),
    async find(lookUp) {
      const stored = await leftOut(site, page);
      return stored ?? keptOutcome(await lookUp('Page', 'reference', reference));
    },
    members: async () => ({
      reference,
      uiComponent: ui.uiComponent,
      isTemplate,
      layout: await iriByReference(site, 'Layout', layout),
      ...(await placeMembers(site, page)),
      title: shownTitle,
      metaDescription: description,
      uiClassNames: ui.uiClassNames,
    }),
    builder,
  };
  site.pages.set(reference, page);
  site.routables.push(page);
  return builder;
}

/** Declares a page data record. */
export function declarePageData(
  site: DeclaredSite,
  resource: ScaffoldResource,
  options: PageDataOptions,
): PageDataBuilder {
  const template = typeof options.template === 'string' ? options.template : options.template.reference;
  const common = commonMembers(site, options);
  const change = (apply: () => void): PageDataBuilder => {
    apply();
    return builder;
  };
  const builder: PageDataBuilder = {
    liveAt: (date) => change(() => (pageData.liveAt = date)),
    expiresAt: (date) => change(() => (pageData.expiresAt = date)),
    withoutRoute: () => change(() => (pageData.withoutRoute = true)),
    reachableWithoutRoute: () => change(() => reachWithoutRoute(pageData)),
    nested: (declare) => change(() => pageData.nested.push(declare)),
    onRoutesCreated: (callback) =>
      change(() => pageData.routeCallbacks.push(() => callback(childrenOf(site, pageData)))),
    getRoute: () => routeReferenceOf(site, pageData),
    getPageData: () => resource,
    [IRI_OF]: () => storedIri(pageData, `${resource.type} record`),
  };
  const pageData: RoutableRecord = {
    ...common,
    kind: 'page data',
    type: resource.type,
    withoutRoute: false,
    route: declareRoute(site, common.declared, () => pageData),
    label: () => `${resource.type} "${pageData.title()}"`,
    title: () => titleOr(resource.values['title']),
    find: () => findPageData(site, pageData, template),
    members: async () => ({
      page: await iriByReference(site, 'Page', template),
      ...(await placeMembers(site, pageData)),
      ...resource.values,
    }),
    builder,
  };
  site.routables.push(pageData);
  site.pageData.set(resource, pageData);
  return builder;
}

/** Fields that pages and page data share. */
function commonMembers(
  { nesting }: DeclaredSite,
  { route, routeName }: Pick<PageOptions, 'route' | 'routeName'>,
) {
  return {
    declared: declaredHere(),
    parent: nesting.at(-1) ?? null,
    path: route === undefined || route.startsWith('/') ? (route ?? null) : `/${route}`,
    routeName: routeName ?? null,
    isReachableWithoutRoute: false,
    nested: [],
    routeCallbacks: [],
    outcome: PENDING,
  };
}

/** Returns the page of a reference, declared by this load or stored. */
export async function findPage(site: DeclaredSite, reference: string): Promise<ScaffoldRecord> {
  const declared = site.pages.get(reference);
  const record = (declared && recordOf(declared)) ?? (await site.store.find('Page', { reference }));
  if (record !== null) return record;
  throw new ScaffoldError(
    `There is no page with the reference "${reference}". Did you call flush() before getPage()?`,
  );
}

interface UiMembers {
  uiComponent?: string | null | undefined;
  uiClassNames?: string | readonly string[] | undefined;
}

function setUi(ui: UiMembers, { uiComponent, uiClassNames }: UiValues): void {
  if (uiComponent !== undefined) ui.uiComponent = uiComponent;
  if (uiClassNames !== undefined) ui.uiClassNames = uiClassNames ?? undefined;
}

function reachWithoutRoute(routable: RoutableRecord): void {
  routable.withoutRoute = true;
  routable.isReachableWithoutRoute = true;
}

const titleOr = (title: unknown): string => (typeof title === 'string' ? title : 'Unnamed Page');

const childrenOf = ({ routables }: DeclaredSite, parent: RoutableRecord): readonly RoutableBuilder[] =>
  routables.filter((child) => child.parent === parent).map(({ builder }) => builder);

async function storedIri(
  record: DeclaredRecord & { label(): string },
  label = record.label(),
): Promise<string> {
  const stored = recordOf(record);
  if (stored !== null) return stored.iri;
  throw new ScaffoldError(`The ${label} is not stored yet. Did you call flush() before using it?`);
}

/** Returns the outcome of a record whose parent was skipped: it is skipped, too. */
async function leftOut(site: DeclaredSite, record: RoutableRecord): Promise<Outcome | undefined> {
  const { parent } = record;
  if (parent !== null && isPending(parent)) await site.writer.settle(parent);
  if (parent?.outcome.kind !== 'skipped') return undefined;
  return leaveOut(site, record, 'what it is nested in was skipped');
}

function leaveOut({ counter }: DeclaredSite, record: RoutableRecord, reason: string): Outcome {
  counter.count('skipped', record.kind);
  counter.explain(`the ${record.label()}, because ${reason}.`);
  return SKIPPED;
}

/**
 * Finds stored page data by the path of its route. A record without a route, or whose path was taken, is found by
 * title and template. A record with an explicit path that another resource has is skipped.
 */
async function findPageData(
  site: DeclaredSite,
  pageData: RoutableRecord,
  reference: string,
): Promise<Outcome | undefined> {
  const { store, routables } = site;
  const omitted = await leftOut(site, pageData);
  if (omitted !== undefined) return omitted;
  const template = await iriByReference(site, 'Page', reference);
  const path = expectedPath(site, pageData);
  const route = path === null ? null : await store.find('Route', { path });
  const isOwn = routables.some(
    (other) => other.route.outcome.kind === 'created' && recordOf(other.route)?.iri === route?.iri,
  );
  if (route !== null && !isOwn) {
    const routed = route.values['pageData'];
    if (typeof routed === 'string') return { kind: 'kept', record: await store.read(routed) };
    if (pageData.path !== null) return leaveOut(site, pageData, `${pageData.path} leads to something else`);
  }
  if (path !== null && route === null) return undefined;
  const twin = await store.find(pageData.type, { title: pageData.title(), page: template });
  const isTwinOwn = routables.some((other) => recordOf(other)?.iri === twin?.iri);
  return isTwinOwn ? undefined : keptOutcome(twin);
}

/** Returns an IRI. A record that is being prepared, or is below one that is, cannot be referenced. */
async function iriByReference(
  site: DeclaredSite,
  type: 'Layout' | 'Page',
  reference: string,
): Promise<string> {
  const { store, writer } = site;
  const declared = type === 'Layout' ? site.layouts.get(reference) : site.pages.get(reference);
  const record =
    declared === undefined || leadsBack(site, declared)
      ? await store.find(type, { reference })
      : ((await writer.store(declared)) ?? (await store.find(type, { reference })));
  if (record !== null) return record.iri;
  throw new ScaffoldError(
    `There is no ${type.toLowerCase()} with the reference "${reference}". Declare it before its use.`,
  );
}

function leadsBack(
  { writer }: DeclaredSite,
  declared: DeclaredRecord & { readonly parent?: RoutableRecord | null },
): boolean {
  for (let above: typeof declared | null | undefined = declared; above; above = above.parent)
    if (recordOf(above) === null && writer.isUnderWay(above)) return true;
  return false;
}

async function placeMembers({ writer }: DeclaredSite, record: RoutableRecord): Promise<object> {
  const { parent, isReachableWithoutRoute } = record;
  return {
    ...(parent !== null && {
      [parent.kind === 'page' ? 'parentPage' : 'parentPageData']: await writer.iriOf(parent),
    }),
    ...(isReachableWithoutRoute && { isReachableWithoutRoute }),
  };
}
