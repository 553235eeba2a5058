// Generated from schemas/Teaser.json (a989d927891f) by `cms generate`, which overwrites this file.
import type { DocumentMetadata, PublishableMetadata } from './built-in-types.js';

/** Rules and members that functions of the project work out. */
export interface Teaser {
  '@context'?: unknown;
  '@id': string;
  '@type': 'Teaser';
  /** Facts about the document that are not part of the record. */
  _metadata: DocumentMetadata & {
    publishable: PublishableMetadata;
  };
  id: string;
  uiComponent?: string | null;
  uiClassNames?: string | string[] | null;
  componentGroups: string[];
  componentPositions: string[];
  headline?: string | null;
  text?: string | null;
  links?: TeaserLink[] | null;
  wordCount?: number;
  internalScore?: number;
  publishedAt?: string | null;
  publishedResource?: string | null;
  draftResource?: string | null;
}

export interface TeaserLink {
  label: string;
}

/** Rules and members that functions of the project work out. */
export interface TeaserInput {
  uiComponent?: string | null;
  uiClassNames?: string | string[] | null;
  componentGroups?: string[];
  componentPositions?: (string | {
    componentGroup: string;
    sortValue?: number;
  })[];
  headline?: string | null;
  text?: string | null;
  links?: TeaserLink[] | null;
  publishedAt?: string | null;
}

/** Rules and members that functions of the project work out. */
export type TeaserPatch = TeaserInput;
