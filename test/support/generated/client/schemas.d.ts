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

export declare const EnquiryInput: Schema<types.EnquiryInput>;
export declare const EnquiryPatch: Schema<types.EnquiryPatch>;

export declare const EventDataInput: Schema<types.EventDataInput>;
export declare const EventDataPatch: Schema<types.EventDataPatch>;

export declare const FancyWidgetInput: Schema<types.FancyWidgetInput>;
export declare const FancyWidgetPatch: Schema<types.FancyWidgetPatch>;

export declare const FormInput: Schema<core.Fields<types.Form>>;
export declare const FormPatch: Schema<core.Fields<types.Form>>;

export declare const GuardedInput: Schema<types.GuardedInput>;
export declare const GuardedPatch: Schema<types.GuardedPatch>;

export declare const LayoutInput: Schema<core.Fields<types.Layout>>;
export declare const LayoutPatch: Schema<core.Fields<types.Layout>>;

export declare const PageInput: Schema<core.Fields<types.Page>>;
export declare const PagePatch: Schema<core.Fields<types.Page>>;

export declare const PinnedInput: Schema<types.PinnedInput>;
export declare const PinnedPatch: Schema<types.PinnedPatch>;

export declare const RouteInput: Schema<core.Fields<types.Route>>;
export declare const RoutePatch: Schema<core.Fields<types.Route>>;

export declare const SiteConfigParameterInput: Schema<core.Fields<types.SiteConfigParameter>>;
export declare const SiteConfigParameterPatch: Schema<core.Fields<types.SiteConfigParameter>>;

export declare const SpecimenInput: Schema<types.SpecimenInput>;
export declare const SpecimenPatch: Schema<types.SpecimenPatch>;

export declare const UserInput: Schema<core.Fields<types.UserAccount> & core.Passwords>;
export declare const UserPatch: Schema<core.Fields<types.UserAccount> & core.Passwords>;

export declare const WidgetInput: Schema<types.WidgetInput>;
export declare const WidgetPatch: Schema<types.WidgetPatch>;

export type { Issue, Schema } from './schema.js';
