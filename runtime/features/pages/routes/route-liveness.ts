import type { SqlSession } from '../../../kernel/contract/database/database.js';
import type { Reference } from '../../../kernel/contract/records/record.js';
import { type RouteFactRow, routeFactsSql } from '../sql/route-facts.sql.js';
import { referenceTo } from '../../../kernel/records/references.js';
import { groupBy } from '../../../kernel/util/group-by.js';

/** A page or page data record between a route and the root of the site. */
export interface RoutableFacts {
  readonly reference: Reference;
  /** 0 for the route's record, 1 for its parent, and so on. */
  readonly level: number;
  readonly route: {
    readonly path: string;
    readonly liveAt: Date | null;
    readonly isRedirect: boolean;
  } | null;
  /** A page's reference or a page data record's title. */
  readonly label: string;
  /** Template of page data. */
  readonly templateId: string | null;
  readonly publishedAt: Date | null;
}

/** A route with all data that decides whether it is live. */
export interface RouteFacts {
  readonly id: string;
  readonly path: string;
  readonly redirectId: string | null;
  readonly liveAt: Date | null;
  /** The record of the route and its ancestors, nearest first; empty for a plain redirect. */
  readonly chain: readonly RoutableFacts[];
}

/** A route followed by the routes of its redirect chain. */
export interface RedirectChain {
  readonly hops: readonly RouteFacts[];
  /** True if the redirects form a loop. */
  readonly isCircular: boolean;
}

/** Loads the redirect chains of routes, by route id, with one statement. */
export async function loadRouteFacts(
  by: { readonly ids: readonly string[] } | { readonly paths: readonly string[] },
  session: SqlSession,
): Promise<ReadonlyMap<string, RedirectChain>> {
  const wanted = 'ids' in by ? by.ids : by.paths;
  if (wanted.length === 0) return new Map();
  const rows =
    'ids' in by
      ? await session.all<RouteFactRow>(routeFactsSql(session, 'ids'), { ids: by.ids })
      : await session.all<RouteFactRow>(routeFactsSql(session, 'paths'), { paths: by.paths });
  return readChains(rows, session);
}

/**
 * Reads a record and its ancestors, nearest first, from rows of `ancestrySql`. Empty if the record does not exist.
 */
export function readAncestry(rows: readonly RouteFactRow[], session: SqlSession): readonly RoutableFacts[] {
  return rows
    .filter((row) => row.row_kind === 'routable')
    .map((row) => readRoutable(row, session))
    .sort((left, right) => left.level - right.level);
}

/** Returns the latest date of the route and its ancestors' routes, or null if one has none (core.md section 6.6). */
export function effectiveLiveAt({ liveAt, chain }: Pick<RouteFacts, 'liveAt' | 'chain'>): Date | null {
  let latest = liveAt;
  for (const { route } of chain) {
    if (latest === null || route?.liveAt === null) return null;
    if (route !== null && route.liveAt > latest) latest = route.liveAt;
  }
  return latest;
}

/** Returns the chain of a route without redirects. */
export function chainOf(facts: RouteFacts): RedirectChain {
  return { hops: [facts], isCircular: false };
}

/**
 * Returns the time from which a route is live. A redirect also requires the last route of its chain to be live
 * (contract decision 81). Null if a write must come first.
 */
export function liveFrom({ hops, isCircular }: RedirectChain): Date | null {
  const [own] = hops;
  const final = isCircular ? own : hops.at(-1);
  if (own === undefined || final === undefined) return null;
  const [left, right] = [effectiveLiveAt(own), effectiveLiveAt(final)];
  if (left === null || right === null) return null;
  return left > right ? left : right;
}

export function isLive(chain: RedirectChain, now: Date): boolean {
  const date = liveFrom(chain);
  return date !== null && date <= now;
}

/** Reads redirect chains from rows and ignores rows of other kinds. */
export function readChains(
  rows: readonly RouteFactRow[],
  session: SqlSession,
): ReadonlyMap<string, RedirectChain> {
  const chains = groupBy(
    rows.filter((row) => row.row_kind === 'routable'),
    ({ origin }) => origin,
    (row) => readRoutable(row, session),
  );
  for (const chain of chains.values()) chain.sort((left, right) => left.level - right.level);
  const hops = groupBy(
    rows.filter((row) => row.row_kind === 'hop'),
    ({ origin }) => origin,
    (row) => ({ level: Number(row.level), facts: readHop(row, chains.get(row.id) ?? [], session) }),
  );
  return new Map([...hops].map(([origin, list]) => [origin, toChain(list)]));
}

function toChain(list: { level: number; facts: RouteFacts }[]): RedirectChain {
  const ordered = list.sort((left, right) => left.level - right.level).map(({ facts }) => facts);
  const distinct = new Set(ordered.map(({ id }) => id));
  return { hops: ordered.slice(0, distinct.size), isCircular: distinct.size < ordered.length };
}

function readHop(row: RouteFactRow, chain: readonly RoutableFacts[], session: SqlSession): RouteFacts {
  return {
    id: row.id,
    path: row.path ?? '',
    redirectId: row.redirect_id,
    liveAt: readDate(row.live_at, session),
    chain,
  };
}

function readRoutable(row: RouteFactRow, session: SqlSession): RoutableFacts {
  return {
    reference: referenceTo({ type: row.dtype ?? 'Page', id: row.id }),
    level: Number(row.level),
    route:
      row.path === null
        ? null
        : {
            path: row.path,
            liveAt: readDate(row.live_at, session),
            isRedirect: row.redirect_id !== null,
          },
    label: row.label ?? '',
    templateId: row.template_id,
    publishedAt: readDate(row.published_at, session),
  };
}

/** Decodes a date. Columns of a union have no model that would do it. */
function readDate(raw: unknown, { dialect }: SqlSession): Date | null {
  const value = dialect.decode('datetime', raw ?? null);
  return value instanceof Date ? value : null;
}
