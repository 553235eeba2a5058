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

export type Form = types.Form;
export declare const Form: core.Resource<{
  document: types.Form;
  input: core.Fields<types.Form>;
  patch: core.Fields<types.Form>;
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

export type User = types.UserAccount;
export declare const User: core.Resource<{
  document: types.UserAccount;
  input: core.Fields<types.UserAccount> & core.Passwords;
  patch: core.Fields<types.UserAccount> & core.Passwords;
  filters: Record<string, never>;
  order: 'createdAt' | 'username';
  files: never;
}>;
