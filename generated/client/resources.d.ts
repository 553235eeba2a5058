// Generated from schemas/ by `cms generate`, which overwrites this file.
import type * as types from '../types/index.js';
import type * as core from './core.js';

export type BlogArticleData = types.BlogArticleData;
export declare const BlogArticleData: core.Resource<{
  document: types.BlogArticleData;
  input: types.BlogArticleDataInput;
  patch: types.BlogArticleDataPatch;
  filters: Record<string, never>;
  order: 'title' | 'createdAt';
  files: never;
}>;

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

export type HtmlContent = types.HtmlContent;
export declare const HtmlContent: core.Resource<{
  document: types.HtmlContent;
  input: types.HtmlContentInput;
  patch: types.HtmlContentPatch;
  filters: Record<string, never>;
  order: never;
  files: never;
}>;

export type Image = types.Image;
export declare const Image: core.Resource<{
  document: types.Image;
  input: types.ImageInput;
  patch: types.ImagePatch;
  filters: Record<string, never>;
  order: never;
  files: 'file';
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

export type NavigationLink = types.NavigationLink;
export declare const NavigationLink: core.Resource<{
  document: types.NavigationLink;
  input: types.NavigationLinkInput;
  patch: types.NavigationLinkPatch;
  filters: Record<string, never>;
  order: never;
  files: never;
}>;

export type NestedPageData = types.NestedPageData;
export declare const NestedPageData: core.Resource<{
  document: types.NestedPageData;
  input: types.NestedPageDataInput;
  patch: types.NestedPageDataPatch;
  filters: Record<string, never>;
  order: 'title' | 'createdAt';
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

export type Title = types.Title;
export declare const Title: core.Resource<{
  document: types.Title;
  input: types.TitleInput;
  patch: types.TitlePatch;
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
