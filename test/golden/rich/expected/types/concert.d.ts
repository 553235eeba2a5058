// Generated from schemas/Concert.json (ca1145128727) by `cms generate`, which overwrites this file.
import type { DocumentMetadata, PublishableMetadata } from './built-in-types.js';

/**
 * Hostile text: ' " ` ${x} * / <script> \u2028 \ {{this}} {{#if}}
 * Second line.
 */
export interface Concert {
  '@context'?: unknown;
  '@id': string;
  '@type': 'Concert';
  /** Metadata that is not part of the record. */
  _metadata: DocumentMetadata & {
    publishable: PublishableMetadata;
  };
  id: string;
  uiComponent?: string | null;
  uiClassNames?: string | string[] | null;
  componentGroups: string[];
  componentPositions: string[];
  /** Shown in lists. */
  headline?: string | null;
  startsAt?: string | null;
  programHtml?: string | null;
  genre?: "rock'n'roll" | 'a "b"' | '`${c}`' | '*/' | '\u2028' | null;
  notes?: string | null;
  price?: string | null;
  salesEnd?: string | null;
  /** @maxItems 20 */
  tickets: {
    name: string;
    tags?: string[];
    seat?: {
      row?: number;
    } | null;
  }[];
  settings?: {
    [k: string]: number;
  } | null;
  contact?: {
    email?: string | null;
    'content-type'?: string | null;
  } | null;
  either?: (string | {
    url?: string;
  })[] | null;
  publishedAt?: string | null;
  publishedResource?: string | null;
  draftResource?: string | null;
  createdAt: string;
  modifiedAt: string;
}

/**
 * Hostile text: ' " ` ${x} * / <script> \u2028 \ {{this}} {{#if}}
 * Second line.
 */
export interface ConcertInput {
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
  programHtml?: string | null;
  genre?: "rock'n'roll" | 'a "b"' | '`${c}`' | '*/' | '\u2028' | null;
  notes?: string | null;
  price?: string | number | null;
  salesEnd?: string | null;
  /** @maxItems 20 */
  tickets?: {
    name: string;
    tags?: string[];
    seat?: {
      row?: number;
    } | null;
  }[];
  settings?: {
    [k: string]: number;
  } | null;
  contact?: {
    email?: string | null;
    'content-type'?: string | null;
  } | null;
  either?: (string | {
    url?: string;
  })[] | null;
  publishedAt?: string | null;
}

/**
 * Hostile text: ' " ` ${x} *\/ <script>
 * \ {{this}} {{#if}}
 * Second line.
 */
export type ConcertPatch = ConcertInput;
