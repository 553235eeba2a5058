// Generated from schemas/Image.json (eea0145b78aa) by `cms generate`, which overwrites this file.
import type { DocumentMetadata, MediaObject, PublishableMetadata } from './built-in-types.js';

/** A picture. */
export interface Image {
  '@context'?: unknown;
  '@id': string;
  '@type': 'Image';
  /** Metadata that is not part of the record. */
  _metadata: DocumentMetadata & {
    publishable: PublishableMetadata;
    mediaObjects?: {
      'file'?: MediaObject[];
    };
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
