// Generated from schemas/Widget.json (b918d1b43818) by `cms generate`, which overwrites this file.

/** A plain component. */
export interface Widget {
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
