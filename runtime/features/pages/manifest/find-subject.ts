import type { SqlSession } from '../../../kernel/contract/database/database.js';
import type { ReadScope } from '../../../kernel/contract/records/operations.js';
import { badRequest, notFound } from '../../../kernel/errors/catalog.js';
import type { IriConverter } from '../../../kernel/metadata/iri-converter.js';
import type { ManifestTexts } from '../sql/manifest-tree.sql.js';
import type { RouteFactRow } from '../sql/route-facts.sql.js';
import { pickChain } from '../position-resolution/current-slots.js';
import { type PageDataDraft, readPageDataDrafts } from '../position-resolution/page-data-drafts.js';
import type { RedirectChain, RoutableFacts } from '../routes/route-liveness.js';
import { chainOf, readAncestry, readChains } from '../routes/route-liveness.js';
import { readRouteKey } from '../routes/route-key.js';
import { assertReadable } from '../routes/route-visibility.js';
import { openChain, type OpenChainDeps, openRouted } from './open-chain.js';

export interface SubjectDeps extends OpenChainDeps {
  readonly iris: IriConverter;
  readonly texts: (session: SqlSession) => ManifestTexts;
}

/** The subject of a manifest: a record with its ancestors, and the requested route. */
export interface ManifestSubject {
  readonly chain: readonly RoutableFacts[];
  /** The record with all its ancestors, including those hidden from the caller. */
  readonly ancestry: readonly RoutableFacts[];
  readonly route: string | undefined;
  /** Scheduled drafts of the chain's records, and drafts that are part of the chain. */
  readonly drafts: readonly PageDataDraft[];
  /** Times at which hidden records of the chain become visible. */
  readonly moments: readonly Date[];
}

/**
 * Finds the subject by route path, route id or record id, with one or two statements.
 * @throws AppError 404 for an address that is unknown or not live, 401/403 for one that rules hide
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
  scope: ReadScope,
  deps: SubjectDeps,
): Promise<ManifestSubject | undefined> {
  const { context, session } = scope;
  const address = readRouteKey(key);
  if (address.kind === 'none') throw notFound(describeNoKey(key));
  const { byId, byPath } = deps.texts(session);
  const rows =
    address.kind === 'id'
      ? await session.all<RouteFactRow>(byId, { ids: [address.id] })
      : await session.all<RouteFactRow>(byPath, { paths: address.paths });
  const chain = pickChain(readChains(rows, session), address);
  if (chain === undefined) {
    if (address.kind === 'id') return undefined;
    throw notFound();
  }
  const access = deps.accessOf(context);
  assertReadable(chain, access, context);
  const [own] = chain.hops;
  const final = finalHop(chain);
  if (own === undefined || final === undefined) throw notFound();
  // A redirect responds like its target (contract decision 25).
  assertReadable(chainOf(final), access, context);
  const route = deps.iris.of({ type: 'Route', id: own.id, key: own.path });
  const shown = await openRouted(final.chain, scope, deps);
  return {
    chain: shown,
    ancestry: final.chain,
    route,
    drafts: readPageDataDrafts(rows, session),
    moments: [],
  };
}

/** Describes an invalid key. Mentions the missing slash, which clients often drop when they join address and path. */
const describeNoKey = (key: string): string =>
  `Not Found. "${key}" is neither a path nor an id: a path keeps its slash, as in /_/resource_manifest//${key}.`;

function finalHop({ hops, isCircular }: RedirectChain): RedirectChain['hops'][number] | undefined {
  if (!isCircular) return hops.at(-1);
  const cycle = hops.map(({ id }) => id).join(' -> ');
  throw badRequest(`The redirect routes result in a circular reference: ${cycle}`);
}

async function findRecord(id: string, scope: ReadScope, deps: SubjectDeps): Promise<ManifestSubject> {
  const { session } = scope;
  const rows = await session.all<RouteFactRow>(deps.texts(session).ofRecord, { id });
  const chain = readAncestry(rows, session);
  const [record] = chain;
  if (record === undefined) throw notFound();
  return {
    ...(await openChain(chain, scope, deps)),
    ancestry: chain,
    route: undefined,
    drafts: readPageDataDrafts(rows, session),
  };
}
