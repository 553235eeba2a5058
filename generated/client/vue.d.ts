// Generated from schemas/ by `cms generate`, which overwrites this file.

import { type MaybeRefOrGetter, type ShallowRef } from 'vue';
import type { Client } from './core.js';
import { type PageSnapshot, type PageTree, type PageTypes } from './page.js';
/** A page as far as it is known. */
export interface PageRefs<Types extends PageTypes> {
    /** Undefined until it was read. */
    readonly tree: Readonly<ShallowRef<PageTree<Types> | undefined>>;
    /** Why it could not be read the last time. */
    readonly error: Readonly<ShallowRef<unknown>>;
}
export interface PageOptions {
    /** `tree.snapshot` of the page that the server has rendered. It is drawn at once, and the page is not asked for again. */
    readonly initial?: PageSnapshot;
}
/**
 * The page at a path, and again whenever something of it or the path has changed. Documents and nodes that are still the same are
 * the same objects: components that are given them are drawn again only when they changed.
 */
export declare function usePage<Types extends PageTypes>(client: Pick<Client<Types, object>, 'watch'>, path: MaybeRefOrGetter<string>, { initial }?: PageOptions): PageRefs<Types>;
