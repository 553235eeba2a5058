// Generated from schemas/ by `cms generate`, which overwrites this file.

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
export declare function treeOf<Types extends PageTypes>(snapshot: PageSnapshot): PageTree<Types>;
export {};
