import type { JsonObject } from '../../kernel/contract/json.js';
import { recordOf } from '../content-builders.js';
import { asDeclared } from '../declared-here.js';
import type { RoutableDeclaration, RouteState } from '../declarations.js';
import type { ScaffoldRecord } from '../scaffold-store.js';
import type { FlushDeps } from './flush-deps.js';
import { routeNameOf, uniqueRouteName } from './route-names.js';
import { labelOf, wantsGeneratedRoute } from './route-finder.js';
import { ScaffoldError } from '../scaffold-error.js';
import { storeTogether } from './store-together.js';

/** Gives every stored page and page data its route, parents first. A routable that has one keeps it. */
export async function writeRoutes(deps: FlushDeps): Promise<void> {
  const explicit: ExplicitRoute[] = [];
  const writeWaiting = (): Promise<void> =>
    storeTogether(explicit.splice(0), {
      declaredOf: ({ routable }) => routable.declared,
      store: (some) => writeExplicitRoutes(deps, some),
    });
  for (const routable of deps.declarations.routables) {
    const record = recordOf(routable.outcome);
    if (routable.route.isDecided || routable.outcome.kind === 'pending') continue;
    if (record === null) {
      decide(deps, routable, decided(null, false));
    } else if (routable.path !== null && typeof record.values['route'] !== 'string') {
      explicit.push({ routable, record, path: routable.path });
    } else {
      // Its path may come from that of one which waits.
      if (wantsGeneratedRoute(routable)) await writeWaiting();
      decide(deps, routable, await asDeclared(routable.declared, () => writeRoute(deps, routable, record)));
    }
  }
  await writeWaiting();
}

function decide(
  { counter, declarations }: FlushDeps,
  routable: RoutableDeclaration,
  route: RouteState,
): void {
  routable.route = route;
  const name = route.record?.values['name'];
  if (typeof name === 'string') declarations.routed.set(name, routable);
  if (route.record !== null) counter.count(route.isCreated ? 'created' : 'kept', 'route');
}

const decided = (record: ScaffoldRecord | null, isCreated: boolean): RouteState => ({
  record,
  isCreated,
  isDecided: true,
});

async function writeRoute(
  deps: FlushDeps,
  routable: RoutableDeclaration,
  record: ScaffoldRecord,
): Promise<RouteState> {
  const { store } = deps;
  const own = record.values['route'];
  if (typeof own === 'string') return decided(await store.read(own), false);
  if (!wantsGeneratedRoute(routable)) return decided(null, false);
  if (routable.parent !== null && routable.parent.route.record === null)
    throw new ScaffoldError(
      `${labelOf(routable)} gets its path from its parent, but ${labelOf(routable.parent)} has no route. ` +
        'Give the parent a route, or this one an explicit path.',
    );
  const route = await store.generateRoute(targetOf(routable, record));
  if (routable.routeName === null || route.values['name'] === routable.routeName) return decided(route, true);
  return decided(await store.patch(route, { name: routable.routeName }), true);
}

function targetOf(routable: RoutableDeclaration, { iri }: ScaffoldRecord): JsonObject {
  return {
    [routable.kind === 'page' ? 'page' : 'pageData']: iri,
    ...(routable.liveAt === undefined ? {} : { liveAt: routable.liveAt?.toISOString() ?? null }),
  };
}

/** A route whose path was given. */
interface ExplicitRoute {
  readonly routable: RoutableDeclaration;
  readonly record: ScaffoldRecord;
  readonly path: string;
}

/** Paths and names that are in use keep the routes that have them; derived names get suffixes. */
async function writeExplicitRoutes(deps: FlushDeps, entries: readonly ExplicitRoute[]): Promise<void> {
  const { store } = deps;
  const pending = entries.filter(({ routable }) => !routable.route.isDecided);
  const byPath = await store.findAll(
    'Route',
    'path',
    pending.map(({ path }) => path),
  );
  const byName = await store.findAll('Route', 'name', pending.map(nameOf));
  const fresh: { readonly routable: RoutableDeclaration; readonly body: JsonObject }[] = [];
  const repeated: ExplicitRoute[] = [];
  const taken = new Set<string>();
  for (const entry of pending) {
    const { routable, record, path } = entry;
    const named = byName.get(nameOf(entry));
    const existing = byPath.get(path) ?? (routable.routeName === null ? undefined : named);
    if (existing !== undefined) {
      decide(deps, routable, decided(existing, false));
      continue;
    }
    const name = named === undefined ? nameOf(entry) : await uniqueRouteName(store, nameOf(entry));
    const keys = [`path ${path}`, `name ${name}`];
    if (keys.some((key) => taken.has(key))) repeated.push(entry);
    else fresh.push({ routable, body: { path, name, ...targetOf(routable, record) } });
    for (const key of keys) taken.add(key);
  }
  const created = await store.createAll(
    'Route',
    fresh.map(({ body }) => body),
  );
  for (const [index, { routable }] of fresh.entries())
    decide(deps, routable, decided(created[index] ?? null, true));
  // They meet what was stored just now.
  for (const entry of repeated)
    await asDeclared(entry.routable.declared, () => writeExplicitRoutes(deps, [entry]));
}

const nameOf = ({ routable, path }: ExplicitRoute): string => routable.routeName ?? routeNameOf(path);
