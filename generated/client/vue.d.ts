// Generated from schemas/ by `cms generate`, which overwrites this file.

import { type MaybeRefOrGetter, type ShallowRef } from 'vue';
import type { Client } from './core.js';
import { type PageSnapshot, type PageTree, type PageTypes } from './page.js';
/** State of a page. */
export interface PageRefs<Types extends PageTypes> {
    /** Tree of the page; undefined until it is loaded. */
    readonly tree: Readonly<ShallowRef<PageTree<Types> | undefined>>;
    /** Error of the last read. */
    readonly error: Readonly<ShallowRef<unknown>>;
}
export interface PageOptions {
    /** `tree.snapshot` of the page that the server rendered. It is rendered immediately, without another request. */
    readonly initial?: PageSnapshot;
}
/**
 * Returns the page at a path and updates it after each change of the page or the path. Unchanged documents and nodes keep
 * their identity, so components render only after changes.
 */
export declare function usePage<Types extends PageTypes>(client: Pick<Client<Types, object>, 'watch'>, path: MaybeRefOrGetter<string>, { initial }?: PageOptions): PageRefs<Types>;
