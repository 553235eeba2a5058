import { duePairOf } from '../../publishing/door.js';
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
import type { Placement } from '../../placement/door.js';

export interface ManifestDeps extends Omit<SubjectDeps, 'texts'> {
  readonly placement: Pick<Placement, 'allows'>;
  readonly drafts: DraftVisibility;
  readonly itemIri: (type: string, id: string) => string;
}

export interface ResourceManifest {
  readonly depths: readonly ManifestDepth[];
  /** The moment at which something hidden appears by itself. */
  readonly expiresAt: Date | undefined;
}

export type ReadManifest = (key: string, scope: ReadScope) => Promise<ResourceManifest>;

/**
 * `GET /_/resource_manifest/{id}`: everything a page shows, by rendering depth; at most five statements.
 * @throws AppError 404 for an unknown or not live address, 401/403 for one that rules hide.
 */
export function createReadManifest(deps: ManifestDeps): ReadManifest {
  const texts = createManifestTexts();
  const treeRows = createReadTreeRows(texts);

  async function find(
    key: string,
    scope: ReadScope,
  ): Promise<{ readonly subject: ManifestSubject; readonly depths: readonly Depth[] }> {
    // Who may not read routes is not told which there are.
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

/** A manifest is a read of its route, and of what that leads to. */
function assertSubjectInScope({ chain, route }: ManifestSubject, { actor }: RequestContext): void {
  if (route !== undefined) assertInScope(actor, 'read', 'Route');
  const [requested] = chain;
  if (requested !== undefined) assertInScope(actor, 'read', requested.reference.type);
}

/** Root first; a record that this caller does not see is left out, and is unknown when it is the one asked for. */
function shownDepths(
  { chain, drafts, route }: ManifestSubject,
  { context }: ReadScope,
  deps: ManifestDeps,
): Depth[] {
  const due = new Set(dueDrafts(drafts, context.now).map(({ draft }) => draft.id));
  // A due draft that is still there could not be merged: until then it is never public (contract decision 32).
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
      // The target of the redirect is not known here, so an ancestor's route that also redirects is left out (contract decision
      // 82).
      if (route.isRedirect && !access.seesNotLive) return undefined;
      // A record that is revealed shows its route, too.
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

/** Published rows for everyone, drafts in their place for those who may see them (core.md section 8.2, rules 4 and 7). */
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
  // Still there, so it could not be merged: the published row is served.
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
