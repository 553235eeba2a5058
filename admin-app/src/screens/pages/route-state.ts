import type { ApiDocument } from '../../api/client.js';

/** Whether visitors see what an address leads to: `held` is what a parent's address keeps back. */
export type RouteState =
  | { readonly kind: 'none' | 'live' | 'off' | 'held' }
  | { readonly kind: 'scheduled' | 'held_until' | 'live_until'; readonly date: string };

/** @param route none where the page has no address */
export function routeStateOf(route: ApiDocument | undefined, now: Date): RouteState {
  if (route === undefined) return { kind: 'none' };
  const { liveAt, expiresAt, _metadata } = route as Dated;
  // Who is not told of dates is told of routes that are live only.
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
