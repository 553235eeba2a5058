// Generated from schemas/BlogArticleData.json (fe5cd1ec8205) by `cms generate`, which overwrites this file.
import type { DocumentMetadata, PageDataMetadata } from './built-in-types.js';

/** An article of the blog. */
export interface BlogArticleData {
  '@context'?: unknown;
  '@id': string;
  '@type': 'BlogArticleData';
  /** Facts about the document that are not part of the record. */
  _metadata: DocumentMetadata & {
    pageDataMetadata?: PageDataMetadata;
  };
  title: string;
  metaDescription?: string | null;
  page: string;
  route?: string | null;
  /** Whether a record without a route is readable by its address, as if it had a live one; for administrators only. */
  isReachableWithoutRoute?: boolean;
  parentPage?: string | null;
  parentPageData?: string | null;
  /** Text of the article. */
  htmlContent?: string | null;
  /** Picture of the article. */
  image?: string | null;
  /** Path of the article's route. */
  routePath?: string | null;
  createdAt: string;
  modifiedAt: string;
}

/** An article of the blog. */
export interface BlogArticleDataInput {
  title?: string;
  metaDescription?: string | null;
  page: string;
  route?: string | null;
  /** Whether a record without a route is readable by its address, as if it had a live one; for administrators only. */
  isReachableWithoutRoute?: boolean;
  parentPage?: string | null;
  parentPageData?: string | null;
  /** Text of the article. */
  htmlContent?: string | null;
  /** Picture of the article. */
  image?: string | null;
}

/** An article of the blog. */
export type BlogArticleDataPatch = Partial<BlogArticleDataInput>;
