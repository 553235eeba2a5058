// Generated from schemas/BlogArticleData.json (58e6f0dbe7c2) by `cms generate`, which overwrites this file.
import type { DocumentMetadata, PageDataMetadata } from './built-in-types.js';

/** An article of the blog. */
export interface BlogArticleData {
  '@context'?: unknown;
  '@id': string;
  '@type': 'BlogArticleData';
  /** Metadata that is not part of the record. */
  _metadata: DocumentMetadata & {
    pageDataMetadata?: PageDataMetadata;
  };
  title: string;
  metaDescription?: string | null;
  page: string;
  route?: string | null;
  /** Whether a record without a route can be read by its IRI, as if it had a live route. Only administrators can set it. */
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
  /** Whether a record without a route can be read by its IRI, as if it had a live route. Only administrators can set it. */
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
