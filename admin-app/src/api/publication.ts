import type { ApiDocument } from './client.js';
import type { AdminType } from './model.js';

/** What the members of a record say of its publication, whatever the type calls them. */
export interface Publication {
  /** When it is published, or was. */
  readonly date?: string;
  /** Where visitors see a version of the draft. */
  readonly published?: string;
  /** Where the draft of a published record is. */
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

/** Where a record stands between a draft and what visitors see. */
export type State = 'draft' | 'published' | 'changed' | 'scheduled';

/** @param now for records that are published at a moment to come */
export function stateOf(type: AdminType, record: ApiDocument, now: Date): State {
  const { date, published, draft } = publicationOf(type, record);
  if (date !== undefined && new Date(date) > now) return 'scheduled';
  if (published !== undefined || draft !== undefined) return 'changed';
  return date === undefined ? 'draft' : 'published';
}
