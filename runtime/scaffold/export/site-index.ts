import type { SqlSession } from '../../kernel/contract/database/database.js';

/** A page or page data record. */
export interface RoutableEntry {
  readonly id: string;
  /** `Page`, or the type of the page data. */
  readonly type: string;
  readonly parent: string | null;
  /** Template of page data. */
  readonly template: string | null;
  /** Reference of a page; null for page data. */
  readonly reference: string | null;
  readonly createdAt: Date;
}

/** A route that only redirects. */
export interface RedirectEntry {
  readonly id: string;
  /** Target of the redirect. */
  readonly target: { readonly id: string; readonly name: string };
  readonly path: string;
  readonly name: string;
  readonly liveAt: Date | null;
  readonly expiresAt: Date | null;
}

/** The part of a site that is kept in memory during the export: names without content. */
export interface SiteIndex {
  /** Parents before their children, otherwise in order of creation. */
  readonly entries: readonly RoutableEntry[];
  /** Children of records that depend on them, which are written without their parent. */
  readonly circular: readonly RoutableEntry[];
  readonly childrenOf: (id: string) => readonly RoutableEntry[];
  readonly all: ReadonlyMap<string, RoutableEntry>;
  /** Redirects that lead to a page over any number of hops, targets first. */
  readonly redirects: readonly RedirectEntry[];
  /** Paths of routes that lead to no page, by id. */
  readonly deadRoutes: ReadonlyMap<string, string>;
}

/** Reads the index with three statements. */
export async function readSiteIndex(session: SqlSession): Promise<SiteIndex> {
  const read = [...(await readPages(session)), ...(await readPageData(session))];
  const circular = circularParents(read);
  const entries = read.map((entry) => (circular.has(entry.id) ? { ...entry, parent: null } : entry));
  entries.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
  const all = new Map(entries.map((entry) => [entry.id, entry]));
  const children = grouped(entries, ({ parent }) => parent);
  const childrenOf = (id: string): readonly RoutableEntry[] => children.get(id) ?? [];
  const roots = entries.filter(({ parent }) => parent === null || !all.has(parent));
  return {
    entries: inTreeOrder(roots, childrenOf),
    circular: entries.filter(({ id }) => circular.has(id)),
    childrenOf,
    all,
    ...orderRedirects(await readUnpagedRoutes(session)),
  };
}

/** Returns each entry with its descendants, in the order in which a load of the export creates them. */
function inTreeOrder(
  roots: readonly RoutableEntry[],
  childrenOf: SiteIndex['childrenOf'],
): readonly RoutableEntry[] {
  const ordered: RoutableEntry[] = [];
  const waiting = roots.toReversed();
  for (let entry = waiting.pop(); entry !== undefined; entry = waiting.pop()) {
    ordered.push(entry);
    waiting.push(...childrenOf(entry.id).toReversed());
  }
  return ordered;
}

interface RoutableRow {
  readonly [column: string]: unknown;
  readonly id: string;
  readonly type: string;
  readonly reference: string | null;
  readonly parent_page_id: string | null;
  readonly parent_page_data_id: string | null;
  readonly page_id: string | null;
}

async function readPages(session: SqlSession): Promise<readonly RoutableEntry[]> {
  const sql = `select p.id as id, 'Page' as type, p.reference as reference, p.parent_page_id as parent_page_id, p.parent_page_data_id as parent_page_data_id, null as page_id, p.created_at as created_at
from ${session.table('page')} p
order by p.created_at, p.id`;
  return entriesOf(session, await session.all<RoutableRow>(sql));
}

/** Reads page data without drafts, which follow their published records. */
async function readPageData(session: SqlSession): Promise<readonly RoutableEntry[]> {
  const sql = `select d.id as id, d.dtype as type, null as reference, d.parent_page_id as parent_page_id, d.parent_page_data_id as parent_page_data_id, d.page_id as page_id, d.created_at as created_at
from ${session.table('abstract_page_data')} d
where d.published_resource_id is null
order by d.created_at, d.id`;
  return entriesOf(session, await session.all<RoutableRow>(sql));
}

function entriesOf({ dialect }: SqlSession, rows: readonly RoutableRow[]): readonly RoutableEntry[] {
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    reference: row.reference,
    template: row.page_id,
    parent: row.parent_page_id ?? row.parent_page_data_id,
    createdAt: dialect.decode('datetime', row['created_at']) as Date, // decodes to a date
  }));
}

interface UnpagedRow {
  readonly [column: string]: unknown;
  readonly id: string;
  readonly path: string;
  readonly name: string;
  readonly target_id: string | null;
  readonly target_name: string | null;
}

interface UnpagedRoute extends Omit<RedirectEntry, 'target'> {
  readonly target: RedirectEntry['target'] | null;
  readonly isTargetPaged: boolean;
}

async function readUnpagedRoutes(session: SqlSession): Promise<readonly UnpagedRoute[]> {
  const [route, page, pageData] = ['route', 'page', 'abstract_page_data'].map((name) => session.table(name));
  const isPaged = (id: string): string =>
    `(exists (select 1 from ${page} p where p.route_id = ${id}) or exists (select 1 from ${pageData} d where d.route_id = ${id}))`;
  const sql = `select r.id as id, r.route as path, r.name as name, r.redirect_id as target_id, t.name as target_name, r.live_at as live_at,
  r.expires_at as expires_at,
case when ${isPaged('r.redirect_id')} then 1 else 0 end as is_target_paged
from ${route} r
left join ${route} t on t.id = r.redirect_id
where not ${isPaged('r.id')}
order by r.created_at, r.id`;
  const rows = await session.all<UnpagedRow>(sql);
  return rows.map((row) => ({
    id: row.id,
    path: row.path,
    name: row.name,
    target: row.target_id === null ? null : { id: row.target_id, name: String(row.target_name) },
    liveAt: session.dialect.decode('datetime', row['live_at']) as Date | null, // decodes to a date
    expiresAt: session.dialect.decode('datetime', row['expires_at']) as Date | null, // decodes to a date
    isTargetPaged: Number(row['is_target_paged']) === 1,
  }));
}

/** Orders redirects by their distance from a page. The remaining ones lead nowhere or in a loop. */
function orderRedirects(routes: readonly UnpagedRoute[]): Pick<SiteIndex, 'redirects' | 'deadRoutes'> {
  const redirects: RedirectEntry[] = [];
  const sources = grouped(routes, ({ target }) => target?.id ?? null);
  const dead = new Map(routes.map(({ id, path }) => [id, path]));
  let level = routes.filter(({ isTargetPaged }) => isTargetPaged);
  while (level.length > 0) {
    for (const { id, target, path, name, liveAt, expiresAt } of level) {
      if (target !== null) redirects.push({ id, target, path, name, liveAt, expiresAt });
      dead.delete(id);
    }
    level = level.flatMap(({ id }) => sources.get(id) ?? []).filter(({ id }) => dead.has(id));
  }
  return { redirects, deadRoutes: dead };
}

function grouped<Entry>(
  entries: readonly Entry[],
  keyOf: (entry: Entry) => string | null,
): ReadonlyMap<string, readonly Entry[]> {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const key = keyOf(entry);
    if (key === null) continue;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [entry]);
    else known.push(entry);
  }
  return groups;
}

/** A record and the records that must exist before it. */
interface Dependent {
  readonly id: string;
  readonly parent: string | null;
  readonly template: string | null;
}

/**
 * Returns the ids of records that cannot be created below their parents, because the parents depend on them: page
 * data may be the parent of its own template. Without these parents no cycle remains.
 */
export function circularParents(entries: readonly Dependent[]): ReadonlySet<string> {
  const needs = new Map(entries.map(({ id, template }) => [id, template === null ? [] : [template]]));
  const circular = new Set<string>();
  for (const { id, parent } of entries) {
    if (parent === null) continue;
    if (leadsTo(parent, id, needs)) circular.add(id);
    else needs.get(id)?.push(parent);
  }
  return circular;
}

function leadsTo(from: string, to: string, needs: ReadonlyMap<string, readonly string[]>): boolean {
  const reached = new Set([from]);
  // The set grows during the iteration.
  for (const id of reached) {
    if (id === to) return true;
    for (const need of needs.get(id) ?? []) reached.add(need);
  }
  return false;
}
