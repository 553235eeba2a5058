// Generated from schemas/ by `cms generate`, which overwrites this file.

import type { PageTree, PageTypes } from './page.js';
/**
 * Returns the second tree with all equal documents, nodes and lists taken from the first one. Views that compare by identity
 * then render only the changes. Returns the first tree if nothing has changed.
 */
export declare function shareTree<Types extends PageTypes>(before: PageTree<Types> | undefined, after: PageTree<Types>): PageTree<Types>;
