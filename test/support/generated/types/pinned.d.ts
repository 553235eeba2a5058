// Generated from schemas/Pinned.json (99d4d9525cb0) by `cms generate`, which overwrites this file.
import type { DocumentMetadata } from './built-in-types.js';

/** A component that a group must name before it may be placed there. */
export interface Pinned {
  '@context'?: unknown;
  '@id': string;
  '@type': 'Pinned';
  /** Metadata that is not part of the record. */
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
