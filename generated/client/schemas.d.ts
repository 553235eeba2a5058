// Generated from schemas/ by `cms generate`, which overwrites this file.
import type * as types from '../types/index.js';
import type { Schema } from './schema.js';

export declare const BlogArticleDataInput: Schema<types.BlogArticleDataInput>;
export declare const BlogArticleDataPatch: Schema<types.BlogArticleDataPatch>;

export declare const HtmlContentInput: Schema<types.HtmlContentInput>;
export declare const HtmlContentPatch: Schema<types.HtmlContentPatch>;

export declare const ImageInput: Schema<types.ImageInput>;
export declare const ImagePatch: Schema<types.ImagePatch>;

export declare const NavigationLinkInput: Schema<types.NavigationLinkInput>;
export declare const NavigationLinkPatch: Schema<types.NavigationLinkPatch>;

export declare const NestedPageDataInput: Schema<types.NestedPageDataInput>;
export declare const NestedPageDataPatch: Schema<types.NestedPageDataPatch>;

export declare const TitleInput: Schema<types.TitleInput>;
export declare const TitlePatch: Schema<types.TitlePatch>;

export declare const ExampleChildSubmission: Schema<types.ExampleChildSubmission>;

export declare const ExampleFormSubmission: Schema<types.ExampleFormSubmission>;

export type { Issue, Schema } from './schema.js';
