// Generated from schemas/ by `cms generate`, which overwrites this file.

import { type PageSnapshot, type PageTree, type PageTypes } from './page.js';
/** Stops following a page. */
export type Unwatch = () => void;
export interface WatchOptions {
    /** Page that the server has just rendered. It is not requested again until something changes. */
    readonly initial?: PageSnapshot;
    /** Called with the error if the page can't be read. The next change triggers another attempt. */
    readonly failed?: (error: unknown) => void;
}
/** Calls back with a page after each change. */
export type Watch<Types extends PageTypes> = (path: string, changed: (tree: PageTree<Types>) => void, options?: WatchOptions) => Unwatch;
/** Creates the function that watches pages with the hub in their responses; `read` reads a page. */
export declare function createWatch<Types extends PageTypes>(read: (path: string) => Promise<PageTree<Types>>): Watch<Types>;
