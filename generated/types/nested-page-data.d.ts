// Generated from schemas/NestedPageData.json (fe1c8f11dc29) by `cms generate`, which overwrites this file.
import type { DocumentMetadata, PageDataMetadata } from './built-in-types.js';

/** A topic with chapters on separate pages. */
export interface NestedPageData {
  '@context'?: unknown;
  '@id': string;
  '@type': 'NestedPageData';
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
  /** Introduction of the topic. */
  introContent?: string | null;
  createdAt: string;
  modifiedAt: string;
}

/** A topic with chapters on separate pages. */
export interface NestedPageDataInput {
  title?: string;
  metaDescription?: string | null;
  page: string;
  route?: string | null;
  /** Whether a record without a route can be read by its IRI, as if it had a live route. Only administrators can set it. */
  isReachableWithoutRoute?: boolean;
  parentPage?: string | null;
  parentPageData?: string | null;
  /** Introduction of the topic. */
  introContent?: string | null;
}

/** A topic with chapters on separate pages. */
export type NestedPageDataPatch = Partial<NestedPageDataInput>;
