// Generated from schemas/BaseEvent.json (cec458c17859) by `cms generate`, which overwrites this file.

/** What every event has. */
export interface BaseEvent {
  '@context'?: unknown;
  '@id': string;
  '@type': string;
  /** Facts about the document that are not part of the record. */
  _metadata?: {
    persisted?: boolean;
    [k: string]: unknown;
  };
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
