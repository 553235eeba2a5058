import type { ApiDocument } from '../../api/client.js';
import type { SiteDocuments } from '../../api/site-documents.js';

/** Page, template or page data. */
export interface PageNode {
  readonly record: ApiDocument;
  readonly title: string;
  readonly isTemplate: boolean;
  readonly isPageData: boolean;
  readonly route?: ApiDocument;
  /** Routes that redirect to this page, the nearest first. */
  readonly redirects: readonly ApiDocument[];
  readonly children: readonly PageNode[];
}

export interface Site {
  /** Pages without a parent, sorted by path. */
  readonly roots: readonly PageNode[];
  /** Templates, with their page data that has no other parent. */
  readonly templates: readonly PageNode[];
  /** All nodes by IRI. */
  readonly nodes: ReadonlyMap<string, PageNode>;
}

interface Paged extends ApiDocument {
  readonly title?: string | null;
  readonly reference?: string;
  readonly isTemplate?: boolean;
  readonly page?: string;
  readonly route?: string;
  readonly parentPage?: string;
  readonly parentPageData?: string;
}

interface Redirect extends ApiDocument {
  readonly redirect?: string;
}

/** Builds the tree. Records whose parent is unknown are roots. */
export function buildSite({ records, routes }: SiteDocuments): Site {
  const known = new Map(records.map((record) => [record['@id'], record as Paged]));
  const routeOf = new Map(routes.map((route) => [route['@id'], route]));
  const redirectsTo = groupBy(routes as readonly Redirect[], ({ redirect }) => redirect);
  const below = groupBy([...known.values()], (record) => placeOf(record, known));
  const nodes = new Map<string, PageNode>();

  const nodeOf = (record: Paged): PageNode => {
    const route = record.route === undefined ? undefined : routeOf.get(record.route);
    const node: PageNode = {
      record,
      title: record.title || record.reference || '',
      isTemplate: record.isTemplate === true,
      isPageData: record['@type'] !== 'Page',
      ...(route === undefined ? {} : { route }),
      redirects: record.route === undefined ? [] : upstreamOf(record.route, redirectsTo),
      children: sorted((below.get(record['@id']) ?? []).map(nodeOf)),
    };
    nodes.set(record['@id'], node);
    return node;
  };

  const top = sorted((below.get(undefined) ?? []).map(nodeOf));
  return {
    roots: top.filter(({ isTemplate }) => !isTemplate),
    templates: top.filter(({ isTemplate }) => isTemplate),
    nodes,
  };
}

/** Returns the IRI of the parent, if the parent was read. */
function placeOf(record: Paged, known: ReadonlyMap<string, Paged>): string | undefined {
  const places = [record.parentPage, record.parentPageData, record.page];
  return places.find((iri) => iri !== undefined && known.has(iri));
}

function upstreamOf(
  route: string,
  redirectsTo: ReadonlyMap<string | undefined, readonly Redirect[]>,
): Redirect[] {
  const direct = redirectsTo.get(route) ?? [];
  return direct.flatMap((one) => [one, ...upstreamOf(one['@id'], redirectsTo)]);
}

function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

export const pathOf = (node: PageNode): string | undefined => {
  const path = node.route?.['path'];
  return typeof path === 'string' ? path : undefined;
};

/** Sorts page 2 before page 10. */
const READERS_ORDER = new Intl.Collator(undefined, { numeric: true });

/** Sorts by path, then nodes without a path by title. */
const sorted = (nodes: readonly PageNode[]): PageNode[] =>
  [...nodes].sort((a, b) => {
    const [one, other] = [pathOf(a), pathOf(b)];
    if (one !== undefined && other !== undefined) return READERS_ORDER.compare(one, other);
    if (one !== undefined || other !== undefined) return one === undefined ? 1 : -1;
    return READERS_ORDER.compare(a.title, b.title);
  });

/** Returns the nodes whose title or path contains the text, with their ancestors. */
export function found(nodes: readonly PageNode[], text: string): PageNode[] {
  const wanted = text.trim().toLowerCase();
  const has = (value: string | undefined): boolean => value?.toLowerCase().includes(wanted) ?? false;
  return nodes.flatMap((node) => {
    if (has(node.title) || has(pathOf(node))) return [node];
    const children = found(node.children, wanted);
    return children.length === 0 ? [] : [{ ...node, children }];
  });
}

/** Returns a node and its descendants. */
export const withDescendants = (node: PageNode): PageNode[] => [
  node,
  ...node.children.flatMap(withDescendants),
];
