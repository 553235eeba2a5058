// Generated from schemas/Image.json (08af725ac0d7) by `cms generate`, which overwrites this file.

/** A picture. */
export interface Image {
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
  publishedAt?: string | null;
  publishedResource?: string | null;
  draftResource?: string | null;
  createdAt: string;
  modifiedAt: string;
}

/** A picture. */
export interface ImageInput {
  uiComponent?: string | null;
  uiClassNames?: string | string[] | null;
  componentGroups?: string[];
  componentPositions?: (string | {
    componentGroup: string;
    sortValue?: number;
  })[];
  /** The picture, as a data URI or base64. */
  file?: string | null;
  publishedAt?: string | null;
}

/** A picture. */
export type ImagePatch = ImageInput;
