// Generated from schemas/ by `cms generate`, which overwrites this file.
import type * as types from '../types/index.js';
import type * as core from './core.js';

export type Collection = types.Collection;
export declare const Collection: core.Resource<{
  document: types.Collection;
  input: core.Fields<types.Collection>;
  patch: core.Fields<types.Collection>;
  filters: Record<string, never>;
  order: never;
  files: never;
}>;

export type ComponentGroup = types.ComponentGroup;
export declare const ComponentGroup: core.Resource<{
  document: types.ComponentGroup;
  input: core.Fields<types.ComponentGroup>;
  patch: core.Fields<types.ComponentGroup>;
  filters: Record<string, never>;
  order: never;
  files: never;
}>;

export type ComponentPosition = types.ComponentPosition;
export declare const ComponentPosition: core.Resource<{
  document: types.ComponentPosition;
  input: core.Fields<types.ComponentPosition>;
  patch: core.Fields<types.ComponentPosition>;
  filters: Record<string, never>;
  order: never;
  files: never;
}>;

export type Enquiry = types.Enquiry;
export declare const Enquiry: core.Resource<{
  document: types.Enquiry;
  input: types.EnquiryInput;
  patch: types.EnquiryPatch;
  filters: { email?: core.Filter; about?: core.Filter; since?: core.DateFilter };
  order: 'email' | 'sentAt';
  files: never;
}>;

export type EventData = types.EventData;
export declare const EventData: core.Resource<{
  document: types.EventData;
  input: types.EventDataInput;
  patch: types.EventDataPatch;
  filters: { venue?: core.Filter };
  order: 'title' | 'startsOn';
  files: never;
}>;

export type FancyWidget = types.FancyWidget;
export declare const FancyWidget: core.Resource<{
  document: types.FancyWidget;
  input: types.FancyWidgetInput;
  patch: types.FancyWidgetPatch;
  filters: Record<string, never>;
  order: never;
  files: never;
}>;

export type Form = types.Form;
export declare const Form: core.Resource<{
  document: types.Form;
  input: core.Fields<types.Form>;
  patch: core.Fields<types.Form>;
  filters: Record<string, never>;
  order: never;
  files: never;
}>;

export type Guarded = types.Guarded;
export declare const Guarded: core.Resource<{
  document: types.Guarded;
  input: types.GuardedInput;
  patch: types.GuardedPatch;
  filters: Record<string, never>;
  order: never;
  files: never;
}>;

export type Layout = types.Layout;
export declare const Layout: core.Resource<{
  document: types.Layout;
  input: core.Fields<types.Layout>;
  patch: core.Fields<types.Layout>;
  filters: Record<string, never>;
  order: 'createdAt' | 'reference';
  files: never;
}>;

export type Page = types.Page;
export declare const Page: core.Resource<{
  document: types.Page;
  input: core.Fields<types.Page>;
  patch: core.Fields<types.Page>;
  filters: { isTemplate?: core.BooleanFilter };
  order: 'createdAt' | 'reference';
  files: never;
}>;

export type Pinned = types.Pinned;
export declare const Pinned: core.Resource<{
  document: types.Pinned;
  input: types.PinnedInput;
  patch: types.PinnedPatch;
  filters: Record<string, never>;
  order: never;
  files: never;
}>;

export type Route = types.Route;
export declare const Route: core.Resource<{
  document: types.Route;
  input: core.Fields<types.Route>;
  patch: core.Fields<types.Route>;
  filters: Record<string, never>;
  order: 'createdAt' | 'path';
  files: never;
}>;

export type SiteConfigParameter = types.SiteConfigParameter;
export declare const SiteConfigParameter: core.Resource<{
  document: types.SiteConfigParameter;
  input: core.Fields<types.SiteConfigParameter>;
  patch: core.Fields<types.SiteConfigParameter>;
  filters: Record<string, never>;
  order: never;
  files: never;
}>;

export type Specimen = types.Specimen;
export declare const Specimen: core.Resource<{
  document: types.Specimen;
  input: types.SpecimenInput;
  patch: types.SpecimenPatch;
  filters: { level?: core.Filter; amount?: core.Filter; part?: core.Filter; begin?: core.Filter; finish?: core.Filter; active?: core.BooleanFilter; at?: core.DateFilter; on?: core.DateFilter; size?: core.RangeFilter; cost?: core.RangeFilter; dated?: boolean; friend?: core.Filter };
  order: 'name' | 'amount' | 'createdAt';
  files: never;
}>;

export type User = types.UserAccount;
export declare const User: core.Resource<{
  document: types.UserAccount;
  input: core.Fields<types.UserAccount> & core.Passwords;
  patch: core.Fields<types.UserAccount> & core.Passwords;
  filters: Record<string, never>;
  order: 'createdAt' | 'username';
  files: never;
}>;

export type Widget = types.Widget;
export declare const Widget: core.Resource<{
  document: types.Widget;
  input: types.WidgetInput;
  patch: types.WidgetPatch;
  filters: Record<string, never>;
  order: never;
  files: never;
}>;
