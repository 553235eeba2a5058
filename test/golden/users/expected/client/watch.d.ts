// Generated from schemas/ by `cms generate`, which overwrites this file.

import { type PageSnapshot, type PageTree, type PageTypes } from './page.js';
/** Stops following a page. */
export type Unwatch = () => void;
export interface WatchOptions {
    /** The page as the server has rendered it just now: it is not asked for again before something changes. */
    readonly initial?: PageSnapshot;
    /** Told why the page cannot be read at the moment; it is tried again with the next change. */
    readonly failed?: (error: unknown) => void;
}
/** Hands on a page whenever something of it has changed. */
export type Watch<Types extends PageTypes> = (path: string, changed: (tree: PageTree<Types>) => void, options?: WatchOptions) => Unwatch;
/** Makes what follows pages by the hub that their answers name; `read` reads one. */
export declare function createWatch<Types extends PageTypes>(read: (path: string) => Promise<PageTree<Types>>): Watch<Types>;
