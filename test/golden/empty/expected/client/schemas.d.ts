// Generated from schemas/ by `cms generate`, which overwrites this file.
import type * as types from '../types/index.js';
import type * as core from './core.js';
import type { Schema } from './schema.js';

export declare const CollectionInput: Schema<core.Fields<types.Collection>>;
export declare const CollectionPatch: Schema<core.Fields<types.Collection>>;

export declare const ComponentGroupInput: Schema<core.Fields<types.ComponentGroup>>;
export declare const ComponentGroupPatch: Schema<core.Fields<types.ComponentGroup>>;

export declare const ComponentPositionInput: Schema<core.Fields<types.ComponentPosition>>;
export declare const ComponentPositionPatch: Schema<core.Fields<types.ComponentPosition>>;

export declare const FormInput: Schema<core.Fields<types.Form>>;
export declare const FormPatch: Schema<core.Fields<types.Form>>;

export declare const LayoutInput: Schema<core.Fields<types.Layout>>;
export declare const LayoutPatch: Schema<core.Fields<types.Layout>>;

export declare const PageInput: Schema<core.Fields<types.Page>>;
export declare const PagePatch: Schema<core.Fields<types.Page>>;

export declare const RouteInput: Schema<core.Fields<types.Route>>;
export declare const RoutePatch: Schema<core.Fields<types.Route>>;

export declare const SiteConfigParameterInput: Schema<core.Fields<types.SiteConfigParameter>>;
export declare const SiteConfigParameterPatch: Schema<core.Fields<types.SiteConfigParameter>>;

export declare const UserInput: Schema<core.Fields<types.UserAccount> & core.Passwords>;
export declare const UserPatch: Schema<core.Fields<types.UserAccount> & core.Passwords>;

export type { Issue, Schema } from './schema.js';
