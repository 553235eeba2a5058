// Generated from schemas/ by `cms generate`, which overwrites this file.

import type { PageTree, PageTypes } from './page.js';
/**
 * The second tree with every document, node and list of the first one that says the same, so that views which compare by
 * identity draw only what has changed; the first one when nothing has.
 */
export declare function shareTree<Types extends PageTypes>(before: PageTree<Types> | undefined, after: PageTree<Types>): PageTree<Types>;
