import type { ApiDocument } from './client.js';
import type { AdminType } from './model.js';

/** Publication members of a record, independent of their names in its type. */
export interface Publication {
  /** Publication date, past or future. */
  readonly date?: string;
  /** IRI of the published version of a draft. */
  readonly published?: string;
  /** IRI of the draft of a published record. */
  readonly draft?: string;
}

export function publicationOf({ publishable }: AdminType, record: object): Publication {
  if (publishable === null) return {};
  const { field, publishedAssociation, draftAssociation } = publishable;
  const members = record as Partial<ApiDocument>;
  return {
    ...named('date', members[field]),
    ...named('published', members[publishedAssociation]),
    ...named('draft', members[draftAssociation]),
  };
}

const named = (name: keyof Publication, value: unknown): Publication =>
  typeof value === 'string' ? { [name]: value } : {};

/** Publication state of a record. */
export type State = 'draft' | 'published' | 'changed' | 'scheduled';

/**
 * Returns the publication state of a record.
 * @param now used to recognize scheduled records
 */
export function stateOf(type: AdminType, record: ApiDocument, now: Date): State {
  const { date, published, draft } = publicationOf(type, record);
  if (date !== undefined && new Date(date) > now) return 'scheduled';
  if (published !== undefined || draft !== undefined) return 'changed';
  return date === undefined ? 'draft' : 'published';
}
