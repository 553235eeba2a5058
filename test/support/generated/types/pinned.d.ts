// Generated from schemas/Pinned.json (bf7d596b758b) by `cms generate`, which overwrites this file.
import type { DocumentMetadata } from './built-in-types.js';

/** A component that a group must name before it may be placed there. */
export interface Pinned {
  '@context'?: unknown;
  '@id': string;
  '@type': 'Pinned';
  /** Facts about the document that are not part of the record. */
  _metadata: DocumentMetadata;
  id: string;
  uiComponent?: string | null;
  uiClassNames?: string | string[] | null;
  componentGroups: string[];
  componentPositions: string[];
  text?: string | null;
}

/** A component that a group must name before it may be placed there. */
export interface PinnedInput {
  uiComponent?: string | null;
  uiClassNames?: string | string[] | null;
  componentGroups?: string[];
  componentPositions?: (string | {
    componentGroup: string;
    sortValue?: number;
  })[];
  text?: string | null;
}

/** A component that a group must name before it may be placed there. */
export type PinnedPatch = PinnedInput;
