import type { Actor, RequestContext } from '../../contract/context.js';
import type { SqlSession } from '../../contract/database.js';
import { badRequest, notFound } from '../../errors/catalog.js';
import type { IriConverter } from '../../metadata/iri-converter.js';
import type { NamedSlot } from '../../persistence/sql/page-data-slots.sql.js';
import type { Placement } from '../placement.js';
import { pickChain } from '../positions-resolution/current-slots.js';
import type { RedirectChain, RoutableFacts } from '../routes/route-facts.js';
import { loadAncestry, loadRouteFacts } from '../routes/route-facts.js';
import { readRouteKey } from '../routes/route-key.js';
import type { RouteAccessOf } from '../routes/route-visibility.js';
import { assertReadable, isReadable } from '../routes/route-visibility.js';
import type { Depth, ManifestNode, ManifestView } from './build-depths.js';
import { buildDepths } from './build-depths.js';
import type { HeldComponent } from './manifest-tree.js';
import { loadManifestTree } from './manifest-tree.js';

export interface ManifestDeps {
  readonly iris: IriConverter;
  readonly accessOf: RouteAccessOf;
  readonly placement: Pick<Placement, 'allows'>;
  readonly slots: readonly NamedSlot[];
  readonly drafts: DraftVisibility;
  /** @throws AppError 401/403 for a page or page data record that the caller may not read. */
  assertRoutable(
    subject: 'page' | 'page_data',
    id: string,
    context: RequestContext,
    session: SqlSession,
  ): Promise<void>;
  readonly itemIri: (type: string, id: string) => string;
}

/** Whether a caller sees the unpublished rows of a type; always true for types that are not publishable. */
export interface DraftVisibility {
  isPublishable(type: string): boolean;
  mayReadDrafts(type: string, actor: Actor): boolean;
}

export interface ResourceManifest {
  readonly depths: readonly ManifestNode[];
  /** When something hidden appears by itself. */
  readonly expiresAt: Date | undefined;
}

export type ReadManifest = (
  key: string,
  scope: { readonly context: RequestContext; readonly session: SqlSession },
) => Promise<ResourceManifest>;

/**
 * `GET /_/resource_manifest/{id}`: everything a page shows, by rendering depth; at most six statements.
 * @throws AppError 404 for an unknown or not live address, 401/403 for one that rules hide.
 */
export function createReadManifest(deps: ManifestDeps): ReadManifest {
  return async (key, scope) => {
    const found = (await findRoute(key, scope, deps)) ?? (await findRecord(key, scope, deps));
    const isHidden = ({ reference, publishedAt }: RoutableFacts): boolean =>
      !seesRow(reference.type, publishedAt, scope.context, deps.drafts);
    const [requested] = found.chain;
    if (requested === undefined || isHidden(requested)) throw notFound();
    const shown = found.chain.filter((routable) => !isHidden(routable));
    const depths = shown
      .map((routable): Depth => ({ routable, rootRoute: routable === requested ? found.route : undefined }))
      .reverse();
    const pages = shown.map(({ reference, templateId }) => templateId ?? reference.id);
    const records = shown
      .filter(({ templateId }) => templateId !== null)
      .map(({ reference }) => reference.id);
    const tree = await loadManifestTree({ pages, records }, deps.slots, scope.session);
    const moments: Date[] = [];
    const view = createView({ chain: found.chain, context: scope.context, moments }, deps);
    const nodes = buildDepths(depths, tree, view);
    return { depths: nodes, expiresAt: moments.sort((left, right) => Number(left) - Number(right))[0] };
  };
}

/** What a manifest is about: the record, its ancestors, and the route it was asked for by. */
interface Found {
  readonly chain: readonly RoutableFacts[];
  readonly route: string | undefined;
}

type Scope = Parameters<ReadManifest>[1];

async function findRoute(
  key: string,
  { context, session }: Scope,
  deps: ManifestDeps,
): Promise<Found | undefined> {
  const address = readRouteKey(key);
  if (address.kind === 'none') throw notFound();
  const chains =
    address.kind === 'id'
      ? await loadRouteFacts({ ids: [address.id] }, session)
      : await loadRouteFacts({ paths: address.paths }, session);
  const chain = pickChain(chains, address);
  if (chain === undefined) {
    if (address.kind === 'id') return undefined;
    throw notFound();
  }
  const [own] = chain.hops;
  const final = finalHop(chain);
  const access = deps.accessOf(context.actor);
  if (own === undefined || final === undefined) throw notFound();
  assertReadable(own, access, context);
  // A redirect answers as its target would (contract decision 25).
  assertReadable(final, access, context);
  return { chain: final.chain, route: deps.iris.of({ type: 'Route', id: own.id, key: own.path }) };
}

function finalHop({ hops, isCircular }: RedirectChain): RedirectChain['hops'][number] | undefined {
  if (!isCircular) return hops.at(-1);
  const circle = hops.map(({ id }) => id).join(' -> ');
  throw badRequest(`The redirect routes result in a circular reference: ${circle}`);
}

async function findRecord(key: string, { context, session }: Scope, deps: ManifestDeps): Promise<Found> {
  const chain = await loadAncestry(key.toLowerCase(), session);
  const [record] = chain;
  if (record === undefined) throw notFound();
  const { type, id } = record.reference;
  await deps.assertRoutable(type === 'Page' ? 'page' : 'page_data', id, context, session);
  return { chain, route: undefined };
}

function createView(
  given: {
    readonly chain: readonly RoutableFacts[];
    readonly context: RequestContext;
    readonly moments: Date[];
  },
  deps: ManifestDeps,
): ManifestView {
  const { context, chain, moments } = given;
  const access = deps.accessOf(context.actor);
  return {
    iriOf: deps.itemIri,
    allows: deps.placement.allows,
    seen: (held) => seenId(held, context, moments, deps.drafts),
    routeOf(routable) {
      const { route } = routable;
      if (route === null) return undefined;
      const facts = { id: '', redirectId: null, ...route, chain: chain.slice(chain.indexOf(routable)) };
      return isReadable(facts, access, context.now)
        ? deps.iris.of({ type: 'Route', id: '', key: route.path })
        : undefined;
    },
  };
}

/** Published rows for everyone, drafts in their place for those who may see them (core.md section 8.2, rules 4 and 7). */
function seenId(
  { type, id, publishedAt, publishedId, draft }: HeldComponent,
  context: RequestContext,
  moments: Date[],
  drafts: DraftVisibility,
): string | undefined {
  const { now, actor } = context;
  if (!drafts.isPublishable(type)) return id;
  if (drafts.mayReadDrafts(type, actor)) {
    // A draft whose moment has come is merged by whoever reads it next; the published row stays.
    const isDue = draft !== null && draft.publishedAt !== null && draft.publishedAt <= now;
    return draft === null || isDue ? id : draft.id;
  }
  if (publishedId === null && seesRow(type, publishedAt, context, drafts)) return id;
  if (publishedId === null && publishedAt !== null) moments.push(publishedAt);
  return undefined;
}

function seesRow(
  type: string,
  publishedAt: Date | null,
  { actor, now }: RequestContext,
  drafts: DraftVisibility,
): boolean {
  if (!drafts.isPublishable(type) || drafts.mayReadDrafts(type, actor)) return true;
  return publishedAt !== null && publishedAt <= now;
}
