import type { Reference } from './record.js';

/** The names under which a record is known while it has one state, and to whom that state is shown. */
export interface RecordState {
  readonly reference: Reference;
  readonly iri: string;
  /** A draft has no date of publication, one that is to come, or a published row whose next content it is. */
  readonly version: 'published' | 'draft';
}

/** One record that caches and clients learn of. */
export type TouchedRecord =
  | { readonly kind: 'created'; readonly after: RecordState }
  | {
      readonly kind: 'updated';
      readonly before: RecordState;
      readonly after: RecordState;
      readonly fields: readonly string[];
      /** It is the draft of a published record. */
      readonly isOfPair: boolean;
    }
  /** Counts as updated although its own row is as it was; whether it is a draft is for a read to tell. */
  | {
      readonly kind: 'related';
      readonly reference: Reference;
      readonly iri: string;
      /** Its members that show the change; none for records that were looked up. */
      readonly members: readonly string[];
    }
  /** Judged by the state before: that is what there was to be seen. */
  | { readonly kind: 'deleted'; readonly before: RecordState };

/** One whose own row is another than before. */
export type ChangedRecord = Exclude<TouchedRecord, { readonly kind: 'related' }>;

export interface FanOut {
  /** Each record once: created ones, then updated and related ones, then deleted ones. */
  readonly records: readonly TouchedRecord[];
  /** The tags that caches drop, each once. */
  readonly tags: readonly string[];
}
