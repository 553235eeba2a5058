import type {
  Purpose,
  ReadScope,
  Representation,
  RepresentationExtension,
} from '../../../kernel/contract/records/operations.js';
import type { Reference } from '../../../kernel/contract/records/record.js';
import { expireAt } from './expire-at.js';
import { badRequest } from '../../../kernel/errors/catalog.js';
import type { IriConverter } from '../../../kernel/metadata/iri-converter.js';
import { formatDateTime } from '../../../kernel/serializer/date-time.js';
import { type DraftVisibility, seesRow } from '../position-resolution/draft-visibility.js';
import type { RedirectChain } from './route-liveness.js';
import { chainOf, effectiveLiveAt, isLive, liveFrom, loadRouteFacts } from './route-liveness.js';
import { isReadable, type RouteAccess, type RouteAccessOf } from './route-visibility.js';

interface RouteRepresentationDeps {
  readonly iris: IriConverter;
  readonly accessOf: RouteAccessOf;
  readonly drafts: DraftVisibility;
  /** Returns the class identifier that clients use. */
  readonly classOf: (type: string) => string;
}

type Chains = ReadonlyMap<string, RedirectChain>;

/** Adds computed fields of routes: redirect targets, incoming redirects and the effective date. */
export function createRouteRepresentation(deps: RouteRepresentationDeps): RepresentationExtension {
  return {
    appliesTo: ({ name }) => name === 'Route',
    async extend(representations, purpose, scope) {
      const access = deps.accessOf(scope.context);
      const chains = await loadNeeded(representations, access, scope);
      for (const representation of representations) {
        describe(representation, { access, chains, purpose, scope }, deps);
      }
    },
  };
}

interface DescribeScope {
  readonly access: RouteAccess;
  readonly chains: Chains;
  readonly purpose: Purpose;
  readonly scope: ReadScope;
}

/** Loads the chains of all routes with one statement, or none if no route needs more than its own row. */
async function loadNeeded(
  representations: readonly Representation[],
  { seesNotLive }: RouteAccess,
  { session }: ReadScope,
): Promise<Chains> {
  const ids = new Set<string>();
  for (const { record } of representations) {
    const from = incoming(record.values.redirectedFrom);
    if (seesNotLive || record.values.redirect !== null) ids.add(record.id);
    for (const { id } of from) ids.add(id);
  }
  return loadRouteFacts({ ids: [...ids] }, session);
}

function describe(representation: Representation, given: DescribeScope, deps: RouteRepresentationDeps): void {
  const { record, members, metadata } = representation;
  const { access, chains } = given;
  members.redirectedFrom = readableOf(incoming(record.values.redirectedFrom), representation, given);
  const chain = chains.get(record.id);
  if (chain === undefined) return;
  if (record.values.redirect !== null) showTarget({ representation, chain }, given, deps);
  if (!access.seesNotLive) return;
  const [own] = chain.hops;
  const date = own === undefined ? null : effectiveLiveAt(own);
  if (date !== null) metadata.effectiveLiveAt = formatDateTime(date);
  members.id = record.id;
  members.liveAt = record.values.liveAt;
  members.associatedResources = associated(chain, deps);
}

/** Returns the redirects that the caller may read. The document expires when a further one goes live. */
function readableOf(
  redirects: readonly Reference[],
  representation: Representation,
  { access, chains, scope }: DescribeScope,
): readonly Reference[] {
  const { now } = scope.context;
  return redirects.filter(({ id, key }) => {
    const chain = chains.get(id);
    if (chain === undefined) return false;
    const isShown = isReadable(chain, access, now);
    if (!isShown && access.mayOpen(key)) expireAt(representation, liveFrom(chain), now);
    return isShown;
  });
}

/**
 * Adds the next hop and the final path if they are live, and the final record for callers who may open it (decisions
 * 25, 82).
 */
function showTarget(
  { representation, chain }: { readonly representation: Representation; readonly chain: RedirectChain },
  { access, purpose, scope }: DescribeScope,
  deps: RouteRepresentationDeps,
): void {
  const { record, members, tags } = representation;
  const { context } = scope;
  const { hops, isCircular } = chain;
  if (isCircular) {
    if (purpose !== 'item') return;
    const cycle = hops.map(({ id }) => id).join(' -> ');
    throw badRequest(`The redirect routes result in a circular reference: ${cycle}`);
  }
  const isShown = (index: number): boolean =>
    access.seesNotLive || isLive({ hops: hops.slice(index), isCircular }, context.now);
  if (hops.length > 1 && !isShown(1)) {
    members.redirect = undefined;
    expireAt(representation, liveFrom({ hops: hops.slice(1), isCircular }), context.now);
  }
  for (const [index, { id, path }] of hops.entries())
    if (index > 0 && isShown(index)) tags.add(deps.iris.of({ type: 'Route', id, key: path }));
  const final = hops.at(-1);
  if (final === undefined || final.id === record.id || !isShown(hops.length - 1)) return;
  members.redirectPath = final.path;
  const [shown] = final.chain;
  if (shown === undefined || !isReadable(chainOf(final), access, context.now)) return;
  const { reference, publishedAt } = shown;
  const side = reference.type === 'Page' ? 'page' : 'pageData';
  if (record.values[side] !== null) return;
  members[side] = reference;
  if (seesRow({ reference, publishedAt }, context, deps.drafts)) tags.add(deps.iris.of(reference));
}

/** Returns the `associatedResources` of routes, which the list shows to administrators (core.md section 6.2). */
function associated(
  { hops }: RedirectChain,
  { classOf }: RouteRepresentationDeps,
): Readonly<Record<string, unknown>> {
  const shown = hops[0]?.chain[0];
  const isPage = shown?.reference.type === 'Page';
  return {
    redirect: hops[1]?.path ?? null,
    page: isPage ? shown.label : null,
    pageData: shown === undefined || isPage ? null : shown.label,
    pageDataType: shown === undefined || isPage ? null : classOf(shown.reference.type),
  };
}

function incoming(value: unknown): readonly Reference[] {
  return (value as readonly Reference[] | undefined) ?? []; // to-many fields are lists
}
