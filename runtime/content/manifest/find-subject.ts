import type { RequestContext } from '../../contract/context.js';
import type { SqlSession } from '../../contract/database.js';
import type { ReadScope } from '../../contract/operations.js';
import { badRequest, denied, notFound } from '../../errors/catalog.js';
import type { IriConverter } from '../../metadata/iri-converter.js';
import { pageDataDraftsSql } from '../../persistence/sql/page-data-drafts.sql.js';
import type { RouteFactRow } from '../../persistence/sql/route-facts.sql.js';
import { ancestrySql, routeFactsSql } from '../../persistence/sql/route-facts.sql.js';
import { pickChain } from '../positions-resolution/current-slots.js';
import type { PageDataDraft } from '../positions-resolution/page-data-drafts.js';
import { dueDrafts, readPageDataDrafts } from '../positions-resolution/page-data-drafts.js';
import type { RedirectChain, RoutableFacts } from '../routes/route-facts.js';
import { chainOf, effectiveLiveAt, readAncestry, readChains } from '../routes/route-facts.js';
import { readRouteKey } from '../routes/route-key.js';
import type { RouteAccess, RouteAccessOf } from '../routes/route-visibility.js';
import { assertReadable } from '../routes/route-visibility.js';

export interface SubjectDeps {
  readonly iris: IriConverter;
  readonly accessOf: RouteAccessOf;
  /** Whether what stands in a page or page data record is open to the caller. */
  isOpen(
    subject: 'page' | 'page_data',
    id: string,
    context: RequestContext,
    session: SqlSession,
  ): Promise<boolean>;
}

/** What a manifest is about: a record, its ancestors, and the route it was asked for by. */
export interface ManifestSubject {
  /** What finds it again once its due drafts are published. */
  readonly key: string;
  readonly chain: readonly RoutableFacts[];
  readonly route: string | undefined;
  /** Dated drafts of the records of the chain, and those that stand in it themselves. */
  readonly drafts: readonly PageDataDraft[];
  /** When more of the chain appears. */
  readonly moments: readonly Date[];
}

/**
 * The subject of a manifest by route path, route id or record id; one or two statements.
 * @throws AppError 404 for an unknown or not live address, 401/403 for one that rules hide.
 */
export async function findSubject(
  key: string,
  scope: ReadScope,
  deps: SubjectDeps,
): Promise<ManifestSubject> {
  return (await findRoute(key, scope, deps)) ?? (await findRecord(key.toLowerCase(), scope, deps));
}

async function findRoute(
  key: string,
  { context, session }: ReadScope,
  deps: SubjectDeps,
): Promise<ManifestSubject | undefined> {
  const address = readRouteKey(key);
  if (address.kind === 'none') throw notFound();
  const drafts = `\nunion all\n${pageDataDraftsSql(session)}`;
  const rows =
    address.kind === 'id'
      ? await session.all<RouteFactRow>(routeFactsSql(session, 'ids', drafts), { ids: [address.id] })
      : await session.all<RouteFactRow>(routeFactsSql(session, 'paths', drafts), { paths: address.paths });
  const chain = pickChain(readChains(rows, session), address);
  if (chain === undefined) {
    if (address.kind === 'id') return undefined;
    throw notFound();
  }
  const access = deps.accessOf(context.actor);
  assertReadable(chain, access, context);
  const [own] = chain.hops;
  const final = finalHop(chain);
  if (own === undefined || final === undefined) throw notFound();
  // A redirect answers as its target would (contract decision 25).
  assertReadable(chainOf(final), access, context);
  const route = deps.iris.of({ type: 'Route', id: own.id, key: own.path });
  return { key, chain: final.chain, route, drafts: readPageDataDrafts(rows, session), moments: [] };
}

function finalHop({ hops, isCircular }: RedirectChain): RedirectChain['hops'][number] | undefined {
  if (!isCircular) return hops.at(-1);
  const circle = hops.map(({ id }) => id).join(' -> ');
  throw badRequest(`The redirect routes result in a circular reference: ${circle}`);
}

async function findRecord(id: string, scope: ReadScope, deps: SubjectDeps): Promise<ManifestSubject> {
  const { context, session } = scope;
  const drafts = `\nunion all\n${pageDataDraftsSql(session)}`;
  const rows = await session.all<RouteFactRow>(ancestrySql(session, drafts), { id });
  const chain = readAncestry(rows, session);
  const [record] = chain;
  if (record === undefined) throw notFound();
  const found = readPageDataDrafts(rows, session);
  const own = dueDrafts(found, context.now).find(({ draft }) => draft.id === record.reference.id);
  // A published row has no published row itself, so this is asked once.
  if (own !== undefined) return findRecord(own.published.id, scope, deps);
  await assertOpen(chain, scope, deps);
  const shown = [record, ...(await openAncestors(chain, scope, deps))];
  const moments = liveMoments(chain, shown, deps.accessOf(context.actor));
  return { key: id, chain: shown, route: undefined, drafts: found, moments };
}

/**
 * What a caller does not reach does not exist for it, by whichever address; only a live route that a rule refuses is told
 * apart (contract decision 72).
 * @throws AppError 404, 401/403
 */
async function assertOpen(
  chain: readonly RoutableFacts[],
  { context, session }: ReadScope,
  deps: SubjectDeps,
): Promise<void> {
  const { seesNotLive } = deps.accessOf(context.actor);
  const [record] = chain;
  if (record === undefined || (!seesNotLive && record.route !== null && !isRecordLive(chain, context)))
    throw notFound();
  if (await deps.isOpen(subjectOf(record), record.reference.id, context, session)) return;
  if (!seesNotLive && record.route === null) throw notFound();
  throw denied(context.actor, record.templateId === null ? undefined : 'Page data access denied.');
}

/** By the dates of its own route and of those above. */
function isRecordLive(chain: readonly RoutableFacts[], { now }: RequestContext): boolean {
  const date = effectiveLiveAt({ liveAt: chain[0]?.route?.liveAt ?? null, chain });
  return date !== null && date <= now;
}

/**
 * Ancestors whose content the caller may see. Behind a route of its own that it may open all of them are; above another
 * record each is asked for, of which there are as many as the site is deep.
 */
async function openAncestors(
  chain: readonly RoutableFacts[],
  { context, session }: ReadScope,
  deps: SubjectDeps,
): Promise<readonly RoutableFacts[]> {
  const [record, ...ancestors] = chain;
  if (record?.route != null && deps.accessOf(context.actor).mayOpen(record.route.path)) return ancestors;
  const isOpen = await Promise.all(
    ancestors.map((ancestor) => deps.isOpen(subjectOf(ancestor), ancestor.reference.id, context, session)),
  );
  return ancestors.filter((_ancestor, index) => isOpen[index]);
}

/** When ancestors that are left out go live. */
function liveMoments(
  chain: readonly RoutableFacts[],
  shown: readonly RoutableFacts[],
  { mayOpen }: RouteAccess,
): readonly Date[] {
  return chain.flatMap(({ route }, index) => {
    const isLater = route !== null && !shown.some((one) => one === chain[index]) && mayOpen(route.path);
    return isLater ? (effectiveLiveAt({ liveAt: route.liveAt, chain: chain.slice(index) }) ?? []) : [];
  });
}

function subjectOf({ reference }: RoutableFacts): 'page' | 'page_data' {
  return reference.type === 'Page' ? 'page' : 'page_data';
}
