import type { Actor, RequestContext } from '../../contract/context.js';
import type { ItemVoter } from '../../contract/operations.js';
import { denied, notFound } from '../../errors/catalog.js';
import type { RouteFacts } from './route-facts.js';
import { isLive, loadRouteFacts } from './route-facts.js';

/** What the rules for routes let one caller see; the security layer's answer. */
export interface RouteAccess {
  /** Administrators see routes whatever their date. */
  readonly seesNotLive: boolean;
  /** Item reading of `route_security`. */
  mayOpen(path: string): boolean;
}

export type RouteAccessOf = (actor: Actor) => RouteAccess;

export function isReadable(facts: RouteFacts, { seesNotLive, mayOpen }: RouteAccess, now: Date): boolean {
  return (seesNotLive || isLive(facts, now)) && mayOpen(facts.path);
}

/** @throws AppError 404 while the route is not live for the caller, 401/403 when a rule refuses its path. */
export function assertReadable(facts: RouteFacts, access: RouteAccess, { actor, now }: RequestContext): void {
  if (!access.seesNotLive && !isLive(facts, now)) throw notFound();
  if (!access.mayOpen(facts.path)) throw denied(actor);
}

/** Liveness first, then `route_security` (core.md section 6.6). */
export function createRouteVoter(accessOf: RouteAccessOf): ItemVoter {
  return {
    name: 'route',
    appliesTo: ({ name }) => name === 'Route',
    async assertGranted({ id, values }, _operation, { context, session }) {
      const access = accessOf(context.actor);
      const path = String(values.path);
      const liveAt = values.liveAt as Date | null; // a date column
      const own: RouteFacts = { id, path, redirectId: null, liveAt, chain: [] };
      const isRouted = values.page !== null || values.pageData !== null;
      // The own date answers most requests for routes that are not live, and all for plain redirects.
      const needsAncestors = isRouted && !access.seesNotLive && isLive(own, context.now);
      const facts = needsAncestors ? (await loadRouteFacts({ ids: [id] }, session)).get(id)?.hops[0] : own;
      assertReadable(facts ?? own, access, context);
    },
  };
}
