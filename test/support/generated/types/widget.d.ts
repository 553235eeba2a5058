// Generated from schemas/Widget.json (2c4c418a232b) by `cms generate`, which overwrites this file.
import type { DocumentMetadata } from './built-in-types.js';

/** A plain component. */
export interface Widget {
  '@context'?: unknown;
  '@id': string;
  '@type': 'FancyWidget' | 'Widget';
  /** Metadata that is not part of the record. */
  _metadata: DocumentMetadata;
  id: string;
  uiComponent?: string | null;
  uiClassNames?: string | string[] | null;
  componentGroups: string[];
  componentPositions: string[];
  label?: string | null;
}

/** A plain component. */
export interface WidgetInput {
  uiComponent?: string | null;
  uiClassNames?: string | string[] | null;
  componentGroups?: string[];
  componentPositions?: (string | {
    componentGroup: string;
    sortValue?: number;
  })[];
  label?: string | null;
}

/** A plain component. */
export type WidgetPatch = WidgetInput;
