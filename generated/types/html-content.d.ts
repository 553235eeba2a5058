// Generated from schemas/HtmlContent.json (fbbf6e2f7fd8) by `cms generate`, which overwrites this file.
import type { DocumentMetadata, PublishableMetadata } from './built-in-types.js';

/** A block of formatted text. */
export interface HtmlContent {
  '@context'?: unknown;
  '@id': string;
  '@type': 'HtmlContent';
  /** Metadata that is not part of the record. */
  _metadata: DocumentMetadata & {
    publishable: PublishableMetadata;
  };
  id: string;
  uiComponent?: string | null;
  uiClassNames?: string | string[] | null;
  componentGroups: string[];
  componentPositions: string[];
  /** The text as HTML. */
  html?: string | null;
  publishedAt?: string | null;
  publishedResource?: string | null;
  draftResource?: string | null;
  createdAt: string;
  modifiedAt: string;
}

/** A block of formatted text. */
export interface HtmlContentInput {
  uiComponent?: string | null;
  uiClassNames?: string | string[] | null;
  componentGroups?: string[];
  componentPositions?: (string | {
    componentGroup: string;
    sortValue?: number;
  })[];
  /** The text as HTML. */
  html?: string | null;
  publishedAt?: string | null;
}

/** A block of formatted text. */
export type HtmlContentPatch = HtmlContentInput;
