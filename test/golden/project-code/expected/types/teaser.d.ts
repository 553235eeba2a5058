// Generated from schemas/Teaser.json (26f0082dfbea) by `cms generate`, which overwrites this file.
import type { DocumentMetadata, PublishableMetadata } from './built-in-types.js';

/** Rules and members that functions of the project work out. */
export interface Teaser {
  '@context'?: unknown;
  '@id': string;
  '@type': 'Teaser';
  /** Metadata that is not part of the record. */
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
  releasedAt?: string | null;
  original?: string | null;
  revision?: string | null;
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
  releasedAt?: string | null;
}

/** Rules and members that functions of the project work out. */
export type TeaserPatch = TeaserInput;
