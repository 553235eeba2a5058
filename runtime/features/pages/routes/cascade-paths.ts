import type { SqlSession } from '../../../kernel/contract/database/database.js';
import type { Reference, StoredRecord } from '../../../kernel/contract/records/record.js';
import { VIOLATION_CODES } from '../../../kernel/contract/records/violation-codes.js';
import type { WriteScope } from '../../../kernel/contract/records/writes.js';
import { validationFailed } from '../../../kernel/errors/catalog.js';
import type { RecordReader } from '../../../kernel/records/record-reader.js';
import { type Descendant, loadDescendants } from './descendants.js';
import { freeRouteName, LONGEST_PATH } from './free-names.js';
import type { RouteWrites } from './route-writes.js';
import { messageOf } from '../../../kernel/util/text/message-text.js';
import { violationAt } from '../../../kernel/validation/violation-at.js';

/** A route that moves from one path to another. */
interface Move {
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

interface NamedMove {
  readonly move: Move;
  /** Name of the route at its new path. */
  readonly name: string;
  /** Name of the redirect that remains at the old path. */
  readonly redirectName: string;
}

/** A routed record whose descendants move from below any of several paths to below one. */
export interface CascadeRoot {
  readonly record: Reference;
  readonly from: readonly string[];
  readonly to: string;
}

export const PATH_TAKEN = {
  propertyPath: 'path',
  message: 'This path is already in use.',
  code: VIOLATION_CODES.unique,
};

/**
 * Rewrites the paths below a route and leaves a redirect at each old one (core.md section 6.5).
 * @throws AppError 422 if a new path is taken or too long; nothing has changed then
 */
export async function cascadePaths(
  root: CascadeRoot,
  { reader, writes }: { readonly reader: RecordReader; readonly writes: RouteWrites },
  scope: WriteScope,
): Promise<void> {
  const tree = await lockDescendants(root.record.id, scope);
  const moves = planMoves(tree, root.from, root.to);
  if (moves.length === 0) return;
  assertDistinct(moves, root.from);
  assertFitting(moves);
  await releasePaths(moves, writes, scope);
  const ids = moves.map(({ id }) => id);
  const records = new Map(
    (await reader.findMany(scope.session, 'Route', ids)).map((record) => [record.id, record]),
  );
  const named = await nameMoves(moves, records, scope.session);
  await writes.changeAll(
    named.flatMap(({ move, name }) => {
      const record = records.get(move.id);
      return record === undefined ? [] : [{ record, members: { path: move.to, name } }];
    }),
    scope,
  );
  await writes.insertRedirects(
    named.map(({ move: { id, from, to }, redirectName }) => ({
      path: from,
      name: redirectName,
      to: { type: 'Route', id, key: to },
    })),
    scope,
  );
}

/**
 * Locks the routes of the subtree until no new one appears. A request that generates a route below another locks that
 * one. It is either visible here, or waits and then reads the new path.
 */
async function lockDescendants(id: string, { session }: WriteScope): Promise<readonly Descendant[]> {
  const locked = new Set<string>();
  for (;;) {
    const tree = await loadDescendants(id, session);
    const fresh = routeIds(tree).filter((route) => !locked.has(route));
    if (fresh.length === 0) return tree;
    const sql = `select t.id as id from ${session.table('route')} t
where ${session.dialect.anyOf('t.id', 'ids', 'uuid')} order by t.id${session.dialect.forUpdate}`;
    await session.all(sql, { ids: fresh.sort() });
    for (const route of fresh) locked.add(route);
  }
}

function routeIds(tree: readonly Descendant[]): string[] {
  return tree.flatMap(({ route, children }) => [
    ...(route === null ? [] : [route.id]),
    ...routeIds(children),
  ]);
}

/**
 * Plans the moves below a route. A record without a route adds no segment. Routes outside the old prefixes stay, with
 * everything below them. Routes already below `to` stay, but their descendants are checked.
 */
export function planMoves(tree: readonly Descendant[], from: readonly string[], to: string): Move[] {
  return tree.flatMap(({ route, children }): Move[] => {
    if (route === null) return planMoves(children, from, to);
    const base = longestBase(route.path, from);
    if (base === undefined) return [];
    const below = (prefix: string): string => prefixOf(prefix) + route.path.slice(prefixOf(base).length);
    const path = below(to);
    const own = path === route.path ? [] : [{ id: route.id, from: route.path, to: path }];
    return [...own, ...planMoves(children, from.map(below), path)];
  });
}

/** Returns the longest base of a path. Bases may be nested: `/a/b/c` belongs to `/a/b` rather than `/a`. */
function longestBase(path: string, bases: readonly string[]): string | undefined {
  const found = bases.filter((base) => path.startsWith(prefixOf(base)));
  return found.sort((left, right) => right.length - left.length)[0];
}

/** Returns the prefix of all paths below a path; `/` for the root. */
function prefixOf(path: string): string {
  return path.endsWith('/') ? path : `${path}/`;
}

/** Checks the new paths: none may equal an old one, where a redirect remains, and no two may be equal. */
function assertDistinct(moves: readonly Move[], from: readonly string[]): void {
  const old = new Set([...from, ...moves.map((move) => move.from)]);
  const wanted = new Set(moves.map(({ to }) => to));
  if (wanted.size < moves.length || moves.some(({ to }) => old.has(to))) throw validationFailed([PATH_TAKEN]);
}

/** Checks the length of the new paths. They are never shortened, because other routes depend on them. */
function assertFitting(moves: readonly Move[]): void {
  const tooLong = moves.find(({ to }) => [...to].length > LONGEST_PATH);
  if (tooLong === undefined) return;
  const text = messageOf(
    'The path of "{{ path }}" would be too long. A path has {{ limit }} characters or less.',
    { parameters: { path: tooLong.from, limit: String(LONGEST_PATH) } },
  );
  throw validationFailed([violationAt('path', text, VIOLATION_CODES.tooLong)]);
}

async function releasePaths(moves: readonly Move[], writes: RouteWrites, scope: WriteScope): Promise<void> {
  const { session } = scope;
  const sql = `select r.route as path from ${session.table('route')} r where ${session.dialect.anyOf('r.route', 'paths', 'string')}`;
  const taken = await session.all<{ path: string }>(sql, { paths: moves.map(({ to }) => to) });
  const held = new Set(taken.map(({ path }) => path));
  for (const { id, to } of moves.filter((move) => held.has(move.to))) {
    if (!(await writes.releasePath(to, { type: 'Route', id, key: to }, scope)))
      throw validationFailed([PATH_TAKEN]);
  }
}

/**
 * Names moved routes after their new paths and the remaining redirects after the old ones. A taken name gets a
 * number. One statement, and one more for each taken name.
 */
async function nameMoves(
  moves: readonly Move[],
  records: ReadonlyMap<string, StoredRecord>,
  session: SqlSession,
): Promise<readonly NamedMove[]> {
  const taken = await takenNames(moves, session);
  const given = new Set<string>();
  const choose = async (wanted: string, own?: unknown): Promise<string> => {
    const isFree = wanted === own || (!taken.has(wanted) && !given.has(wanted));
    const name = isFree ? wanted : await freeRouteName(wanted, session, given);
    given.add(name);
    return name;
  };
  const names: string[] = [];
  for (const { id, to } of moves) names.push(await choose(to, records.get(id)?.values.name));
  // The moving routes have already released their names.
  for (const { values } of records.values()) taken.delete(String(values.name));
  const named: NamedMove[] = [];
  for (const [index, move] of moves.entries())
    named.push({ move, name: names[index] ?? move.to, redirectName: await choose(move.from) });
  return named;
}

/** Rows in: paths. Rows out: the names among them that routes have. Cost: the rows found, by the index of names. */
async function takenNames(moves: readonly Move[], session: SqlSession): Promise<Set<string>> {
  const sql = `select r.name as name
from ${session.table('route')} r
where ${session.dialect.anyOf('r.name', 'names', 'string')}`;
  const names = moves.flatMap(({ from, to }) => [from, to]);
  const rows = await session.all<{ name: string }>(sql, { names });
  return new Set(rows.map(({ name }) => name));
}
