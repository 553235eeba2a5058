/** IRI of a resource: its path, including the prefix. */
export type Iri = string;

/** Document of any type. */
export interface AnyDocument {
  readonly '@id': Iri;
  readonly '@type': string;
}

interface Node {
  readonly iri: Iri;
  readonly children: readonly Node[];
}

/** Content of a page by depth; the page itself is the last depth. */
export interface PageTree<Types extends PageTypes> {
  /** Path to which the route redirects. */
  readonly redirectPath?: string;
  readonly depths: readonly PageDepth<Types>[];
  /** All documents by IRI, to resolve relations. */
  readonly documents: ReadonlyMap<Iri, AnyDocument>;
  /** JSON from which `treeOf` builds the tree. Rendering servers send it to the browser. */
  readonly snapshot: PageSnapshot;
}

export interface PageTypes {
  readonly component: AnyDocument;
  readonly pageData: AnyDocument;
  readonly page: AnyDocument;
  readonly layout: AnyDocument;
  readonly route: AnyDocument;
  readonly group: AnyDocument;
  readonly position: AnyDocument;
}

export interface PageDepth<Types extends PageTypes> {
  readonly route?: Types['route'];
  /** Page, or template of page data. */
  readonly page?: Types['page'];
  readonly pageData?: Types['pageData'];
  readonly layout?: Types['layout'];
  /** Groups of the layout. A layout of an outer depth is not repeated. */
  readonly layoutGroups: readonly GroupNode<Types>[];
  readonly groups: readonly GroupNode<Types>[];
}

export interface GroupNode<Types extends PageTypes> {
  readonly group: Types['group'];
  readonly positions: readonly PositionNode<Types>[];
}

export interface PositionNode<Types extends PageTypes> {
  readonly position: Types['position'];
  /** Component; absent if the caller can't see one. */
  readonly component?: Types['component'];
  /** Groups of the component. */
  readonly groups: readonly GroupNode<Types>[];
}

/** Manifest of a page with its documents, and the URL of its updates. */
export interface PageSnapshot {
  /** Requested path. */
  readonly path: string;
  readonly resource_iris: readonly Node[];
  readonly documents: readonly AnyDocument[];
  /** URL of the hub; absent without a hub. */
  readonly hub?: string;
}

/** Builds the tree of a page from its documents. Omits nodes that the caller can't read. */
export function treeOf<Types extends PageTypes>(snapshot: PageSnapshot): PageTree<Types> {
  const { resource_iris, documents: all } = snapshot;
  const documents = new Map(all.map((document) => [document['@id'], document]));
  const typed = (node: Node, type: string): boolean => documents.get(node.iri)?.['@type'] === type;

  const groupsOf = (nodes: readonly Node[]): readonly GroupNode<Types>[] =>
    nodes
      .filter((node) => typed(node, 'ComponentGroup'))
      .map(({ iri, children }) => ({
        group: documents.get(iri) as Types['group'],
        positions: children.filter((node) => typed(node, 'ComponentPosition')).map(positionOf),
      }));

  const positionOf = ({ iri, children }: Node): PositionNode<Types> => {
    const shown = children.find((node) => documents.has(node.iri));
    return {
      position: documents.get(iri) as Types['position'],
      ...(shown === undefined ? {} : { component: documents.get(shown.iri) as Types['component'] }),
      groups: groupsOf(shown?.children ?? []),
    };
  };

  const depthOf = (root: Node): PageDepth<Types> => {
    const route = [root, ...root.children].find((node) => typed(node, 'Route'));
    const record = route === root ? root.children[0] : root;
    const isPage = record !== undefined && typed(record, 'Page');
    const page = isPage ? record : record?.children.find((node) => typed(node, 'Page'));
    const layout = page?.children.find((node) => typed(node, 'Layout'));
    return {
      ...(route === undefined ? {} : { route: documents.get(route.iri) as Types['route'] }),
      ...(page === undefined ? {} : { page: documents.get(page.iri) as Types['page'] }),
      ...(isPage || record === undefined ? {} : { pageData: documents.get(record.iri) as Types['pageData'] }),
      ...(layout === undefined ? {} : { layout: documents.get(layout.iri) as Types['layout'] }),
      layoutGroups: groupsOf(layout?.children ?? []),
      groups: groupsOf(page?.children ?? []),
    };
  };

  const depths = resource_iris.map(depthOf);
  const own = depths.at(-1)?.route as { readonly redirectPath?: string } | undefined;
  return {
    ...(own?.redirectPath === undefined ? {} : { redirectPath: own.redirectPath }),
    depths,
    documents,
    snapshot,
  };
}
