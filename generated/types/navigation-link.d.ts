// Generated from schemas/NavigationLink.json (ff168c7fd3c7) by `cms generate`, which overwrites this file.
import type { DocumentMetadata, PublishableMetadata } from './built-in-types.js';

/** A link of a menu, to a page of the site or to any address. */
export interface NavigationLink {
  '@context'?: unknown;
  '@id': string;
  '@type': 'NavigationLink';
  /** Metadata that is not part of the record. */
  _metadata: DocumentMetadata & {
    publishable: PublishableMetadata;
  };
  id: string;
  uiComponent?: string | null;
  uiClassNames?: string | string[] | null;
  componentGroups: string[];
  componentPositions: string[];
  /** Text of the link. */
  label?: string | null;
  /** Route that the link leads to. */
  route?: string | null;
  /** Path or address, used before the route. */
  rawPath?: string | null;
  /** Where the link leads. */
  url?: string | null;
  publishedAt?: string | null;
  publishedResource?: string | null;
  draftResource?: string | null;
  createdAt: string;
  modifiedAt: string;
}

/** A link of a menu, to a page of the site or to any address. */
export interface NavigationLinkInput {
  uiComponent?: string | null;
  uiClassNames?: string | string[] | null;
  componentGroups?: string[];
  componentPositions?: (string | {
    componentGroup: string;
    sortValue?: number;
  })[];
  /** Text of the link. */
  label?: string | null;
  /** Route that the link leads to. */
  route?: string | null;
  /** Path or address, used before the route. */
  rawPath?: string | null;
  publishedAt?: string | null;
}

/** A link of a menu, to a page of the site or to any address. */
export type NavigationLinkPatch = NavigationLinkInput;
