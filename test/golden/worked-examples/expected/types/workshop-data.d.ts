// Generated from schemas/WorkshopData.json (700c69d5bf86) by `cms generate`, which overwrites this file.
import type { DocumentMetadata, PageDataMetadata } from './built-in-types.js';

export interface WorkshopData {
  '@context'?: unknown;
  '@id': string;
  '@type': 'WorkshopData';
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
  /** Whether a record without a route is readable by its address, as if it had a live one; for administrators only. */
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
