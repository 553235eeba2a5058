// Generated from schemas/Enquiry.json (0f315d961d20) by `cms generate`, which overwrites this file.
import type { DocumentMetadata } from './built-in-types.js';

/** What visitors ask: a record, which is part of no page. */
export interface Enquiry {
  '@context'?: unknown;
  '@id': string;
  '@type': 'Enquiry';
  /** Metadata that is not part of the record. */
  _metadata: DocumentMetadata;
  id: string;
  email: string;
  subject?: string | null;
  text?: string | null;
  about?: string | null;
  answers?: string | null;
  replies: string[];
  sentAt: string;
  modifiedAt: string;
}

/** What visitors ask: a record, which is part of no page. */
export interface EnquiryInput {
  email: string;
  subject?: string | null;
  text?: string | null;
  about?: string | null;
  answers?: string | null;
}

/** What visitors ask: a record, which is part of no page. */
export type EnquiryPatch = Partial<EnquiryInput>;
