// Generated from schemas/ by `cms generate`, which overwrites this file.

import type { Client } from './core.js';
import { type PageSnapshot, type PageTree, type PageTypes } from './page.js';
/** A page as far as it is known. */
export interface PageState<Types extends PageTypes> {
    /** Absent until it was read. */
    readonly tree?: PageTree<Types>;
    /** Why it could not be read the last time. */
    readonly error?: unknown;
}
export interface PageOptions {
    /** `tree.snapshot` of the page that the server has rendered. It is drawn at once, and the page is not asked for again. */
    readonly initial?: PageSnapshot;
}
/**
 * The page at a path, and again whenever something of it has changed. Documents and nodes that are still the same are the same
 * objects: what `memo` wraps is drawn again only when it changed.
 */
export declare function usePage<Types extends PageTypes>(client: Pick<Client<Types, object>, 'watch'>, path: string, { initial }?: PageOptions): PageState<Types>;
