// Generated from schemas/CallToAction.json (761dc6fc7c37) by `cms generate`, which overwrites this file.
import type { DocumentMetadata, PublishableMetadata } from './built-in-types.js';

export interface CallToAction {
  '@context'?: unknown;
  '@id': string;
  '@type': 'CallToAction';
  /** Metadata that is not part of the record. */
  _metadata: DocumentMetadata & {
    publishable: PublishableMetadata;
  };
  id: string;
  uiComponent?: string | null;
  uiClassNames?: string | string[] | null;
  componentGroups: string[];
  componentPositions: string[];
  label?: string | null;
  tone: 'primary' | 'quiet' | 'danger';
  target?: string | null;
  externalUrl?: string | null;
  href?: string | null;
  publishedAt?: string | null;
  publishedResource?: string | null;
  draftResource?: string | null;
  createdAt: string;
  modifiedAt: string;
}

export interface CallToActionInput {
  uiComponent?: string | null;
  uiClassNames?: string | string[] | null;
  componentGroups?: string[];
  componentPositions?: (string | {
    componentGroup: string;
    sortValue?: number;
  })[];
  label?: string | null;
  tone?: 'primary' | 'quiet' | 'danger';
  target?: string | null;
  externalUrl?: string | null;
  publishedAt?: string | null;
}

export type CallToActionPatch = CallToActionInput;
