// Generated from schemas/Guarded.json (7648ff897a0d) by `cms generate`, which overwrites this file.
import type { DocumentMetadata } from './built-in-types.js';

/** A component with rules of its own about who may do what. */
export interface Guarded {
  '@context'?: unknown;
  '@id': string;
  '@type': 'Guarded';
  /** Facts about the document that are not part of the record. */
  _metadata: DocumentMetadata;
  id: string;
  uiComponent?: string | null;
  uiClassNames?: string | string[] | null;
  componentGroups: string[];
  componentPositions: string[];
  open: boolean;
}

/** A component with rules of its own about who may do what. */
export interface GuardedInput {
  uiComponent?: string | null;
  uiClassNames?: string | string[] | null;
  componentGroups?: string[];
  componentPositions?: (string | {
    componentGroup: string;
    sortValue?: number;
  })[];
  open?: boolean;
}

/** A component with rules of its own about who may do what. */
export type GuardedPatch = GuardedInput;
