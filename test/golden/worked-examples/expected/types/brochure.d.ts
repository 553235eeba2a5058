// Generated from schemas/Brochure.json (47adc0099431) by `cms generate`, which overwrites this file.
import type { DocumentMetadata, MediaObject, PublishableMetadata } from './built-in-types.js';

export interface Brochure {
  '@context'?: unknown;
  '@id': string;
  '@type': 'Brochure';
  /** Metadata that is not part of the record. */
  _metadata: DocumentMetadata & {
    publishable: PublishableMetadata;
    mediaObjects?: {
      'document'?: MediaObject[];
      'cover'?: MediaObject[];
    };
  };
  id: string;
  uiComponent?: string | null;
  uiClassNames?: string | string[] | null;
  componentGroups: string[];
  componentPositions: string[];
  heading: string;
  legalNote?: string | null;
  publishedAt?: string | null;
  publishedResource?: string | null;
  draftResource?: string | null;
}

export interface BrochureInput {
  uiComponent?: string | null;
  uiClassNames?: string | string[] | null;
  componentGroups?: string[];
  componentPositions?: (string | {
    componentGroup: string;
    sortValue?: number;
  })[];
  heading: string;
  legalNote?: string | null;
  document?: string | null;
  cover?: string | null;
  publishedAt?: string | null;
}

export type BrochurePatch = Partial<BrochureInput>;
