import type { ApiDocument } from '../../api/client.js';

/** Visibility of a route. `held` means that a parent route is not live. */
export type RouteState =
  | { readonly kind: 'none' | 'live' | 'off' | 'held' }
  | { readonly kind: 'scheduled' | 'held_until' | 'live_until'; readonly date: string };

/**
 * Returns the visibility of a route.
 * @param route undefined if the page has no route
 */
export function routeStateOf(route: ApiDocument | undefined, now: Date): RouteState {
  if (route === undefined) return { kind: 'none' };
  const { liveAt, expiresAt, _metadata } = route as Dated;
  // Users that may not see dates only receive live routes.
  if (liveAt === undefined) return { kind: 'live' };
  if (liveAt === null) return { kind: 'off' };
  if (new Date(liveAt) > now) return { kind: 'scheduled', date: liveAt };
  const effective = _metadata?.effectiveLiveAt;
  if (effective === undefined) return { kind: 'held' };
  if (new Date(effective) > now) return { kind: 'held_until', date: effective };
  return typeof expiresAt === 'string' ? { kind: 'live_until', date: expiresAt } : { kind: 'live' };
}

interface Dated extends ApiDocument {
  readonly liveAt?: string | null;
  readonly expiresAt?: string | null;
  readonly _metadata?: { readonly effectiveLiveAt?: string };
}
