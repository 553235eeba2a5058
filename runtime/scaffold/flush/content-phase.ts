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
import { ScaffoldError } from '../scaffold-error.js';

/** Stores layouts, pages and page data that do not exist yet; parents come first because they were declared first. */
export async function writeContent(deps: FlushDeps): Promise<void> {
  const { declarations, counter, writer } = deps;
  for (const layout of declarations.layouts.values()) {
    if (layout.outcome.kind !== 'pending') continue;
    layout.outcome = await asDeclared(layout.declared, () => writeLayout(deps, layout));
    counter.count(layout.outcome.kind === 'created' ? 'created' : 'kept', 'layout');
  }
  for (const routable of declarations.routables) {
    if (routable.outcome.kind !== 'pending') continue;
    routable.outcome = await asDeclared(routable.declared, () => writeRoutable(deps, routable));
    if (routable.outcome.kind !== 'pending')
      counter.count(routable.outcome.kind, routable.kind === 'page' ? 'page' : 'page data');
  }
  // By index: storing one may add what it refers to.
  for (let index = 0; index < declarations.persisted.length; index += 1) {
    const entry = declarations.persisted[index];
    if (entry !== undefined) await writer.ensurePersisted(entry);
  }
}

async function writeLayout({ store }: FlushDeps, layout: LayoutDeclaration): Promise<Outcome> {
  const { reference, uiComponent, uiClassNames } = layout;
  const existing = await store.find('Layout', { reference });
  if (existing !== null) return { kind: 'kept', record: existing };
  const record = await store.create('Layout', { reference, uiComponent, ...optional({ uiClassNames }) });
  return { kind: 'created', record };
}

async function writeRoutable(deps: FlushDeps, routable: RoutableDeclaration): Promise<Outcome> {
  if (routable.parent?.outcome.kind === 'skipped') return { kind: 'skipped' };
  return routable.kind === 'page' ? writePage(deps, routable) : writePageData(deps, routable);
}

async function writePage(deps: FlushDeps, page: PageDeclaration): Promise<Outcome> {
  const { store } = deps;
  const existing = await store.find('Page', { reference: page.reference });
  if (existing !== null) return { kind: 'kept', record: existing };
  const { reference, uiComponent, isTemplate, title, metaDescription, uiClassNames } = page;
  const layout = await storedByReference(deps, 'Layout', page.layout);
  const record = await store.create('Page', {
    reference,
    uiComponent,
    isTemplate,
    layout: layout.iri,
    ...parentMember(page),
    ...reachMember(page),
    ...optional({ title, metaDescription, uiClassNames }),
  });
  return { kind: 'created', record };
}

async function writePageData(deps: FlushDeps, pageData: PageDataDeclaration): Promise<Outcome> {
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
  { store, routes, declarations }: FlushDeps,
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
    if (pageData.path !== null) return { kind: 'skipped' };
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
