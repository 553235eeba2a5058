// Generated from schemas/BaseEvent.json (f83722456a46) by `cms generate`, which overwrites this file.
import type { DocumentMetadata } from './built-in-types.js';

/** What every event has. */
export interface BaseEvent {
  '@context'?: unknown;
  '@id': string;
  '@type': 'BaseEvent' | 'Concert';
  /** Metadata that is not part of the record. */
  _metadata: DocumentMetadata;
  id: string;
  uiComponent?: string | null;
  uiClassNames?: string | string[] | null;
  componentGroups: string[];
  componentPositions: string[];
  /** Shown in lists. */
  headline?: string | null;
  startsAt?: string | null;
}

/** What every event has. */
export interface BaseEventInput {
  uiComponent?: string | null;
  uiClassNames?: string | string[] | null;
  componentGroups?: string[];
  componentPositions?: (string | {
    componentGroup: string;
    sortValue?: number;
  })[];
  /** Shown in lists. */
  headline?: string | null;
  startsAt?: string | null;
}

/** What every event has. */
export type BaseEventPatch = BaseEventInput;
