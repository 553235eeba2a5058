import { numbered } from '../features/pages/public-api.js';
import type { RedirectOptions, RouteReference } from './builders.js';
import {
  keptOutcome,
  PENDING,
  recordOf,
  SKIPPED,
  type DeclaredRecord,
  type LookUp,
  type RoutableRecord,
  type Stored,
} from './declared-record.js';
import type { DeclaredSite } from './declared-site.js';
import { declaredHere, ScaffoldError } from './scaffold-error.js';
import { IRI_OF } from './scaffold-resource.js';

/**
 * Declares the route of a page or page data. An existing route is kept. Without a path it is derived from the title,
 * below the parent's route.
 */
export function declareRoute(
  site: DeclaredSite,
  declared: Error,
  routable: () => RoutableRecord,
): DeclaredRecord {
  const { store } = site;
  return {
    kind: 'route',
    type: 'Route',
    declared,
    outcome: PENDING,
    keys() {
      const { path, routeName } = routable();
      return path === null ? {} : { path, name: routeName ?? routeNameOf(path) };
    },
    /** Paths and given names that are in use keep their routes. */
    async find(lookUp) {
      const { path, routeName, withoutRoute } = routable();
      const record = recordOf(routable());
      if (record === null) return SKIPPED;
      const own = record.values['route'];
      if (typeof own === 'string') return { kind: 'kept', record: await store.read(own) };
      if (path === null) return withoutRoute ? SKIPPED : undefined;
      const ofPath = await lookUp('Route', 'path', path);
      if (ofPath !== null || routeName === null) return keptOutcome(ofPath);
      return keptOutcome(await lookUp('Route', 'name', routeName));
    },
    async members(lookUp) {
      const { kind, path, routeName, liveAt, expiresAt } = routable();
      const iri = recordOf(routable())?.iri;
      const target = { [kind === 'page' ? 'page' : 'pageData']: iri, liveAt, expiresAt };
      if (path === null) return target;
      return { path, name: routeName ?? (await freeName(lookUp, path)), ...target };
    },
    writeAlone(target) {
      const { path, routeName, parent } = routable();
      if (path !== null) return undefined;
      return async () => {
        if (parent !== null && recordOf(parent.route) === null)
          throw new ScaffoldError(
            `${nameOf(routable())} gets its path from its parent, but ${nameOf(parent)} has no route. ` +
              'Give the parent a route, or this one an explicit path.',
          );
        const route = await store.generateRoute(target);
        const isNamed = routeName === null || route.values['name'] === routeName;
        return isNamed ? route : store.patch(route, { name: routeName });
      };
    },
    onStored(stored) {
      site.routesByName.set(String(stored.record.values['name']), stored);
    },
  };
}

/** Declares a redirect, unless its path is taken. */
export function declareRedirect(
  site: DeclaredSite,
  {
    path: given,
    to,
    options,
  }: { readonly path: string; readonly to: string; readonly options: string | RedirectOptions },
): void {
  const { name, liveAt, expiresAt } = typeof options === 'string' ? { name: options } : options;
  const path = given.startsWith('/') ? given : `/${given}`;
  site.redirects.push({
    kind: 'redirect',
    type: 'Route',
    declared: declaredHere(),
    outcome: PENDING,
    keys: () => ({ path, name: name ?? routeNameOf(path) }),
    find: async (lookUp) => keptOutcome(await lookUp('Route', 'path', path)),
    async members(lookUp) {
      if (name !== undefined) await assertNameIsFree(lookUp, path, name);
      const { record } = await routeByName(site, to, lookUp);
      const dates = { liveAt, expiresAt };
      return { path, name: name ?? (await freeName(lookUp, path)), redirect: record.iri, ...dates };
    },
  });
}

/** Returns the route of a declaration, which may not exist yet. */
export function routeReferenceOf(site: DeclaredSite, routable: RoutableRecord): RouteReference {
  return routeReference(site, async () => {
    const { outcome } = routable.route;
    if (outcome.kind === 'created' || outcome.kind === 'kept') return outcome;
    throw new ScaffoldError(`${nameOf(routable)} has no route yet. Use it in afterRoutes().`);
  });
}

/** Returns the route of that name. @throws ScaffoldError if it is neither declared nor stored */
export async function findRoute(site: DeclaredSite, name: string): Promise<RouteReference> {
  await routeByName(site, name);
  return routeReference(site, () => routeByName(site, name));
}

function routeReference(
  { store, routeRedirects }: DeclaredSite,
  find: () => Promise<Stored>,
): RouteReference {
  return {
    [IRI_OF]: async () => (await find()).record.iri,
    redirectTo(target) {
      routeRedirects.push(async () => {
        const { kind, record } = await find();
        if (kind === 'created') await store.patch(record, { redirect: await target[IRI_OF]() });
      });
    },
  };
}

async function routeByName(
  { store, routesByName }: DeclaredSite,
  name: string,
  lookUp: LookUp = (type, member, value) => store.find(type, { [member]: value }),
): Promise<Stored> {
  const stored = routesByName.get(name) ?? keptOutcome(await lookUp('Route', 'name', name));
  if (stored !== undefined) return stored;
  throw new ScaffoldError(`Named route "${name}" not found. Did you call flush() before getRoute()?`);
}

/** Returns the current or future path of a declaration; null without a route. */
export function expectedPath(site: DeclaredSite, routable: RoutableRecord): string | null {
  const actual = recordOf(routable.route)?.values['path'];
  if (typeof actual === 'string') return actual;
  if (routable.path !== null) return routable.path;
  if (routable.withoutRoute) return null;
  const segment = site.store.slug(routable.title(), routable.type);
  if (routable.parent === null) return `/${segment}`;
  const parentPath = expectedPath(site, routable.parent);
  return parentPath === null ? null : `${parentPath === '/' ? '' : parentPath}/${segment}`;
}

const nameOf = (routable: RoutableRecord): string => routable.label().replace(/^page "/, 'Page "');

async function assertNameIsFree(lookUp: LookUp, path: string, name: string): Promise<void> {
  const holder = await lookUp('Route', 'name', name);
  if (holder === null) return;
  throw new ScaffoldError(
    `The redirect "${path}" cannot be named "${name}", because the route "${String(holder.values['path'])}" already has that name.`,
  );
}

/** Derives a name from a path: `root` for `/`, else its segments joined by hyphens. */
function routeNameOf(path: string): string {
  const name = path.replaceAll(/[^\p{Letter}\p{Number}]+/gu, '-').replaceAll(/^-|-$/g, '');
  return name === '' ? 'root' : name;
}

/** Derives a free name from a path, with a suffix `-1`, `-2`, ... if necessary. */
async function freeName(lookUp: LookUp, path: string): Promise<string> {
  for (let number = 0; ; number += 1) {
    const name = numbered(routeNameOf(path), number);
    if ((await lookUp('Route', 'name', name)) === null) return name;
  }
}
