import type { JsonObject } from '../../kernel/contract/json.js';
import { recordOf } from '../content-builders.js';
import { asDeclared } from '../declared-here.js';
import type {
  LayoutDeclaration,
  Outcome,
  PageDataDeclaration,
  PageDeclaration,
  RoutableDeclaration,
} from '../declarations.js';
import type { ScaffoldRecord } from '../scaffold-store.js';
import type { FlushDeps } from './flush-deps.js';
import { titleOf } from './route-finder.js';
import { storeTogether } from './store-together.js';
import { ScaffoldError } from '../scaffold-error.js';

/** Stores layouts, pages and page data that do not exist yet; parents come first because they were declared first. */
export async function writeContent(deps: FlushDeps): Promise<void> {
  const { declarations, writer } = deps;
  const layouts = [...declarations.layouts.values()].filter(isPending);
  await storeTogether(layouts, { declaredOf, store: (some) => writeLayouts(deps, some) });
  await writeRoutables(deps);
  // By index: storing one may add what it refers to.
  for (let index = 0; index < declarations.persisted.length; index += 1) {
    const entry = declarations.persisted[index];
    if (entry !== undefined) await writer.ensurePersisted(entry);
  }
}

const isPending = ({ outcome }: { readonly outcome: Outcome }): boolean => outcome.kind === 'pending';
const declaredOf = ({ declared }: { readonly declared: Error }): Error => declared;

async function writeLayouts(deps: FlushDeps, layouts: readonly LayoutDeclaration[]): Promise<void> {
  await writeReferenced(deps, layouts, {
    type: 'Layout',
    kind: 'layout',
    bodyOf: async ({ reference, uiComponent, uiClassNames }) => ({
      reference,
      uiComponent,
      ...optional({ uiClassNames }),
    }),
  });
}

/** Pages are stored together until one comes that refers to them. */
async function writeRoutables(deps: FlushDeps): Promise<void> {
  const pages: PageDeclaration[] = [];
  const writeWaiting = (): Promise<void> =>
    storeTogether(pages.splice(0), { declaredOf, store: (some) => writePages(deps, some) });
  for (const routable of behindTemplates(deps)) {
    const { parent } = routable;
    if (routable.kind === 'page-data' || (parent !== null && isPending(parent))) await writeWaiting();
    if (parent?.outcome.kind === 'skipped') leaveOut(deps, routable);
    else if (routable.kind === 'page') pages.push(routable);
    else await asDeclared(routable.declared, () => writePageData(deps, routable));
  }
  await writeWaiting();
}

/** Page data goes behind the template that it names, and children behind their parents. */
function* behindTemplates({ declarations }: FlushDeps): Generator<RoutableDeclaration> {
  let waiting = declarations.routables.filter(isPending);
  const given = new Set<RoutableDeclaration>();
  const waitsFor = (routable: RoutableDeclaration | null | undefined): boolean =>
    routable != null && isPending(routable) && !given.has(routable);
  const isReady = (routable: RoutableDeclaration): boolean =>
    !waitsFor(routable.parent) &&
    !(routable.kind === 'page-data' && waitsFor(declarations.pages.get(routable.template)));
  while (waiting.length > 0) {
    const left: RoutableDeclaration[] = [];
    for (const routable of waiting) {
      if (!isReady(routable)) left.push(routable);
      else {
        given.add(routable);
        yield routable;
      }
    }
    // Templates below their own page data: the write says what is missing.
    if (left.length === waiting.length) return yield* left;
    waiting = left;
  }
}

function leaveOut({ counter }: FlushDeps, routable: RoutableDeclaration): void {
  routable.outcome = { kind: 'skipped' };
  counter.count('skipped', routable.kind === 'page' ? 'page' : 'page data');
  counter.explain(`${describeRoutable(routable)}, because what it is nested in was skipped.`);
}

function describeRoutable(routable: RoutableDeclaration): string {
  return routable.kind === 'page'
    ? `the page "${routable.reference}"`
    : `the ${routable.resource.type} "${titleOf(routable)}"`;
}

async function writePages(deps: FlushDeps, pages: readonly PageDeclaration[]): Promise<void> {
  await writeReferenced(deps, pages, {
    type: 'Page',
    kind: 'page',
    async bodyOf(page) {
      const { reference, uiComponent, isTemplate, title, metaDescription, uiClassNames } = page;
      return {
        reference,
        uiComponent,
        isTemplate,
        layout: (await storedByReference(deps, 'Layout', page.layout)).iri,
        ...parentMember(page),
        ...reachMember(page),
        ...(title === undefined ? {} : { title }),
        ...optional({ metaDescription, uiClassNames }),
      };
    },
  });
}

/** Keeps those whose reference is stored already, and stores the others. */
async function writeReferenced<Declared extends LayoutDeclaration | PageDeclaration>(
  { store, counter }: FlushDeps,
  declared: readonly Declared[],
  { type, kind, bodyOf }: Referenced<Declared>,
): Promise<void> {
  const references = declared.map(({ reference }) => reference);
  const stored = await store.findAll(type, 'reference', references);
  const fresh = declared.filter(({ reference }) => !stored.has(reference));
  const bodies: JsonObject[] = [];
  for (const one of fresh) bodies.push(await bodyOf(one));
  const created = await store.createAll(type, bodies);
  const records = new Map(fresh.map(({ reference }, index) => [reference, created[index]]));
  for (const one of declared) {
    const record = stored.get(one.reference) ?? records.get(one.reference);
    if (record === undefined) continue;
    const outcome = stored.has(one.reference) ? 'kept' : 'created';
    one.outcome = { kind: outcome, record };
    counter.count(outcome, kind);
  }
}

interface Referenced<Declared> {
  readonly type: 'Layout' | 'Page';
  readonly kind: 'layout' | 'page';
  readonly bodyOf: (declared: Declared) => Promise<JsonObject>;
}

async function writePageData(deps: FlushDeps, pageData: PageDataDeclaration): Promise<void> {
  const outcome = await pageDataOutcome(deps, pageData);
  pageData.outcome = outcome;
  if (outcome.kind !== 'pending') deps.counter.count(outcome.kind, 'page data');
}

async function pageDataOutcome(deps: FlushDeps, pageData: PageDataDeclaration): Promise<Outcome> {
  const { store, writer } = deps;
  const template = await storedByReference(deps, 'Page', pageData.template);
  const existing = await findPageData(deps, pageData, template);
  if (existing !== undefined) return existing;
  const record = await store.create(pageData.resource.type, {
    page: template.iri,
    ...parentMember(pageData),
    ...reachMember(pageData),
    ...(await writer.encode(pageData.resource.values)),
  });
  return { kind: 'created', record };
}

/**
 * Page data is known by its route path; a record without a route, or one whose path another resource had already, by its
 * title and template. An explicit path that something else holds leaves the record out.
 */
async function findPageData(
  { store, routes, declarations, counter }: FlushDeps,
  pageData: PageDataDeclaration,
  template: ScaffoldRecord,
): Promise<Outcome | undefined> {
  const path = routes.expectedPath(pageData);
  const route = path === null ? null : await store.find('Route', { path });
  const isOwn = declarations.routables.some(
    (other) => other.route.isCreated && other.route.record?.iri === route?.iri,
  );
  if (route !== null && !isOwn) {
    const routed = route.values['pageData'];
    if (typeof routed === 'string') return { kind: 'kept', record: await store.read(routed) };
    if (pageData.path !== null) {
      counter.explain(`${describeRoutable(pageData)}, because ${pageData.path} leads to something else.`);
      return { kind: 'skipped' };
    }
  }
  if (path !== null && route === null) return undefined;
  const twin = await store.find(pageData.resource.type, { title: titleOf(pageData), page: template.iri });
  const isTwinOwn = declarations.routables.some((other) => recordOf(other.outcome)?.iri === twin?.iri);
  return twin === null || isTwinOwn ? undefined : { kind: 'kept', record: twin };
}

async function storedByReference(
  { store, declarations }: FlushDeps,
  type: 'Layout' | 'Page',
  reference: string,
): Promise<ScaffoldRecord> {
  const declared =
    type === 'Layout' ? declarations.layouts.get(reference) : declarations.pages.get(reference);
  const record = (declared && recordOf(declared.outcome)) ?? (await store.find(type, { reference }));
  if (record === null)
    throw new ScaffoldError(
      `There is no ${type.toLowerCase()} with the reference "${reference}". Declare it before its use.`,
    );
  return record;
}

function parentMember({ parent }: RoutableDeclaration): JsonObject {
  const record = parent === null ? null : recordOf(parent.outcome);
  if (parent === null || record === null) return {};
  return { [parent.kind === 'page' ? 'parentPage' : 'parentPageData']: record.iri };
}

function reachMember({ isReachableWithoutRoute }: RoutableDeclaration): JsonObject {
  return isReachableWithoutRoute ? { isReachableWithoutRoute } : {};
}

/** Members that were set; the others keep the defaults of their type. */
function optional(members: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
}
