/** A random site, and the expected visibility for each caller. */
export interface ModelSite {
  readonly routableSecurity: boolean;
  /** A path rule that anonymous visitors fail. */
  readonly refused: string;
  readonly records: readonly ModelRecord[];
  readonly redirects: readonly ModelRedirect[];
  /** Targets of links that are not placed on a page. */
  readonly links: readonly ModelTarget[];
  readonly components: readonly ModelComponent[];
}

/** `over`: its expiry date has passed too. */
export type ModelDate = 'past' | 'future' | 'never' | 'over';

export interface ModelRecord {
  readonly kind: 'page' | 'data';
  /** Index of an earlier record. */
  readonly parent: number | null;
  /** Index of an earlier page, for page data. */
  readonly template: number | null;
  readonly route: { readonly path: string; readonly live: ModelDate } | null;
  readonly isReachable: boolean;
}

/** A route of a record that has one, or an earlier redirect. */
export type ModelTarget = { readonly record: number } | { readonly redirect: number };

export interface ModelRedirect {
  readonly path: string;
  readonly live: ModelDate;
  readonly to: ModelTarget;
}

/** Position of a component: in groups of pages, in a slot of page data, or in a group of an earlier component. */
export interface ModelComponent {
  readonly pages: readonly number[];
  readonly records: readonly number[];
  readonly inside: number | null;
}

export type Caller = 'anonymous' | 'user' | 'admin';
export type Verdict = 'shown' | 'denied' | 'missing';

export interface ModelAnswer {
  route(target: ModelTarget): Verdict;
  isRouteListed(target: ModelTarget): boolean;
  /** Whether relations can reference a route. */
  isLive(target: ModelTarget): boolean;
  /** Returns the redirects to a route that its document shows. */
  redirectsTo(target: ModelTarget): readonly number[];
  /** Returns the record of the route at which a redirect ends. */
  final(redirect: number): number;
  routeManifest(target: ModelTarget): Verdict;
  record(index: number): Verdict;
  isRecordListed(index: number): boolean;
  recordManifest(index: number): Verdict;
  component(index: number): Verdict;
  isComponentListed(index: number): boolean;
}

/** Computes the visibility by brute force: each check walks the whole site. */
export function answer(site: ModelSite, caller: Caller): ModelAnswer {
  const routes = routeAnswers(site, caller);
  const places = placeAnswers(site, caller, routes.mayOpen);
  const isAdmin = caller === 'admin';
  const isPage = (index: number): boolean => site.records[index]?.kind === 'page';
  const isRouted = (index: number): boolean => site.records[index]?.route != null;
  const verdict = (isShown: boolean): Verdict => (isAdmin || isShown ? 'shown' : 'denied');
  const isPublic = !site.routableSecurity;
  return {
    ...routes,
    record: (index) => verdict((isPage(index) && isPublic) || places.isOpen(index)),
    isRecordListed(index) {
      if (isAdmin) return true;
      if (!isRouted(index) && site.records[index]?.isReachable === true) return false;
      return isPublic || (isRouted(index) && routes.route({ record: index }) === 'shown');
    },
    recordManifest(index) {
      if (isAdmin) return 'shown';
      if (isRouted(index) && !routes.isLive({ record: index })) return 'missing';
      if (places.isOpen(index)) return 'shown';
      return isRouted(index) ? 'denied' : 'missing';
    },
    component: (index) => verdict(places.holds(index, places.isOpen)),
    isComponentListed: (index) => isAdmin || places.holds(index, places.isOpenToLists),
  };
}

type RouteAnswers = Pick<
  ModelAnswer,
  'route' | 'isRouteListed' | 'isLive' | 'redirectsTo' | 'final' | 'routeManifest'
> & { mayOpen(target: ModelTarget): boolean };

function routeAnswers({ records, redirects, refused }: ModelSite, caller: Caller): RouteAnswers {
  const stem = refused.replace('*', '');
  const pathOf = (target: ModelTarget): string =>
    ('record' in target ? records[target.record]?.route : redirects[target.redirect])?.path ?? '';
  const passes = caller !== 'anonymous';
  const mayOpen = (target: ModelTarget): boolean => passes || !pathOf(target).includes(stem);
  const final = (redirect: number): number => {
    const to = redirects[redirect]?.to ?? { record: 0 };
    return 'record' in to ? to.record : final(to.redirect);
  };
  const isLive = (target: ModelTarget): boolean => {
    if (caller === 'admin') return true;
    if ('record' in target) return isDateCome(records, target.record);
    return redirects[target.redirect]?.live === 'past' && isLive({ record: final(target.redirect) });
  };
  const route = (target: ModelTarget): Verdict => {
    if (!isLive(target)) return 'missing';
    return mayOpen(target) ? 'shown' : 'denied';
  };
  return {
    mayOpen,
    final,
    isLive,
    route,
    // The list applies the rule's wildcard to the whole path.
    isRouteListed: (target) => isLive(target) && (passes || !pathOf(target).startsWith(stem)),
    redirectsTo: (target) =>
      redirects.flatMap(({ to }, at) =>
        isSame(to, target) && route({ redirect: at }) === 'shown' ? [at] : [],
      ),
    routeManifest(target) {
      if (!isLive(target)) return 'missing';
      const end = 'record' in target ? target : { record: final(target.redirect) };
      return mayOpen(target) && mayOpen(end) ? 'shown' : 'denied';
    },
  };
}

const isSame = (left: ModelTarget, right: ModelTarget): boolean =>
  JSON.stringify(left) === JSON.stringify(right);

/** Whether the live dates of a record's route and its ancestors have passed. */
function isDateCome(records: readonly ModelRecord[], index: number): boolean {
  for (let at: number | null = index; at !== null; at = records[at]?.parent ?? null) {
    const route = records[at]?.route;
    if (route && route.live !== 'past') return false;
  }
  return true;
}

/** Computes the visibility of the components of a record for callers other than administrators. */
function placeAnswers(
  { records, components, routableSecurity }: ModelSite,
  caller: Caller,
  mayOpen: (target: ModelTarget) => boolean,
) {
  const ids = records.map((_record, index) => index);
  const isRouted = (index: number): boolean => records[index]?.route != null;
  const isReachable = (index: number): boolean => !isRouted(index) && records[index]?.isReachable === true;
  const isBelow = (index: number, top: number): boolean => {
    for (let at: number | null = index; at !== null; at = records[at]?.parent ?? null)
      if (at === top) return true;
    return false;
  };
  const isBehindRoute = (top: number): boolean =>
    ids.some((at) => isBelow(at, top) && isRouted(at) && isDateCome(records, at) && mayOpen({ record: at }));
  const isBehindFlag = (top: number): boolean =>
    !isRouted(top) && ids.some((at) => isBelow(at, top) && isReachable(at) && isDateCome(records, at));
  const usersOf = (page: number): number[] => ids.filter((at) => records[at]?.template === page);

  /** Lists ignore records that are reachable without a route. */
  const evaluate = (forLists: boolean) => {
    const isItselfOpen = (index: number): boolean => {
      if (isBehindRoute(index) || (!forLists && isBehindFlag(index))) return true;
      if (routableSecurity) return false;
      if (!isRouted(index)) return !forLists || !isReachable(index);
      return records[index]?.kind === 'data' && mayOpen({ record: index });
    };
    return (index: number): boolean => isItselfOpen(index) || usersOf(index).some(isItselfOpen);
  };
  const placesOf = (index: number): number[] => {
    const component = components[index];
    if (component === undefined) return [];
    const outer = component.inside === null ? [] : placesOf(component.inside);
    return [...component.pages, ...component.records, ...outer];
  };
  return {
    isOpen: evaluate(false),
    isOpenToLists: evaluate(true),
    holds(index: number, isOpen: (place: number) => boolean): boolean {
      const places = placesOf(index);
      return places.length === 0 || places.some(isOpen);
    },
  };
}
