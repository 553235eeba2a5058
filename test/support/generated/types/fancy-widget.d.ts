// Generated from schemas/FancyWidget.json (b5b2229c5104) by `cms generate`, which overwrites this file.

/** A widget with a colour. */
export interface FancyWidget {
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
