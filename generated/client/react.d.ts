// Generated from schemas/ by `cms generate`, which overwrites this file.

import type { Client } from './core.js';
import { type PageSnapshot, type PageTree, type PageTypes } from './page.js';
/** State of a page. */
export interface PageState<Types extends PageTypes> {
    /** Tree of the page; absent until it is loaded. */
    readonly tree?: PageTree<Types>;
    /** Error of the last read. */
    readonly error?: unknown;
}
export interface PageOptions {
    /** `tree.snapshot` of the page that the server rendered. It is rendered immediately, without another request. */
    readonly initial?: PageSnapshot;
}
/**
 * Returns the page at a path and updates it after each change. Unchanged documents and nodes keep their identity, so `memo`
 * components render only after changes.
 */
export declare function usePage<Types extends PageTypes>(client: Pick<Client<Types, object>, 'watch'>, path: string, { initial }?: PageOptions): PageState<Types>;
