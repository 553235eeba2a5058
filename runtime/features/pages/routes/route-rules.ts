import type {
  PendingWrite,
  StoredWrite,
  WriteRule,
  WriteScope,
} from '../../../kernel/contract/records/writes.js';
import { referenceOf } from '../../../kernel/records/references.js';
import type { Reference, StoredRecord } from '../../../kernel/contract/records/record.js';
import type { LockRecords } from '../../../kernel/records/lock-records.js';
import type { RecordReader } from '../../../kernel/records/record-reader.js';
import { areExchangesOpen } from '../../../kernel/writes/unique-exchanges.js';
import { cascadePaths } from './cascade-paths.js';
import { freeRouteName } from './free-names.js';
import type { PublishedOfPair } from './published-of-pair.js';
import { hasLeft, isFilled } from './rename-redirects.js';
import { pathFault } from './route-path.js';
import { loadRouteFacts } from './route-liveness.js';
import { leadsTo, type RouteWrites } from './route-writes.js';
import { wrongType } from '../../../kernel/validation/wrong-type.js';

interface RouteRuleDeps {
  readonly reader: RecordReader;
  readonly locks: Pick<LockRecords, 'lockAndLoad'>;
  readonly writes: RouteWrites;
  readonly publishedOfPair: PublishedOfPair;
}

const CYCLE = 'The redirect would create a circular reference.';
/** Fields that control the write and are not stored (core.md section 6.2, contract decision 61). */
const CASCADE_MEMBERS = [
  ['cascadeChildPaths', 'boolean', 'bool'],
  ['oldPath', 'string', 'string'],
] as const;
const SIDES = ['page', 'pageData'] as const;

/** Creates the rules of routes: paths, names, dates, redirects and the record of a route (core.md section 6). */
export function createRouteRules(deps: RouteRuleDeps): WriteRule {
  return {
    appliesTo: ({ name }) => name === 'Route',
    async prepare(write, scope) {
      checkCascade(write);
      addLeadingSlash(write);
      checkPath(write);
      await leadToPublished(write, deps, scope);
      await dropBorrowed(write, scope);
      await checkRedirect(write, scope);
      await releaseNewPath(write, deps, scope);
      await fillName(write, scope);
      await fillDate(write, deps, scope);
    },
    async apply(write, scope) {
      for (const side of SIDES) await moveRecord({ side, write }, deps, scope);
      await followRename(write, deps, scope);
    },
    many: {
      async prepare(writes, scope) {
        for (const write of writes) {
          checkCascade(write);
          addLeadingSlash(write);
          checkPath(write);
          await leadToPublished(write, deps, scope);
          await checkRedirect(write, scope);
          await releaseNewPath(write, deps, scope);
          await fillName(write, scope);
        }
        await fillDates(writes, deps, scope);
      },
      apply: (writes, scope) => moveRecords(writes, deps, scope),
    },
    result: ({ after }) => Promise.resolve(routeReference(after)),
  };
}

function checkCascade({ body, violations }: PendingWrite): void {
  for (const [propertyPath, type, name] of CASCADE_MEMBERS) {
    const value = body[propertyPath] ?? null;
    if (value === null || typeof value === type) continue;
    violations.add({ propertyPath, ...wrongType(name) });
  }
}

function addLeadingSlash({ values }: PendingWrite): void {
  if (typeof values.path === 'string') values.path = withSlash(values.path);
}

/** Validates the path. Unchanged paths that predate the rule stay valid. */
function checkPath({ before, values: { path }, violations }: PendingWrite): void {
  if (typeof path !== 'string' || path === before?.values.path) return;
  const fault = pathFault(path);
  if (fault !== undefined) violations.add(fault);
}

function withSlash(path: string): string {
  return path === '' || path.startsWith('/') ? path : `/${path}`;
}

async function leadToPublished(
  { values, before }: PendingWrite,
  { publishedOfPair }: RouteRuleDeps,
  { session }: WriteScope,
): Promise<void> {
  const wanted = referenceOf(values.pageData);
  if (wanted === null || wanted.id === referenceOf(before?.values.pageData)?.id) return;
  values.pageData = await publishedOfPair(wanted, session);
}

/**
 * Ignores fields that a redirect shows from its target and that a client sent back unchanged (contract decision 29).
 */
async function dropBorrowed(
  { kind, before, values, id }: PendingWrite,
  { session }: WriteScope,
): Promise<void> {
  if (kind === 'create' || before === null || before.values.redirect === null) return;
  const echoed = SIDES.filter((side) => before.values[side] === null && values[side] != null);
  if (echoed.length === 0) return;
  const final = (await loadRouteFacts({ ids: [id] }, session)).get(id)?.hops.at(-1);
  const shown = final?.chain[0]?.reference.id;
  for (const side of echoed) if (referenceOf(values[side])?.id === shown) values[side] = null;
}

/**
 * Validates the redirect. The target is locked, so that two routes cannot be redirected to each other concurrently.
 */
async function checkRedirect(write: PendingWrite, { session }: WriteScope): Promise<void> {
  const target = referenceOf(write.values.redirect);
  if (target === null || target.id === referenceOf(write.before?.values.redirect)?.id) return;
  const lock = `select t.id as id from ${session.table('route')} t where t.id = :id${session.dialect.forUpdate}`;
  await session.all(lock, { id: target.id });
  const chain = (await loadRouteFacts({ ids: [target.id] }, session)).get(target.id);
  if (target.id === write.id || (chain !== undefined && leadsTo(chain, write.id)))
    write.violations.add({ propertyPath: 'redirect', message: CYCLE, code: null });
}

/**
 * Frees the new path: redirects to this very route are released (contract decision 34), as are paths left in this
 * unit of work.
 */
async function releaseNewPath(
  write: PendingWrite,
  { writes }: RouteRuleDeps,
  scope: WriteScope,
): Promise<void> {
  const { before, values } = write;
  if (typeof values.path !== 'string' || values.path === before?.values.path) return;
  if (before === null && !hasLeft(scope.session)) return;
  await writes.releasePath(values.path, { type: 'Route', id: write.id, key: values.path }, scope);
}

/** Derives a missing name from the path. Its suffix never changes the path (contract decision 36). */
async function fillName({ values }: PendingWrite, { session }: WriteScope): Promise<void> {
  if (values.name != null || typeof values.path !== 'string' || values.path === '') return;
  values.name = await freeRouteName(values.path, session);
}

/**
 * Sets the dates of a new route: live now and without end, unless it replaces a route with other dates (contract
 * decisions 33 and 107).
 */
async function fillDate(write: PendingWrite, deps: RouteRuleDeps, scope: WriteScope): Promise<void> {
  if (write.kind === 'create' && !write.sent.has('liveAt')) await fillDates([write], deps, scope);
}

/** Sets the dates of new routes in order. */
async function fillDates(
  writes: readonly PendingWrite[],
  { locks }: RouteRuleDeps,
  { session, context: { now } }: WriteScope,
): Promise<void> {
  const shown = (write: PendingWrite): readonly Reference[] =>
    SIDES.flatMap((side) => referenceOf(write.values[side]) ?? []);
  const records = await locks.lockAndLoad(session, writes.flatMap(shown));
  const held = records.flatMap(({ values }) => referenceOf(values.route) ?? []);
  const routes = new Map((await locks.lockAndLoad(session, held)).map((route) => [route.id, route]));
  /** Dates of each record's route, by record id. */
  const dates = new Map<string, RouteDates>();
  for (const { id, values } of records) {
    const route = routes.get(referenceOf(values.route)?.id ?? '');
    if (route !== undefined) dates.set(id, datesOf(route.values));
  }
  for (const write of writes) {
    if (!write.sent.has('liveAt')) {
      const replaced = shown(write).flatMap(({ id }) => dates.get(id) ?? []);
      const later = replaced.filter(({ liveAt }) => liveAt === null || liveAt > now);
      write.values.liveAt = later.length === 0 ? now : later.at(-1)?.liveAt;
      if (!write.sent.has('expiresAt') && replaced.length > 0)
        write.values.expiresAt = replaced.at(-1)?.expiresAt;
    }
    for (const { id } of shown(write)) dates.set(id, datesOf(write.values));
  }
}

interface RouteDates {
  readonly liveAt: Date | null;
  readonly expiresAt: Date | null;
}

const datesOf = ({ liveAt, expiresAt = null }: Readonly<Record<string, unknown>>): RouteDates =>
  ({ liveAt, expiresAt }) as RouteDates; // date columns

/** Assigns the route to its record. A previous route of the record becomes a redirect. */
async function moveRecord(
  { side, write }: { readonly side: (typeof SIDES)[number]; readonly write: StoredWrite },
  deps: RouteRuleDeps,
  scope: WriteScope,
): Promise<void> {
  const held = referenceOf(write.before?.values[side]);
  const wanted = referenceOf(write.values[side]);
  if (held?.id === wanted?.id) return;
  const route = routeReference(write.after);
  const earlier = await findRecord(held, deps, scope);
  if (earlier !== undefined) await deps.writes.change(earlier, { route: null }, scope);
  const record = await findRecord(wanted, deps, scope);
  if (record !== undefined) {
    await deps.writes.change(record, { route }, scope);
    await redirectReplaced({ old: referenceOf(record.values.route), route }, deps, scope);
  }
}

/** Assigns new routes to their records. Most records have no route yet, and no two share one. */
async function moveRecords(
  writes: readonly StoredWrite[],
  deps: RouteRuleDeps,
  scope: WriteScope,
): Promise<void> {
  const routes = new Map<string, Reference>();
  const wanted: Reference[] = [];
  for (const write of writes)
    for (const side of SIDES) {
      const record = referenceOf(write.values[side]);
      if (record === null) continue;
      wanted.push(record);
      routes.set(record.id, routeReference(write.after));
    }
  const records = await deps.locks.lockAndLoad(scope.session, wanted);
  const isPlain =
    routes.size === wanted.length && records.every(({ values }) => referenceOf(values.route) === null);
  if (isPlain) {
    const changes = records.map((record) => ({ record, members: { route: routes.get(record.id) } }));
    await deps.writes.changeAll(changes, scope);
    return;
  }
  for (const write of writes) for (const side of SIDES) await moveRecord({ side, write }, deps, scope);
}

async function redirectReplaced(
  { old, route }: { readonly old: Reference | null; readonly route: Reference },
  deps: RouteRuleDeps,
  scope: WriteScope,
): Promise<void> {
  const replaced = await findRecord(old, deps, scope);
  if (replaced === undefined || replaced.id === route.id || replaced.values.redirect !== null) return;
  const chain = (await loadRouteFacts({ ids: [route.id] }, scope.session)).get(route.id);
  // A route that already leads to the replaced one would form a loop with it.
  if (chain !== undefined && leadsTo(chain, replaced.id)) return;
  await deps.writes.change(replaced, { redirect: route }, scope);
}

async function followRename(write: StoredWrite, deps: RouteRuleDeps, scope: WriteScope): Promise<void> {
  await cascade(write, deps, scope);
  const from = write.before?.values.path;
  if (typeof from !== 'string' || from === write.after.values.path || isFilled(from, scope.session)) return;
  // Routes that exchange their paths leave no redirect.
  if (areExchangesOpen(scope.session) && (await deps.writes.isHeld(from, scope))) return;
  const name = await freeRouteName(from, scope.session);
  await deps.writes.insertRedirects([{ path: from, name, to: routeReference(write.after) }], scope);
}

/**
 * Moves the routes below the previous path and below `oldPath`, even if the path is unchanged (contract decision 61).
 */
async function cascade(write: StoredWrite, deps: RouteRuleDeps, scope: WriteScope): Promise<void> {
  const { before, after, body } = write;
  const record = referenceOf(write.values.page) ?? referenceOf(write.values.pageData);
  if (before === null || record === null || body.cascadeChildPaths !== true) return;
  const to = String(after.values.path);
  const previous = String(before.values.path);
  const oldPath = typeof body.oldPath === 'string' ? withSlash(body.oldPath) : '';
  const from = new Set(previous === to ? [] : [previous]);
  // A route below the old path may belong to a record whose own route already has the right path.
  if (oldPath !== '' && oldPath !== to) from.add(oldPath).add(to);
  if (from.size > 0) await cascadePaths({ record, from: [...from], to }, deps, scope);
}

async function findRecord(
  wanted: Reference | null,
  { reader }: RouteRuleDeps,
  { session }: WriteScope,
): Promise<StoredRecord | undefined> {
  return wanted === null ? undefined : reader.findLocked(session, wanted);
}

function routeReference({ id, values }: StoredRecord): Reference {
  return { type: 'Route', id, key: String(values.path) };
}
