// Generated from schemas/Widget.json (74098b3fc50c) by `cms generate`, which overwrites this file.
import type { DocumentMetadata } from './built-in-types.js';

/** A plain component. */
export interface Widget {
  '@context'?: unknown;
  '@id': string;
  '@type': 'FancyWidget' | 'Widget';
  /** Facts about the document that are not part of the record. */
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
