/** Address of a record: its path below the server, prefix included. */
export type Iri = string;

/** A document of the API, whatever its type. */
export interface AnyDocument {
  readonly '@id': Iri;
  readonly '@type': string;
}

interface Node {
  readonly iri: Iri;
  readonly children: readonly Node[];
}

/** What a page is made of, by depth; the page itself is the last one. */
export interface PageTree<Types extends PageTypes> {
  /** Where the address has moved to: the path that a front end should show instead. */
  readonly redirectPath?: string;
  readonly depths: readonly PageDepth<Types>[];
  /** Every document by its address, for relations. */
  readonly documents: ReadonlyMap<Iri, AnyDocument>;
  /** JSON of which `treeOf` makes the tree again: what a server that renders pages hands to the browser. */
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
  /** The page, or the template of page data. */
  readonly page?: Types['page'];
  readonly pageData?: Types['pageData'];
  readonly layout?: Types['layout'];
  /** Groups of the layout; a layout that an outer depth shows is not repeated. */
  readonly layoutGroups: readonly GroupNode<Types>[];
  readonly groups: readonly GroupNode<Types>[];
}

export interface GroupNode<Types extends PageTypes> {
  readonly group: Types['group'];
  readonly positions: readonly PositionNode<Types>[];
}

export interface PositionNode<Types extends PageTypes> {
  readonly position: Types['position'];
  /** Absent where the position shows nothing to this caller. */
  readonly component?: Types['component'];
  /** Groups within the component. */
  readonly groups: readonly GroupNode<Types>[];
}

/** The answer to a page with its documents, and where its changes are told. */
export interface PageSnapshot {
  /** The path that was asked for. */
  readonly path: string;
  readonly resource_iris: readonly Node[];
  readonly documents: readonly AnyDocument[];
  /** Address of the hub; absent where there is none. */
  readonly hub?: string;
}

/** The nodes of a page with their documents in their places; what the caller may not read is left out. */
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
