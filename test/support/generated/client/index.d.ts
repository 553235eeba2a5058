// Generated from schemas/ by `cms generate`, which overwrites this file.
import type * as types from '../types/index.js';
import type * as core from './core.js';
import type * as page from './page.js';

/** Types that pages of this project consist of. */
export interface PageTypes {
  component:
    | types.Collection
    | types.FancyWidget
    | types.Form
    | types.Guarded
    | types.Pinned
    | types.Specimen
    | types.Widget
    | never;
  pageData:
    | types.EventData
    | never;
  page: types.Page;
  layout: types.Layout;
  route: types.Route;
  group: types.ComponentGroup;
  position: types.ComponentPosition;
}

export type Client = core.Client<PageTypes, types.UserAccount>;
export type PageTree = page.PageTree<PageTypes>;
export type PageDepth = page.PageDepth<PageTypes>;
export type GroupNode = page.GroupNode<PageTypes>;
export type PositionNode = page.PositionNode<PageTypes>;

/** Creates a client for the API of this project. */
export declare function createClient(options: core.ClientOptions): Client;

/** Builds the tree of a page from the snapshot of a server. */
export declare function treeOf(snapshot: page.PageSnapshot): PageTree;

export { ApiError, OutdatedError, ValidationError } from './errors.js';
export type { Violation } from './errors.js';
export { formTreeOf } from './form.js';
export type { FieldKind, FieldNode, FormTree } from './form.js';
export type { Iri, PageSnapshot } from './page.js';
export type { ClientOptions, List, ListQuery, OnceOptions, ReadOptions, Target } from './core.js';
export type { WatchOptions } from './watch.js';
