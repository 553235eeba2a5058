import type { BaseRows, Node, ReachRows } from './visibility-index-rows.js';

/** For paths without a date. */
const ALWAYS = 0;

type Moment = number | null;

interface Opening {
  readonly place: string;
  readonly opener: string;
  readonly way: string;
  readonly route: string | null;
  readonly from: Moment;
}

/** Computes the rows that should be stored, walking from each record and component separately. */
export function modelReach(rows: BaseRows): ReachRows {
  const standing = standingOf(rows);
  const sets = [...new Set([...standing.values()].filter((places) => places.includes('+')))];
  const openings = openingsOf(rows, sets);
  const places = [...rows.nodes.map(({ id }) => id), ...rows.layouts, ...sets];
  return {
    openings: openings
      .map(({ place, opener, way, route, from }) =>
        [place, way, opener, String(route), String(from)].join(' '),
      )
      .sort(),
    places: places
      .map((place) =>
        momentsOf(
          place,
          openings.filter((opening) => opening.place === place),
        ),
      )
      .sort(),
    routes: routesOf(rows),
    standing: [...rows.components]
      .map(([id, published]) => `${id} ${standing.get(published) ?? 'nowhere'}`)
      .sort(),
    counts: countsOf(rows, standing),
  };
}

/** Counts the components of each type in each place, without drafts of others. */
function countsOf(rows: BaseRows, standing: ReadonlyMap<string, string>): readonly string[] {
  const totals = new Map<string, number>();
  for (const [id, published] of rows.components) {
    const place = standing.get(published);
    if (place === undefined || published !== id) continue;
    const key = `${rows.types.get(id) ?? ''} ${place}`;
    totals.set(key, (totals.get(key) ?? 0) + 1);
  }
  return [...totals].map(([key, total]) => `${key} ${total}`).sort();
}

/** Returns the latest time; null means never. */
function latest(moments: readonly Moment[]): Moment {
  return moments.some((moment) => moment === null) ? null : Math.max(...moments.map(Number));
}

/** Returns a record and its ancestors, nearest first. */
function chainOf(record: Node, nodes: ReadonlyMap<string, Node>): readonly Node[] {
  const chain: Node[] = [];
  for (
    let at: Node | undefined = record;
    at !== undefined && !chain.includes(at);
    at = nodes.get(at.parent ?? '')
  )
    chain.push(at);
  return chain;
}

function openingsOf(rows: BaseRows, sets: readonly string[]): readonly Opening[] {
  const nodes = new Map(rows.nodes.map((node) => [node.id, node]));
  const dates = new Map(rows.routes.map(({ id, liveAt }) => [id, liveAt]));
  /** Returns the places that show the content of a record: itself, its template, and the layout of either. */
  const placesOf = (node: Node): readonly string[] => {
    const own = [node.id, node.template, node.layout, nodes.get(node.template ?? '')?.layout];
    const single = own.filter((place) => typeof place === 'string');
    return [...single, ...sets.filter((set) => set.split('+').some((place) => single.includes(place)))];
  };
  const found = new Map<string, Opening>();
  for (const opener of rows.nodes) {
    const chain = chainOf(opener, nodes);
    const moments = chain.flatMap(({ route }) => (route === null ? [] : [dates.get(route) ?? null]));
    const add = (way: string, at: readonly Node[], [route, from]: readonly [string | null, Moment]): void => {
      for (const place of at.flatMap(placesOf))
        found.set([place, way, opener.id].join(), { place, opener: opener.id, way, route, from });
    };
    if (opener.route !== null) {
      add('route', chain, [opener.route, latest(moments)]);
      if (opener.isData) add('path', [opener], [opener.route, null]);
      continue;
    }
    add(opener.isReachable ? 'unlisted' : 'unrouted', [opener], [null, null]);
    const unrouted = chain.filter(({ route }) => route === null);
    if (opener.isReachable && !opener.isDraft)
      add('flag', unrouted, [null, moments.length === 0 ? ALWAYS : latest(moments)]);
  }
  return [...found.values()];
}

/** Returns from when lists show the content of a place, if `routable_security` is not set, passed and failed. */
function momentsOf(place: string, openings: readonly Opening[]): string {
  const has = (...ways: readonly string[]): boolean => openings.some(({ way }) => ways.includes(way));
  const dates = openings.flatMap(({ way, from }) => (way === 'route' && from !== null ? [from] : []));
  const routed = dates.length === 0 ? null : Math.min(...dates);
  const isUsed = openings.length > 0;
  const from = (isAlways: boolean): string => String(!isUsed || isAlways ? ALWAYS : routed);
  return [place, from(has('unrouted', 'path')), from(has('unrouted')), from(false)].join(' ');
}

function routesOf({ routes, nodes: list }: BaseRows): readonly string[] {
  const nodes = new Map(list.map((node) => [node.id, node]));
  const byId = new Map(routes.map((route) => [route.id, route]));
  const own = (id: string): Moment => {
    const owner = list.find(({ route }) => route === id);
    const above = owner === undefined ? [] : chainOf(owner, nodes);
    const ids = [id, ...above.flatMap(({ route }) => route ?? [])];
    return latest(ids.map((each) => byId.get(each)?.liveAt ?? null));
  };
  return routes
    .map(({ id }) => {
      const hops = [id];
      let next = byId.get(id)?.redirect ?? null;
      for (; next !== null && !hops.includes(next); next = byId.get(next)?.redirect ?? null) hops.push(next);
      // Redirect cycles have no end, so only the redirect's own date counts.
      const ends = next === null ? [id, hops.at(-1) ?? id] : [id];
      return `${id} ${String(latest(ends.map(own)))}`;
    })
    .sort();
}

/** Returns the place of each published component, or its places joined; components without a place are absent. */
function standingOf(rows: BaseRows): ReadonlyMap<string, string> {
  const published = (id: string): string => rows.components.get(id) ?? id;
  const standing = new Map<string, string>();
  for (const start of new Set(rows.components.values())) {
    const [places, seen] = [new Set<string>(), new Set<string>([start])];
    for (const component of seen) {
      for (const [record, held] of rows.slots) if (held === component) places.add(record);
      for (const [group, held] of rows.positions) {
        if (held !== component) continue;
        for (const [owner, owned] of rows.ownedByRecords) if (owned === group) places.add(owner);
        for (const [owner, owned] of rows.ownedByComponents) if (owned === group) seen.add(published(owner));
      }
    }
    if (places.size > 0) standing.set(start, [...places].sort().join('+'));
  }
  return standing;
}
