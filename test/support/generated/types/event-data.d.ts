// Generated from schemas/EventData.json (98de7e759ddb) by `cms generate`, which overwrites this file.
import type { DocumentMetadata, PageDataMetadata } from './built-in-types.js';

/** A page about an event. */
export interface EventData {
  '@context'?: unknown;
  '@id': string;
  '@type': 'EventData';
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
  startsOn: string;
  venue?: string | null;
  widget?: string | null;
  pin?: string | null;
  anything?: string | null;
  createdAt: string;
  modifiedAt: string;
}

/** A page about an event. */
export interface EventDataInput {
  title?: string;
  metaDescription?: string | null;
  page: string;
  route?: string | null;
  /** Whether a record without a route is readable by its address, as if it had a live one; for administrators only. */
  isReachableWithoutRoute?: boolean;
  parentPage?: string | null;
  parentPageData?: string | null;
  startsOn: string;
  venue?: string | null;
  widget?: string | null;
  pin?: string | null;
  anything?: string | null;
}

/** A page about an event. */
export type EventDataPatch = Partial<EventDataInput>;
