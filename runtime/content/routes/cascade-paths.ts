import type { WriteScope } from '../../contract/operations.js';
import type { Reference, StoredRecord } from '../../contract/record.js';
import { validationFailed } from '../../errors/catalog.js';
import type { RecordReader } from '../../records/record-reader.js';
import type { Descendant } from './descendants.js';
import { loadDescendants } from './descendants.js';
import { freeRouteName } from './free-names.js';
import type { RouteWrites } from './route-writes.js';

interface Move {
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

export const PATH_TAKEN = {
  propertyPath: 'path',
  message: 'This path is already in use.',
  code: '23bd9dbf-6b9b-41cd-a99e-4844bcf3077f',
};

/**
 * Rewrites the paths below a renamed route and leaves a redirect at every old one (specification, Routes, rule 8).
 * @throws AppError 422 when a new path is in use; nothing has changed then.
 */
export async function cascadePaths(
  root: { readonly record: Reference; readonly from: string; readonly to: string },
  { reader, writes }: { readonly reader: RecordReader; readonly writes: RouteWrites },
  scope: WriteScope,
): Promise<void> {
  const tree = await lockDescendants(root.record.id, scope);
  const moves = planMoves(tree, root.from, root.to);
  if (moves.length === 0) return;
  assertDistinct(moves, root.from);
  const records = new Map(
    (
      await reader.findMany(
        scope.session,
        'Route',
        moves.map(({ id }) => id),
      )
    ).map((record) => [record.id, record]),
  );
  await releasePaths(moves, writes, scope);
  for (const move of inSafeOrder(moves, root)) {
    const record = records.get(move.id);
    if (record !== undefined) await rename(record, move, writes, scope);
  }
  for (const { id, from, to } of moves) {
    const name = await freeRouteName(from, scope.session);
    await writes.insertRedirect({ path: from, name }, { type: 'Route', id, key: to }, scope);
  }
}

/**
 * Locks the routes of the subtree until no new one appears: whoever generates a route below one of them holds a lock on
 * that one, so it is either seen here or waits and then reads the new path.
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

/** A record without a route adds no segment; a path that left its parent's prefix is left alone with all below it. */
export function planMoves(tree: readonly Descendant[], from: string, to: string): Move[] {
  return tree.flatMap(({ route, children }): Move[] => {
    if (route === null) return planMoves(children, from, to);
    if (!route.path.startsWith(prefixOf(from))) return [];
    const path = prefixOf(to) + route.path.slice(prefixOf(from).length);
    return [{ id: route.id, from: route.path, to: path }, ...planMoves(children, route.path, path)];
  });
}

/** What the paths below a path begin with; that of `/` is `/`. */
function prefixOf(path: string): string {
  return path.endsWith('/') ? path : `${path}/`;
}

/** A redirect has to stay at every old path, so no new path may be one of them. */
function assertDistinct(moves: readonly Move[], rootFrom: string): void {
  const old = new Set([rootFrom, ...moves.map(({ from }) => from)]);
  if (moves.some(({ to }) => old.has(to))) throw validationFailed([PATH_TAKEN]);
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

/** Deepest first when paths grow below the old ones, so that no row passes through a path another still has. */
function inSafeOrder(moves: readonly Move[], { from, to }: { from: string; to: string }): readonly Move[] {
  return to.startsWith(prefixOf(from)) ? [...moves].reverse() : moves;
}

async function rename(
  record: StoredRecord,
  move: Move,
  writes: RouteWrites,
  scope: WriteScope,
): Promise<void> {
  const name = record.values.name === move.to ? move.to : await freeRouteName(move.to, scope.session);
  await writes.change(record, { path: move.to, name }, scope);
}
