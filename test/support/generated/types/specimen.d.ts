// Generated from schemas/Specimen.json (e816dee6374e) by `cms generate`, which overwrites this file.
import type { DocumentMetadata } from './built-in-types.js';

/** One field of every kind. */
export interface Specimen {
  '@context'?: unknown;
  '@id': string;
  '@type': 'Specimen';
  /** Metadata that is not part of the record. */
  _metadata: DocumentMetadata;
  id: string;
  uiComponent?: string | null;
  uiClassNames?: string | string[] | null;
  componentGroups: string[];
  componentPositions: string[];
  name: string;
  notes?: string | null;
  code?: string | null;
  amount?: number | null;
  ratio?: number | null;
  price?: string | null;
  active: boolean;
  startsAt?: string | null;
  day?: string | null;
  opensAt?: string | null;
  token?: string | null;
  email?: string | null;
  website?: string | null;
  level: 'low' | 'high';
  tags: string[];
  links?: SpecimenLink[] | null;
  settings?: {} | null;
  mixed?: string | number | null;
  serial: string;
  adminNote?: string | null;
  seats: number;
  internal?: string | null;
  friend?: string | null;
  home?: string | null;
  widgets: string[];
  createdAt: string;
  modifiedAt: string;
}

export interface SpecimenLink {
  url: string;
  label?: string | null;
}

/** One field of every kind. */
export interface SpecimenInput {
  uiComponent?: string | null;
  uiClassNames?: string | string[] | null;
  componentGroups?: string[];
  componentPositions?: (string | {
    componentGroup: string;
    sortValue?: number;
  })[];
  name: string;
  notes?: string | null;
  code?: string | null;
  amount?: number | null;
  ratio?: number | null;
  price?: string | number | null;
  active?: boolean;
  startsAt?: string | null;
  day?: string | null;
  opensAt?: string | null;
  token?: string | null;
  email?: string | null;
  website?: string | null;
  level?: 'low' | 'high';
  tags?: string[];
  links?: SpecimenLink[] | null;
  settings?: {} | null;
  mixed?: string | number | null;
  secret?: string | null;
  adminNote?: string | null;
  seats?: number;
  internal?: string | null;
  friend?: string | null;
  home?: string | null;
  widgets?: string[];
}

/** One field of every kind. */
export type SpecimenPatch = Partial<SpecimenInput>;
