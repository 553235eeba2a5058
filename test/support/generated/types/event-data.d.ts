// Generated from schemas/EventData.json (82e6e8fae52a) by `cms generate`, which overwrites this file.
import type { DocumentMetadata, PageDataMetadata } from './built-in-types.js';

/** A page about an event. */
export interface EventData {
  '@context'?: unknown;
  '@id': string;
  '@type': 'EventData';
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
  /** Whether a record without a route can be read by its IRI, as if it had a live route. Only administrators can set it. */
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
