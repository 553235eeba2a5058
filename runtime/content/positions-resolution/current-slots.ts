import type { RequestContext } from '../../contract/context.js';
import type { SqlSession } from '../../contract/database.js';
import type { Reference } from '../../contract/record.js';
import type { IriConverter } from '../../metadata/iri-converter.js';
import type { NamedSlot } from '../../persistence/sql/page-data-slots.sql.js';
import { allowedRowsSql, slotRowsSql } from '../../persistence/sql/page-data-slots.sql.js';
import type { RouteFactRow } from '../../persistence/sql/route-facts.sql.js';
import { routeFactsSql } from '../../persistence/sql/route-facts.sql.js';
import { effectiveLiveAt, readChains } from '../routes/route-facts.js';
import type { RedirectChain } from '../routes/route-facts.js';
import { readPathHeader } from '../routes/route-key.js';
import type { PathHeader, RouteKey } from '../routes/route-key.js';
import type { RouteAccessOf } from '../routes/route-visibility.js';
import { isReadable } from '../routes/route-visibility.js';

export interface CurrentSlotsDeps {
  readonly iris: IriConverter;
  readonly accessOf: RouteAccessOf;
  readonly slots: readonly NamedSlot[];
  /** Whether GET on a page data record would succeed. */
  isReached(subject: 'page_data', id: string, context: RequestContext, session: SqlSession): Promise<boolean>;
}

/** The page data record that the `path` header names, as far as the caller may see it. */
export interface CurrentSlots {
  readonly path: string;
  readonly pageData: Reference | null;
  /** Components in its properties, by property. */
  readonly components: ReadonlyMap<string, Reference>;
  /** What each group allows, by group id. */
  readonly allowed: ReadonlyMap<string, unknown>;
  /** When a record that is not live yet appears. */
  readonly expiresAt: Date | undefined;
}

export interface SlotRequest {
  readonly properties: readonly string[];
  readonly groups: readonly string[];
}

/** One statement for the form with a route; the form with a page data IRI asks for its visibility by itself. */
export async function loadCurrentSlots(
  request: SlotRequest,
  { context, session }: { readonly context: RequestContext; readonly session: SqlSession },
  deps: CurrentSlotsDeps,
): Promise<CurrentSlots | undefined> {
  if (context.path === undefined || context.path === '') return undefined;
  const header = readPathHeader(context.path, deps.iris);
  const slots = deps.slots.filter(({ property }) => request.properties.includes(property));
  const nothing = {
    path: header.path,
    pageData: null,
    components: new Map(),
    allowed: new Map(),
    expiresAt: undefined,
  };
  if (slots.length === 0) return nothing;
  const byRoute = await loadByRoute(header, slots, request, session);
  if (byRoute !== undefined) return judgeRoute(byRoute, header, context, deps);
  if (header.pageData === null) return nothing;
  if (!(await deps.isReached('page_data', header.pageData.id, context, session))) return nothing;
  const sql = `${slotRowsSql(slots, '= :id', session)}\nunion all\n${allowedRowsSql(session)}`;
  const rows = await session.all<RouteFactRow>(sql, { id: header.pageData.id, groups: request.groups });
  const { type, id } = header.pageData;
  return { ...nothing, ...readSlots(rows, id), pageData: { type, id, key: id } };
}

interface RouteRows {
  readonly rows: readonly RouteFactRow[];
  readonly chain: RedirectChain;
}

/** Undefined when the header names no route. */
async function loadByRoute(
  { route: key }: PathHeader,
  slots: readonly NamedSlot[],
  { groups }: SlotRequest,
  session: SqlSession,
): Promise<RouteRows | undefined> {
  if (key.kind === 'none') return undefined;
  const owners = 'in (select id from routable where level = 0)';
  const more = `\nunion all\n${slotRowsSql(slots, owners, session)}\nunion all\n${allowedRowsSql(session)}`;
  const rows =
    key.kind === 'id'
      ? await session.all<RouteFactRow>(routeFactsSql(session, 'ids', more), { ids: [key.id], groups })
      : await session.all<RouteFactRow>(routeFactsSql(session, 'paths', more), { paths: key.paths, groups });
  const chain = pickChain(readChains(rows, session), key);
  return chain && { rows, chain };
}

/** The exact path wins over the one without its extension. */
export function pickChain(
  chains: ReadonlyMap<string, RedirectChain>,
  key: Exclude<RouteKey, { kind: 'none' }>,
): RedirectChain | undefined {
  if (key.kind === 'id') return chains.get(key.id);
  for (const path of key.paths) {
    for (const chain of chains.values()) if (chain.hops[0]?.path === path) return chain;
  }
  return undefined;
}

/** A route's own page data, else that of the route its redirects end at. */
function judgeRoute(
  { rows, chain }: RouteRows,
  { path }: PathHeader,
  context: RequestContext,
  deps: CurrentSlotsDeps,
): CurrentSlots {
  const access = deps.accessOf(context.actor);
  const [own] = chain.hops;
  const shown = own?.chain.length === 0 ? chain.hops.at(-1) : own;
  const record = shown?.chain[0]?.reference;
  const isHidden = shown === undefined || !isReadable(shown, access, context.now);
  const isPageData = record !== undefined && record.type !== 'Page';
  const pageData = isHidden || !isPageData ? null : record;
  const date = shown === undefined ? null : effectiveLiveAt(shown);
  const { components, allowed } = readSlots(rows, pageData?.id);
  const expiresAt = isHidden && date !== null && date > context.now ? date : undefined;
  return { path, pageData, components, allowed, expiresAt };
}

function readSlots(
  rows: readonly RouteFactRow[],
  owner: string | undefined,
): Pick<CurrentSlots, 'components' | 'allowed'> {
  const components = new Map<string, Reference>();
  const allowed = new Map<string, unknown>();
  for (const { row_kind: kind, origin, id, dtype, label } of rows) {
    if (kind === 'slot' && origin === owner && label !== null && dtype !== null)
      components.set(label, { type: dtype, id, key: id });
    if (kind === 'group' && label !== null) allowed.set(id, JSON.parse(label));
  }
  return { components, allowed };
}
