// Generated from schemas/Guarded.json (c4430cf3afe8) by `cms generate`, which overwrites this file.
import type { DocumentMetadata } from './built-in-types.js';

/** A component with rules of its own about who may do what. */
export interface Guarded {
  '@context'?: unknown;
  '@id': string;
  '@type': 'Guarded';
  /** Metadata that is not part of the record. */
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
