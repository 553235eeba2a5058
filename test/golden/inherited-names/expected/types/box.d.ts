// Generated from schemas/Box.json (1cc45318b004) by `cms generate`, which overwrites this file.
import type { DocumentMetadata } from './built-in-types.js';
export type BoxToString = string;
export type BoxHasOwnProperty = number;
export type BoxClass = BoxClass[];

export interface Box {
  '@context'?: unknown;
  '@id': string;
  '@type': 'Box';
  /** Metadata that is not part of the record. */
  _metadata: DocumentMetadata;
  id: string;
  uiComponent?: string | null;
  uiClassNames?: string | string[] | null;
  componentGroups: string[];
  componentPositions: string[];
  parts?: BoxPart[] | null;
  c?: BoxConstructor;
  d?: BoxToString;
  e?: BoxHasOwnProperty;
  f?: BoxProto;
  g?: BoxClass;
  class?: string | null;
  default?: BoxFunction;
}

export interface BoxPart {
  constructor: string;
  toString?: string;
  __proto__?: number;
  hasOwnProperty?: string;
  class?: string;
  default?: boolean;
  valueOf?: {
    constructor?: number;
    [k: string]: string | number | undefined;
  };
}

export interface BoxConstructor {
  a?: string;
}

export interface BoxProto {
  b?: string;
}

export interface BoxFunction {
  return?: string;
}

export interface BoxInput {
  uiComponent?: string | null;
  uiClassNames?: string | string[] | null;
  componentGroups?: string[];
  componentPositions?: (string | {
    componentGroup: string;
    sortValue?: number;
  })[];
  parts?: BoxPart[] | null;
  c?: BoxConstructor;
  d?: BoxToString;
  e?: BoxHasOwnProperty;
  f?: BoxProto;
  g?: BoxClass;
  class?: string | null;
  default?: BoxFunction;
}

export type BoxPatch = BoxInput;
