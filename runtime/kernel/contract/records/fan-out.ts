import type { Reference } from './record.js';

/** The names of a record in one state, and the version that the state belongs to. */
export interface RecordState {
  readonly reference: Reference;
  readonly iri: string;
  /** A draft has no publication date, has a future one, or holds the next content of a published record. */
  readonly version: 'published' | 'draft';
}

/** A record whose change is announced to caches and clients. */
export type TouchedRecord =
  | { readonly kind: 'created'; readonly after: RecordState }
  | {
      readonly kind: 'updated';
      readonly before: RecordState;
      readonly after: RecordState;
      readonly fields: readonly string[];
      /** Whether it is the draft of a published record. */
      readonly isOfPair: boolean;
    }
  /** Counts as updated although its own row is unchanged. A read decides whether it is a draft. */
  | {
      readonly kind: 'related';
      readonly reference: Reference;
      readonly iri: string;
      /** Fields that show the change; empty for records that were looked up. */
      readonly members: readonly string[];
    }
  /** Access is authorized against the state before the deletion, which is what was visible. */
  | { readonly kind: 'deleted'; readonly before: RecordState };

/** A record whose own row has changed. */
export type ChangedRecord = Exclude<TouchedRecord, { readonly kind: 'related' }>;

export interface FanOut {
  /** Each record once: created, then updated and related, then deleted. */
  readonly records: readonly TouchedRecord[];
  /** Cache tags to purge, without duplicates. */
  readonly tags: readonly string[];
}
