import type { JsonObject } from '../../kernel/contract/json.js';
import { recordOf } from '../content-builders.js';
import { asDeclared } from '../declared-here.js';
import type { RoutableDeclaration, RouteState } from '../declarations.js';
import type { ScaffoldRecord } from '../scaffold-store.js';
import type { FlushDeps } from './flush-deps.js';
import { routeNameOf, uniqueRouteName } from './route-names.js';
import { labelOf, wantsGeneratedRoute } from './route-finder.js';
import { ScaffoldError } from '../scaffold-error.js';

/** Gives every stored page and page data its route, parents first. A routable that has one keeps it. */
export async function writeRoutes(deps: FlushDeps): Promise<void> {
  for (const routable of deps.declarations.routables) {
    const record = recordOf(routable.outcome);
    if (routable.route.isDecided || routable.outcome.kind === 'pending') continue;
    routable.route =
      record === null
        ? decided(null, false)
        : await asDeclared(routable.declared, () => writeRoute(deps, routable, record));
    if (routable.route.record !== null)
      deps.counter.count(routable.route.isCreated ? 'created' : 'kept', 'route');
  }
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
  const target: JsonObject = {
    [routable.kind === 'page' ? 'page' : 'pageData']: record.iri,
    ...(routable.liveAt === undefined ? {} : { liveAt: routable.liveAt?.toISOString() ?? null }),
  };
  if (routable.path !== null) return writeExplicitRoute(deps, routable.path, { routable, target });
  if (!wantsGeneratedRoute(routable)) return decided(null, false);
  if (routable.parent !== null && routable.parent.route.record === null)
    throw new ScaffoldError(
      `${labelOf(routable)} gets its path from its parent, but ${labelOf(routable.parent)} has no route. ` +
        'Give the parent a route, or this one an explicit path.',
    );
  const route = await store.generateRoute(target);
  if (routable.routeName === null || route.values['name'] === routable.routeName) return decided(route, true);
  return decided(await store.patch(route, { name: routable.routeName }), true);
}

async function writeExplicitRoute(
  deps: FlushDeps,
  path: string,
  { routable, target }: { routable: RoutableDeclaration; target: JsonObject },
): Promise<RouteState> {
  const { store } = deps;
  const byName = routable.routeName === null ? null : await store.find('Route', { name: routable.routeName });
  const existing = (await store.find('Route', { path })) ?? byName;
  if (existing !== null) return decided(existing, false);
  const name = routable.routeName ?? (await uniqueRouteName(store, routeNameOf(path)));
  return decided(await store.create('Route', { path, name, ...target }), true);
}
