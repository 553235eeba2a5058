import { duePairOf } from '../../publishing/public-api.js';
import { assertInScope, isInScope } from '../../../kernel/authorization/acting-token.js';
import type { RequestContext } from '../../../kernel/contract/context.js';
import type { ReadScope } from '../../../kernel/contract/records/operations.js';
import { referenceTo } from '../../../kernel/records/references.js';
import { notFound } from '../../../kernel/errors/catalog.js';
import { type DraftVisibility, nextMoment, seesRow } from '../position-resolution/draft-visibility.js';
import { dueDrafts } from '../position-resolution/page-data-drafts.js';
import { chainOf, type RoutableFacts } from '../routes/route-liveness.js';
import { isReadable } from '../routes/route-visibility.js';
import { readRouteKey } from '../routes/route-key.js';
import { buildDepths, type Depth, type ManifestDepth, type ManifestView } from './build-depths.js';
import { findSubject, type ManifestSubject, type SubjectDeps } from './find-subject.js';
import { createManifestTexts } from '../sql/manifest-tree.sql.js';
import { buildManifestTree, type HeldComponent } from './manifest-tree.js';
import { createReadTreeRows } from './tree-rows.js';
import type { Placement } from '../../placement/public-api.js';

export interface ManifestDeps extends Omit<SubjectDeps, 'texts'> {
  readonly placement: Pick<Placement, 'allows'>;
  readonly drafts: DraftVisibility;
  readonly itemIri: (type: string, id: string) => string;
}

export interface ResourceManifest {
  readonly depths: readonly ManifestDepth[];
  /** Time at which a hidden part becomes visible without a write. */
  readonly expiresAt: Date | undefined;
}

export type ReadManifest = (key: string, scope: ReadScope) => Promise<ResourceManifest>;

/**
 * Creates the reader of manifests: everything that a page shows, by rendering depth, with at most five statements
 * (`GET /_/resource_manifest/{id}`).
 * @throws AppError 404 for an address that is unknown or not live, 401/403 for one that rules hide
 */
export function createReadManifest(deps: ManifestDeps): ReadManifest {
  const texts = createManifestTexts();
  const treeRows = createReadTreeRows(texts);

  async function find(
    key: string,
    scope: ReadScope,
  ): Promise<{ readonly subject: ManifestSubject; readonly depths: readonly Depth[] }> {
    // Callers without read access to routes must not learn which routes exist.
    if (readRouteKey(key).kind === 'paths') assertInScope(scope.context.actor, 'read', 'Route');
    try {
      const subject = await findSubject(key, scope, { ...deps, texts });
      assertSubjectInScope(subject, scope.context);
      return { subject, depths: shownDepths(subject, scope, deps) };
    } catch (error) {
      treeRows.forget(key);
      throw error;
    }
  }

  return async (key, scope) => {
    const { session } = scope;
    const finding = find(key, scope);
    const expected = treeRows.expect(key, session);
    const { subject, depths } = await finding;
    const pages = depths.map(({ routable: { reference, templateId } }) => templateId ?? reference.id);
    const records = depths
      .filter(({ routable }) => routable.templateId !== null)
      .map(({ routable }) => routable.reference.id);
    const rows = await treeRows.read({ address: key, pages, records }, expected, session);
    const tree = buildManifestTree(rows, session);
    const moments = [...subject.drafts.map(({ publishedAt }) => publishedAt), ...subject.moments];
    const view = createView({ ancestry: subject.ancestry, context: scope.context, moments }, deps);
    const nodes = buildDepths(depths, tree, view);
    return { depths: nodes, expiresAt: nextMoment(moments, scope.context.now) };
  };
}

/** Checks the token's scopes: a manifest reads its route and the record behind it. */
function assertSubjectInScope({ chain, route }: ManifestSubject, { actor }: RequestContext): void {
  if (route !== undefined) assertInScope(actor, 'read', 'Route');
  const [requested] = chain;
  if (requested !== undefined) assertInScope(actor, 'read', requested.reference.type);
}

/**
 * Returns the visible depths, root first. Hidden ancestors are left out; a hidden requested record is reported as
 * missing.
 */
function shownDepths(
  { chain, drafts, route }: ManifestSubject,
  { context }: ReadScope,
  deps: ManifestDeps,
): Depth[] {
  const due = new Set(dueDrafts(drafts, context.now).map(({ draft }) => draft.id));
  // A due draft that still exists could not be merged. It is not public until it is (contract decision 32).
  const isHidden = (routable: RoutableFacts): boolean =>
    due.has(routable.reference.id)
      ? !deps.drafts.mayReadDrafts(routable.reference.type, context.actor)
      : !seesRow(routable, context, deps.drafts);
  const [requested] = chain;
  if (requested === undefined || isHidden(requested)) throw notFound();
  return chain
    .filter((routable) => isInScope(context.actor, 'read', routable.reference.type) && !isHidden(routable))
    .map((routable): Depth => ({ routable, rootRoute: routable === requested ? route : undefined }))
    .reverse();
}

function createView(
  given: {
    readonly ancestry: readonly RoutableFacts[];
    readonly context: RequestContext;
    readonly moments: Date[];
  },
  deps: ManifestDeps,
): ManifestView {
  const { context, ancestry, moments } = given;
  const access = deps.accessOf(context);
  return {
    iriOf: deps.itemIri,
    allows: deps.placement.allows,
    seen: (held) => seenId(held, { context, moments, drafts: deps.drafts }),
    routeOf(routable) {
      const { route } = routable;
      if (route === null) return undefined;
      // The target of the redirect has not been loaded, so an ancestor's redirecting route is left out (contract
      // decision 82).
      if (route.isRedirect && !access.seesNotLive) return undefined;
      // A preview that reveals a record reveals its route, too.
      const facts = {
        id: routable.reference.id,
        redirectId: null,
        ...route,
        chain: ancestry.slice(ancestry.indexOf(routable)),
      };
      return isReadable(chainOf(facts), access, context.now)
        ? deps.iris.of({ type: 'Route', id: '', key: route.path })
        : undefined;
    },
  };
}

/** Returns the published row, or its draft for callers who may see drafts (core.md section 8.2, rules 4 and 7). */
function seenId(
  held: HeldComponent,
  {
    context,
    moments,
    drafts,
  }: { readonly context: RequestContext; readonly moments: Date[]; readonly drafts: DraftVisibility },
): string | undefined {
  const { type, id, publishedAt, publishedId, draft } = held;
  if (!drafts.isPublishable(type)) return id;
  // The due draft could not be merged, so the published row is served.
  const due = duePairOf(id, held, context.now);
  if (due !== undefined) return due.published.id;
  for (const date of [publishedAt, draft?.publishedAt]) if (date != null) moments.push(date);
  if (drafts.mayReadDrafts(type, context.actor)) return draft === null ? id : draft.id;
  if (draft !== null && context.reveals?.has(draft.id) === true) return draft.id;
  const isDraft = publishedId !== null && context.reveals?.has(id) !== true;
  return !isDraft && seesRow({ reference: referenceTo({ type, id }), publishedAt }, context, drafts)
    ? id
    : undefined;
}
