// Generated from schemas/FancyWidget.json (f4ab8d5df30a) by `cms generate`, which overwrites this file.
import type { DocumentMetadata } from './built-in-types.js';

/** A widget with a colour. */
export interface FancyWidget {
  '@context'?: unknown;
  '@id': string;
  '@type': 'FancyWidget';
  /** Metadata that is not part of the record. */
  _metadata: DocumentMetadata;
  id: string;
  uiComponent?: string | null;
  uiClassNames?: string | string[] | null;
  componentGroups: string[];
  componentPositions: string[];
  label?: string | null;
  color?: string | null;
}

/** A widget with a colour. */
export interface FancyWidgetInput {
  uiComponent?: string | null;
  uiClassNames?: string | string[] | null;
  componentGroups?: string[];
  componentPositions?: (string | {
    componentGroup: string;
    sortValue?: number;
  })[];
  label?: string | null;
  color?: string | null;
}

/** A widget with a colour. */
export type FancyWidgetPatch = FancyWidgetInput;
