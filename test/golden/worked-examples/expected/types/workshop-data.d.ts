// Generated from schemas/WorkshopData.json (846a46931279) by `cms generate`, which overwrites this file.
import type { DocumentMetadata, PageDataMetadata } from './built-in-types.js';

export interface WorkshopData {
  '@context'?: unknown;
  '@id': string;
  '@type': 'WorkshopData';
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
  seats: number;
  internalNotes?: string | null;
  speakers: WorkshopDataSpeaker[];
  banner?: string | null;
  signUp?: string | null;
  createdAt: string;
  modifiedAt: string;
}

export interface WorkshopDataSpeaker {
  name: string;
  topic?: string | null;
}

export interface WorkshopDataInput {
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
  seats?: number;
  internalNotes?: string | null;
  speakers?: WorkshopDataSpeaker[];
  banner?: string | null;
  signUp?: string | null;
}

export type WorkshopDataPatch = Partial<WorkshopDataInput>;
