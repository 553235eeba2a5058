// Generated from schemas/ by `cms generate`, which overwrites this file.

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
export declare function treeOf<Types extends PageTypes>(snapshot: PageSnapshot): PageTree<Types>;
export {};
