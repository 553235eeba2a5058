import type { StoredRecord } from '../../kernel/contract/records/record.js';
import { isReference } from '../../kernel/records/references.js';
import { code } from '../../kernel/contract/code.js';
import { printFlat, printString } from '../../kernel/util/text/source-literal.js';
import { noteDraft, writeLate } from './component-source.js';
import type { ContentBatch } from './content-batch.js';
import type { ExportScope } from './export-scope.js';
import { describeGroups } from './group-source.js';
import { describeMembers, isRefused, labelOf } from './record-members.js';
import type { RoutableEntry } from './site-index.js';
import { printCall, type Member } from './source-writer.js';

const LAYOUT_PREFIX = 'CwaLayout';
const PAGE_PREFIX = 'CwaPage';

/** Returns the statements that declare a layout. */
export function describeLayout(
  record: StoredRecord,
  batch: ContentBatch,
  scope: ExportScope,
): readonly string[] {
  const { reference } = record.values;
  const { suffix, calls } = describeUi(record, LAYOUT_PREFIX);
  const made = printCall('site.layout', [String(reference), suffix], { members: [] });
  const groups = describeGroups({ record, expression: 'layout' }, batch, scope);
  return withBuilder('layout', made, [...calls.map((call) => `layout${call};`), ...groups]);
}

/** Writes the function that declares a page. */
export async function writePage(
  { entry, record }: { readonly entry: RoutableEntry; readonly record: StoredRecord },
  batch: ContentBatch,
  scope: ExportScope,
): Promise<void> {
  const { reference, title, metaDescription, isTemplate, layout } = record.values;
  const { suffix, calls } = describeUi(record, PAGE_PREFIX);
  const route = describeRoute(record, batch, scope);
  const layoutReference = isReference(layout) ? scope.layouts.get(layout.id) : undefined;
  const made = printCall('site.page', [String(reference), suffix, layoutReference ?? ''], {
    members: [...route.options, ...(isTemplate === true ? [['isTemplate', true] as const] : [])],
    used: 15,
    indent: 2,
  });
  const all = [
    ...(title === DEFAULT_TITLE ? [] : [`.title(${printFlat(title)})`]),
    ...(typeof metaDescription === 'string' ? [`.metaDescription(${printString(metaDescription)})`] : []),
    ...calls,
    ...route.calls,
  ];
  await writeRoutable(
    { entry, name: 'page', made, calls: all },
    describeGroups({ record, expression: 'page' }, batch, scope),
    scope,
  );
  await writeRouteRedirect(record, batch, scope);
}

const DEFAULT_TITLE = 'Unnamed Page';

/** Writes a page data record and the function that declares it. */
export async function writePageData(
  { entry, record }: { readonly entry: RoutableEntry; readonly record: StoredRecord },
  batch: ContentBatch,
  scope: ExportScope,
): Promise<void> {
  const { page } = record.values;
  const template = isReference(page) ? scope.index.all.get(page.id)?.reference : undefined;
  if (template == null) {
    scope.gap(`${labelOf(record, scope)}: its template has no reference`);
    return writeChildren(entry, scope);
  }
  const variable = scope.variables.get(entry.id) ?? '';
  const resource = scope.registry.require(record.type);
  const { members, late, lost } = await describeMembers({ record, routes: batch.routes }, resource, scope);
  if (isRefused(record, lost, scope)) return writeChildren(entry, scope);
  await scope.source.resource(variable, record.type, members);
  await writeLate(variable, late, scope);
  noteDraft(record, variable, scope);
  const route = describeRoute(record, batch, scope);
  const made = printCall('site.pageData', [code(variable)], {
    members: [['template', template], ...route.options],
    used: 19,
    indent: 2,
  });
  await writeRoutable({ entry, name: 'pageData', made, calls: route.calls }, [], scope);
  await writeRouteRedirect(record, batch, scope);
}

interface DeclaredRoutable {
  readonly entry: RoutableEntry;
  /** Name of the builder's variable. */
  readonly name: string;
  readonly made: string;
  readonly calls: readonly string[];
}

async function writeRoutable(
  { entry, name, made, calls }: DeclaredRoutable,
  groups: readonly string[],
  { source, index, functions }: ExportScope,
): Promise<void> {
  const children = index.childrenOf(entry.id).map(({ id }) => `    ${functions.get(id) ?? ''}(site);\n`);
  const nested = children.length === 0 ? [] : [`${name}.nested(() => {\n${children.join('')}  });`];
  const statements = [...calls.map((call) => `${name}${call};`), ...groups, ...nested];
  const isRoot = entry.parent === null || !index.all.has(entry.parent);
  await source.define(functions.get(entry.id) ?? '', withBuilder(name, made, statements), isRoot);
}

/** Writes the function of a skipped record, because another function may call it. Its children have no parent. */
export async function writeChildren(
  { id }: RoutableEntry,
  { source, index, functions }: ExportScope,
): Promise<void> {
  const statements = index.childrenOf(id).map((child) => `${functions.get(child.id) ?? ''}(site);`);
  await source.define(functions.get(id) ?? '', statements, false);
  for (const statement of statements) await source.main(statement);
}

function withBuilder(name: string, made: string, statements: readonly string[]): readonly string[] {
  return statements.length === 0 ? [`${made};`] : [`const ${name} = ${made};`, ...statements];
}

/** Returns the suffix of the front end's view, and calls for values that are stored in another form. */
function describeUi(
  { values: { uiComponent, uiClassNames } }: StoredRecord,
  prefix: string,
): { readonly suffix: string; readonly calls: readonly string[] } {
  const isUsual = typeof uiComponent === 'string' && uiComponent.startsWith(prefix);
  const isList = Array.isArray(uiClassNames) && uiClassNames.every((name) => typeof name === 'string');
  const exact: Member[] = [
    ...(isUsual ? [] : [['uiComponent', uiComponent] as const]),
    ...(isList || uiClassNames == null ? [] : [['uiClassNames', uiClassNames] as const]),
  ];
  return {
    suffix: isUsual ? uiComponent.slice(prefix.length) : '',
    calls: [
      ...(exact.length === 0 ? [] : [`.ui(${printFlat(Object.fromEntries(exact))})`]),
      ...(isList ? [`.uiClassNames(${uiClassNames.map(printString).join(', ')})`] : []),
    ],
  };
}

interface DescribedRoute {
  readonly options: readonly Member[];
  readonly calls: readonly string[];
}

function routeOf({ values: { route } }: StoredRecord, { routes }: ContentBatch): StoredRecord | undefined {
  return isReference(route) ? routes.get(route.id) : undefined;
}

/** Returns the options and calls for a route. A route that is not live needs its date. */
function describeRoute(record: StoredRecord, batch: ContentBatch, { now }: ExportScope): DescribedRoute {
  const { isReachableWithoutRoute, isTemplate } = record.values;
  const reach = isReachableWithoutRoute === true ? ['.reachableWithoutRoute()'] : [];
  const route = routeOf(record, batch);
  if (route === undefined)
    return {
      options: [],
      calls: reach.length > 0 ? reach : isTemplate === true ? [] : ['.withoutRoute()'],
    };
  const { path, name, liveAt, expiresAt } = route.values;
  const isLive = liveAt instanceof Date && liveAt <= now;
  return {
    options: [
      ['route', path],
      ['routeName', name],
    ],
    calls: [
      ...(isLive ? [] : [`.liveAt(${printFlat(liveAt ?? null)})`]),
      ...(expiresAt instanceof Date ? [`.expiresAt(${printFlat(expiresAt)})`] : []),
      ...reach,
    ],
  };
}

/** Writes the redirect from a page's or page data's route to another one. */
async function writeRouteRedirect(
  record: StoredRecord,
  batch: ContentBatch,
  scope: ExportScope,
): Promise<void> {
  const route = routeOf(record, batch);
  const target = route?.values['redirect'];
  if (route === undefined || !isReference(target)) return;
  const name = scope.index.deadRoutes.has(target.id)
    ? undefined
    : batch.routes.get(target.id)?.values['name'];
  if (typeof name !== 'string')
    return scope.gap(`${labelOf(route, scope)}: that it redirects to a route that leads to no page`);
  const from = printString(String(route.values['name']));
  await scope.source.late(
    `(await site.getRoute(${from})).redirectTo(await site.getRoute(${printString(name)}));`,
  );
}
