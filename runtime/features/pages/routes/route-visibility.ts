import type { RequestContext } from '../../../kernel/contract/context.js';
import type { SqlSession } from '../../../kernel/contract/database/database.js';
import type { ItemVoter } from '../../../kernel/contract/records/operations.js';
import { denied, notFound } from '../../../kernel/errors/catalog.js';
import { isLiveSql, storedMoments } from '../sql/route-moments.sql.js';
import { chainOf, isLive, loadRouteFacts, type RedirectChain } from './route-liveness.js';

/** Routes that the rules let one caller see. */
export interface RouteAccess {
  /** True for administrators, who see routes of any date. */
  readonly seesNotLive: boolean;
  /** Returns whether the request reveals a route of any date. */
  isRevealed(id: string): boolean;
  /** Applies `route_security` in its reading for items. */
  mayOpen(path: string): boolean;
}

export type RouteAccessOf = (context: RequestContext) => RouteAccess;

export function isReadable(chain: RedirectChain, access: RouteAccess, now: Date): boolean {
  const [own] = chain.hops;
  return own !== undefined && (seesAnyDate(own, access) || isLive(chain, now)) && access.mayOpen(own.path);
}

const seesAnyDate = ({ id }: { readonly id: string }, { seesNotLive, isRevealed }: RouteAccess): boolean =>
  seesNotLive || isRevealed(id);

/** @throws AppError 404 while the route is not live for the caller, 401/403 if a rule refuses its path */
export function assertReadable(
  chain: RedirectChain,
  access: RouteAccess,
  { actor, now }: RequestContext,
): void {
  const [own] = chain.hops;
  if (own === undefined || (!seesAnyDate(own, access) && !isLive(chain, now))) throw notFound();
  if (!access.mayOpen(own.path)) throw denied(actor);
}

/** Checks liveness first, then `route_security` (core.md section 6.6). */
export function createRouteVoter(accessOf: RouteAccessOf, database: SqlSession): ItemVoter {
  return {
    appliesTo: ({ name }) => name === 'Route',
    condition(context) {
      if (accessOf(context).seesNotLive) return undefined;
      const now = database.dialect.encode('datetime', context.now);
      return { sql: isLiveSql('t.id', database), parameters: { now } };
    },
    async assertGranted({ id, values }, operation, { context, session, isMet }) {
      const access = accessOf(context);
      const path = String(values.path);
      const liveAt = values.liveAt as Date | null; // a date column
      const own = chainOf({ id, path, redirectId: null, liveAt, chain: [] });
      const isAlone = values.page === null && values.pageData === null && values.redirect === null;
      // The route's own date decides most requests for routes that are not live.
      const isDecided = isAlone || seesAnyDate(own.hops[0] ?? { id }, access) || !isLive(own, context.now);
      if (isDecided) return assertReadable(own, access, context);
      if (operation !== 'read')
        return assertReadable((await loadRouteFacts({ ids: [id] }, session)).get(id) ?? own, access, context);
      if (!(isMet ?? (await isLiveNow(id, context.now, session)))) throw notFound();
      assertReadable(own, { ...access, seesNotLive: true }, context);
    },
  };
}

async function isLiveNow(id: string, now: Date, session: SqlSession): Promise<boolean> {
  const from = (await storedMoments([id], session)).get(id);
  return from != null && from <= now;
}
