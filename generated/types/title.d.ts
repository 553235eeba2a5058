// Generated from schemas/Title.json (026e5540c975) by `cms generate`, which overwrites this file.
import type { DocumentMetadata, PublishableMetadata } from './built-in-types.js';

/** A heading. */
export interface Title {
  '@context'?: unknown;
  '@id': string;
  '@type': 'Title';
  /** Metadata that is not part of the record. */
  _metadata: DocumentMetadata & {
    publishable: PublishableMetadata;
  };
  id: string;
  uiComponent?: string | null;
  uiClassNames?: string | string[] | null;
  componentGroups: string[];
  componentPositions: string[];
  /** Text of the heading. */
  title?: string | null;
  publishedAt?: string | null;
  publishedResource?: string | null;
  draftResource?: string | null;
  createdAt: string;
  modifiedAt: string;
}

/** A heading. */
export interface TitleInput {
  uiComponent?: string | null;
  uiClassNames?: string | string[] | null;
  componentGroups?: string[];
  componentPositions?: (string | {
    componentGroup: string;
    sortValue?: number;
  })[];
  /** Text of the heading. */
  title?: string | null;
  publishedAt?: string | null;
}

/** A heading. */
export type TitlePatch = TitleInput;
