/** A random site, and the plain answer to what an anonymous visitor reaches in it. */
export interface ModelSite {
  readonly routableSecurity: boolean;
  /** A rule on paths that anonymous visitors fail. */
  readonly refused: string;
  readonly records: readonly ModelRecord[];
  readonly components: readonly ModelComponent[];
}

export interface ModelRecord {
  readonly kind: 'page' | 'data';
  /** Index of an earlier record. */
  readonly parent: number | null;
  /** Index of an earlier page, for page data. */
  readonly template: number | null;
  readonly route: { readonly path: string; readonly live: 'past' | 'future' | 'never' } | null;
}

/** Where a component stands: in groups of pages, in a property of page data, or in a group of an earlier component. */
export interface ModelComponent {
  readonly pages: readonly number[];
  readonly records: readonly number[];
  readonly inside: number | null;
}

export interface ModelAnswer {
  readonly routes: readonly boolean[];
  readonly routeList: readonly boolean[];
  readonly records: readonly boolean[];
  readonly recordList: readonly boolean[];
  readonly components: readonly boolean[];
}

/** Brute force: every question is answered by walking the whole site. */
export function answer(site: ModelSite): ModelAnswer {
  const { records, components, routableSecurity } = site;
  const ids = records.map((_record, index) => index);
  const stem = site.refused.replace('*', '');
  const isAllowed = (index: number): boolean => !(records[index]?.route?.path.includes(stem) ?? false);
  const isLive = (index: number): boolean => {
    for (let at: number | null = index; at !== null; at = records[at]?.parent ?? null) {
      const route = records[at]?.route;
      if (route && route.live !== 'past') return false;
    }
    return true;
  };
  const isBelow = (index: number, top: number): boolean => {
    for (let at: number | null = index; at !== null; at = records[at]?.parent ?? null)
      if (at === top) return true;
    return false;
  };
  const isRouted = (index: number): boolean => records[index]?.route != null;
  const isOpen = (index: number): boolean => isRouted(index) && isLive(index) && isAllowed(index);
  const isReached = (top: number): boolean => ids.some((index) => isBelow(index, top) && isOpen(index));
  const mayReadData = (index: number): boolean => {
    if (isReached(index)) return true;
    if (routableSecurity) return false;
    return !isRouted(index) || isAllowed(index);
  };
  const usersOf = (page: number): number[] => ids.filter((index) => records[index]?.template === page);
  const mayReadPage = (index: number): boolean =>
    !routableSecurity || isReached(index) || usersOf(index).some(isReached);
  const pageIsPlace = (index: number): boolean =>
    isReached(index) || (!routableSecurity && !isRouted(index)) || usersOf(index).some(mayReadData);

  const placesOf = (index: number): { pages: number[]; data: number[] } => {
    const component = components[index];
    if (component === undefined) return { pages: [], data: [] };
    const outer = component.inside === null ? { pages: [], data: [] } : placesOf(component.inside);
    return { pages: [...component.pages, ...outer.pages], data: [...component.records, ...outer.data] };
  };
  return {
    routes: ids.map(isOpen),
    // The list reads the rule's wildcard over the whole path.
    routeList: ids.map(
      (index) => isRouted(index) && isLive(index) && !(records[index]?.route?.path.startsWith(stem) ?? false),
    ),
    records: ids.map((index) => (records[index]?.kind === 'page' ? mayReadPage(index) : mayReadData(index))),
    recordList: ids.map((index) => !routableSecurity || isOpen(index)),
    components: components.map((_component, index) => {
      const { pages, data } = placesOf(index);
      if (pages.length === 0 && data.length === 0) return true;
      return pages.some(pageIsPlace) || data.some(mayReadData);
    }),
  };
}
