import type { ReadScope, Representation, RepresentationExtension } from '../../contract/operations.js';
import type { Reference } from '../../contract/record.js';
import { badRequest } from '../../errors/catalog.js';
import type { IriConverter } from '../../metadata/iri-converter.js';
import { formatDateTime } from '../../serializer/date-time.js';
import type { RedirectChain } from './route-facts.js';
import { effectiveLiveAt, loadRouteFacts } from './route-facts.js';
import type { RouteAccess, RouteAccessOf } from './route-visibility.js';
import { isReadable } from './route-visibility.js';

interface RouteRepresentationDeps {
  readonly iris: IriConverter;
  readonly accessOf: RouteAccessOf;
  /** Class identifier as clients know it. */
  readonly classOf: (type: string) => string;
}

type Chains = ReadonlyMap<string, RedirectChain>;

/** What routes show beyond their columns: where redirects end, who redirects here, and the date that applies. */
export function createRouteRepresentation(deps: RouteRepresentationDeps): RepresentationExtension {
  return {
    name: 'route',
    appliesTo: ({ name }) => name === 'Route',
    async extend(representations, purpose, scope) {
      const access = deps.accessOf(scope.context.actor);
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
  readonly purpose: 'item' | 'collection' | 'write';
  readonly scope: ReadScope;
}

/** One statement for all of them, or none when no route needs more than its own row. */
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
  const { access, chains, scope } = given;
  const { now } = scope.context;
  members.redirectedFrom = incoming(record.values.redirectedFrom).filter(({ id }) => {
    const facts = chains.get(id)?.hops[0];
    return facts !== undefined && isReadable(facts, access, now);
  });
  const chain = chains.get(record.id);
  if (chain === undefined) return;
  if (record.values.redirect !== null) showTarget(representation, chain, given, deps);
  if (!access.seesNotLive) return;
  const [own] = chain.hops;
  const date = own === undefined ? null : effectiveLiveAt(own);
  if (date !== null) metadata.effectiveLiveAt = formatDateTime(date);
  members.id = record.id;
  members.liveAt = record.values.liveAt;
  members.associatedResources = associated(chain, deps);
}

/** Final path for everyone; the final record only for those who may open it (contract decision 25). */
function showTarget(
  representation: Representation,
  { hops, isCircular }: RedirectChain,
  { access, purpose, scope }: DescribeScope,
  deps: RouteRepresentationDeps,
): void {
  const { record, members, tags } = representation;
  if (isCircular) {
    if (purpose !== 'item') return;
    const circle = hops.map(({ id }) => id).join(' -> ');
    throw badRequest(`The redirect routes result in a circular reference: ${circle}`);
  }
  const final = hops.at(-1);
  if (final === undefined || final.id === record.id) return;
  const { context } = scope;
  members.redirectPath = final.path;
  for (const hop of hops.slice(1)) tags.add(deps.iris.of({ type: 'Route', id: hop.id, key: hop.path }));
  if (!isReadable(final, access, context.now)) {
    const date = effectiveLiveAt(final);
    if (date !== null && date > context.now) representation.expiresAt = date;
    return;
  }
  const shown = final.chain[0];
  if (shown === undefined) return;
  const side = shown.reference.type === 'Page' ? 'page' : 'pageData';
  if (record.values[side] !== null) return;
  members[side] = shown.reference;
  tags.add(deps.iris.of(shown.reference));
}

/** What the list of routes tells administrators about each (core.md section 6.2). */
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
  return (value as readonly Reference[] | undefined) ?? []; // to-many members are lists
}
