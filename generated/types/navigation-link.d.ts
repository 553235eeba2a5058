// Generated from schemas/NavigationLink.json (909784a43155) by `cms generate`, which overwrites this file.
import type { DocumentMetadata, PublishableMetadata } from './built-in-types.js';

/** A menu link to a page of the site or to any URL. */
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
  /** Route of the target page. */
  route?: string | null;
  /** Path or external URL. It takes precedence over the route. */
  rawPath?: string | null;
  /** URL of the target. */
  url?: string | null;
  publishedAt?: string | null;
  publishedResource?: string | null;
  draftResource?: string | null;
  createdAt: string;
  modifiedAt: string;
}

/** A menu link to a page of the site or to any URL. */
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
  /** Route of the target page. */
  route?: string | null;
  /** Path or external URL. It takes precedence over the route. */
  rawPath?: string | null;
  publishedAt?: string | null;
}

/** A menu link to a page of the site or to any URL. */
export type NavigationLinkPatch = NavigationLinkInput;
