// Generated from schemas/NestedPageData.json (23187eba9335) by `cms generate`, which overwrites this file.
import type { DocumentMetadata, PageDataMetadata } from './built-in-types.js';

/** A topic whose chapters are pages of their own. */
export interface NestedPageData {
  '@context'?: unknown;
  '@id': string;
  '@type': 'NestedPageData';
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
  /** Introduction of the topic. */
  introContent?: string | null;
  createdAt: string;
  modifiedAt: string;
}

/** A topic whose chapters are pages of their own. */
export interface NestedPageDataInput {
  title?: string;
  metaDescription?: string | null;
  page: string;
  route?: string | null;
  /** Whether a record without a route is readable by its address, as if it had a live one; for administrators only. */
  isReachableWithoutRoute?: boolean;
  parentPage?: string | null;
  parentPageData?: string | null;
  /** Introduction of the topic. */
  introContent?: string | null;
}

/** A topic whose chapters are pages of their own. */
export type NestedPageDataPatch = Partial<NestedPageDataInput>;
