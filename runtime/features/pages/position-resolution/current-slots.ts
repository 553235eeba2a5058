import type { RequestContext } from '../../../kernel/contract/context.js';
import type { SqlParameters, SqlSession } from '../../../kernel/contract/database/database.js';
import type { ReadScope } from '../../../kernel/contract/records/operations.js';
import type { Reference } from '../../../kernel/contract/records/record.js';
import type { IriConverter } from '../../../kernel/metadata/iri-converter.js';
import { pageDataDraftsSql } from '../sql/page-data-drafts.sql.js';
import { allowedRowsSql, slotRowsSql } from '../sql/page-data-slots.sql.js';
import { ancestrySql, type RouteFactRow, routeFactsSql } from '../sql/route-facts.sql.js';
import { referenceTo } from '../../../kernel/records/references.js';
import { isLive, liveFrom, readAncestry, readChains } from '../routes/route-liveness.js';
import type { RedirectChain, RoutableFacts } from '../routes/route-liveness.js';
import { readViewedPath, type RouteKey, type ViewedPath } from '../routes/route-key.js';
import type { RouteAccessOf } from '../routes/route-visibility.js';
import { type DraftVisibility, nextMoment, seesRow } from './draft-visibility.js';
import { dueDrafts, type PageDataDraft, readPageDataDrafts } from './page-data-drafts.js';

export interface CurrentSlotsDeps {
  readonly iris: IriConverter;
  readonly accessOf: RouteAccessOf;
  readonly drafts: DraftVisibility;
  /** Returns whether the caller may see the place of a page data record. */
  isVisible(requested: {
    readonly subject: 'page_data';
    readonly id: string;
    readonly context: RequestContext;
    readonly session: SqlSession;
  }): Promise<boolean>;
  /**
   * Returns whether the rule of its type lets the caller read a record. Runs a statement only if there is such a
   * rule.
   */
  passesTypeSecurity(record: Reference, scope: ReadScope): Promise<boolean>;
}

/** Slots of the current page data record, as far as the caller may see it. */
export interface CurrentSlots {
  readonly path: string;
  readonly pageData: Reference | null;
  /** Components in its slots, by property. */
  readonly components: ReadonlyMap<string, Reference>;
  /** Allowed component types of each group, by group id. */
  readonly allowed: ReadonlyMap<string, unknown>;
  /** Time at which the record goes live or its scheduled draft replaces it. */
  readonly expiresAt: Date | undefined;
}

export interface SlotRequest {
  readonly properties: readonly string[];
  readonly groups: readonly string[];
}

/**
 * Loads the slots of the current page. A route needs one statement; a page data IRI needs another one for its
 * visibility.
 */
export async function loadCurrentSlots(
  request: SlotRequest,
  scope: ReadScope,
  deps: CurrentSlotsDeps,
): Promise<CurrentSlots | undefined> {
  const { context, session } = scope;
  if (context.viewedPath === undefined || context.viewedPath === '') return undefined;
  const viewed = readViewedPath(context.viewedPath, deps.iris);
  const nothing = {
    path: viewed.path,
    pageData: null,
    components: new Map(),
    allowed: new Map(),
    expiresAt: undefined,
  };
  const more = `\nunion all\n${slotRowsSql(session)}\nunion all\n${allowedRowsSql(session)}
union all\n${pageDataDraftsSql(session)}`;
  const found = await findCurrent({ viewed, query: { more, requested: { ...request } } }, scope, deps);
  if (found === undefined || !(await deps.passesTypeSecurity(found.record.reference, scope))) return nothing;
  return { ...nothing, ...show(found, scope, deps) };
}

interface SlotQuery {
  /** SQL of further columns to read with the route or record. */
  readonly more: string;
  /** Parameters of that SQL. */
  readonly requested: SqlParameters;
}

interface SlotRows {
  readonly rows: readonly RouteFactRow[];
  readonly drafts: readonly PageDataDraft[];
}

/** A page data record in a place that the caller may see, now or later. */
interface CurrentRecord extends SlotRows {
  readonly record: RoutableFacts;
  /** Time at which the place becomes visible; undefined if it already is. */
  readonly opensAt?: Date;
}

/** Returns undefined if the current path leads to no page data, or to a place hidden by rules. */
async function findCurrent(
  { viewed, query }: { readonly viewed: ViewedPath; readonly query: SlotQuery },
  scope: ReadScope,
  deps: CurrentSlotsDeps,
): Promise<CurrentRecord | undefined> {
  const byRoute = await loadByRoute(viewed.route, query, scope);
  if (byRoute !== undefined) return validateRoute(byRoute, scope, deps);
  if (viewed.pageData === null) return undefined;
  const { record, ...rows } = await loadByRecord(viewed.pageData.id, query, scope);
  if (record === undefined || record.reference.type === 'Page') return undefined;
  const { context, session } = scope;
  const isVisible = await deps.isVisible({ subject: 'page_data', id: record.reference.id, context, session });
  return isVisible ? { ...rows, record } : undefined;
}

/** Returns undefined if there is no such route. */
async function loadByRoute(
  key: RouteKey,
  { more, requested }: SlotQuery,
  { session }: ReadScope,
): Promise<(SlotRows & { readonly chain: RedirectChain }) | undefined> {
  if (key.kind === 'none') return undefined;
  const rows =
    key.kind === 'id'
      ? await session.all<RouteFactRow>(routeFactsSql(session, 'ids', more), { ids: [key.id], ...requested })
      : await session.all<RouteFactRow>(routeFactsSql(session, 'paths', more), {
          paths: key.paths,
          ...requested,
        });
  const chain = pickChain(readChains(rows, session), key);
  return chain && { rows, drafts: readPageDataDrafts(rows, session), chain };
}

async function loadByRecord(
  id: string,
  { more, requested }: SlotQuery,
  { session }: ReadScope,
): Promise<SlotRows & { readonly record: RoutableFacts | undefined }> {
  const rows = await session.all<RouteFactRow>(ancestrySql(session, more), { id, ...requested });
  return { rows, drafts: readPageDataDrafts(rows, session), record: readAncestry(rows, session)[0] };
}

/** Picks the chain of the exact path before the one without its extension. */
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

/**
 * Finds the page data of a route, or else of the route at the end of its redirects. The caller must be able to read
 * both routes.
 */
function validateRoute(
  { chain, rows, drafts }: SlotRows & { readonly chain: RedirectChain },
  { context }: ReadScope,
  deps: CurrentSlotsDeps,
): CurrentRecord | undefined {
  const [own] = chain.hops;
  const shown = own?.chain.length === 0 ? chain.hops.at(-1) : own;
  const [record] = shown?.chain ?? [];
  if (own === undefined || shown === undefined || record === undefined) return undefined;
  const access = deps.accessOf(context);
  const { now } = context;
  if (record.reference.type === 'Page' || !access.mayOpen(own.path) || !access.mayOpen(shown.path))
    return undefined;
  const found = { rows, drafts, record };
  if (access.seesNotLive || access.isRevealed(own.id) || isLive(chain, now)) return found;
  const opensAt = liveFrom(chain);
  return opensAt !== null && opensAt > now ? { ...found, opensAt } : undefined;
}

/** Returns the slots of a record and the next time at which they change. A record that is not yet public has none. */
function show(
  { record: { reference, publishedAt }, opensAt, rows, drafts }: CurrentRecord,
  { context }: ReadScope,
  deps: CurrentSlotsDeps,
): Partial<CurrentSlots> {
  if (opensAt !== undefined) return { expiresAt: opensAt };
  const moments = drafts.filter(({ published }) => published.id === reference.id);
  const dates = [
    ...moments.map((draft) => draft.publishedAt),
    ...(publishedAt === null ? [] : [publishedAt]),
  ];
  const expiresAt = nextMoment(dates, context.now);
  const isDue = dueDrafts(drafts, context.now).some(({ draft }) => draft.id === reference.id);
  if (isDue || !seesRow({ reference, publishedAt }, context, deps.drafts)) return { expiresAt };
  return { ...readSlots(rows, reference.id), pageData: reference, expiresAt };
}

function readSlots(
  rows: readonly RouteFactRow[],
  owner: string,
): Pick<CurrentSlots, 'components' | 'allowed'> {
  const components = new Map<string, Reference>();
  const allowed = new Map<string, unknown>();
  for (const { row_kind: kind, origin, id, dtype, label } of rows) {
    if (kind === 'slot' && origin === owner && label !== null && dtype !== null)
      components.set(label, referenceTo({ type: dtype, id }));
    if (kind === 'group' && label !== null) allowed.set(id, JSON.parse(label));
  }
  return { components, allowed };
}
