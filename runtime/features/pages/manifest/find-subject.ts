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

/** The subject of a manifest: a record, its ancestors, and the route it was asked for by. */
export interface ManifestSubject {
  readonly chain: readonly RoutableFacts[];
  /** The record with all its ancestors, those included that the caller does not see. */
  readonly ancestry: readonly RoutableFacts[];
  readonly route: string | undefined;
  /** Dated drafts of the records of the chain, and drafts that are in the chain themselves. */
  readonly drafts: readonly PageDataDraft[];
  /** The moments at which more of the chain appears. */
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
  // A redirect answers as its target would (contract decision 25).
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

/** Explains the missing slash, because clients that join addresses and paths often drop one of the two. */
const describeNoKey = (key: string): string =>
  `Not Found. "${key}" is neither a path nor an id: a path keeps its slash, as in /_/resource_manifest//${key}.`;

function finalHop({ hops, isCircular }: RedirectChain): RedirectChain['hops'][number] | undefined {
  if (!isCircular) return hops.at(-1);
  const circle = hops.map(({ id }) => id).join(' -> ');
  throw badRequest(`The redirect routes result in a circular reference: ${circle}`);
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
