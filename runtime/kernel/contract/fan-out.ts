import type { Reference } from './record.js';

/** A topic of the hub. What is private reaches only those who were granted the topic (realtime.md 2.3). */
export interface Topic {
  readonly url: string;
  readonly isPrivate: boolean;
}

/** The names under which a record is known while it has one state, and to whom that state is shown. */
export interface RecordState {
  readonly reference: Reference;
  readonly iri: string;
  /** A draft has no date of publication, one that is to come, or a published row whose next content it is. */
  readonly version: 'published' | 'draft';
  /** Null for types that are not broadcast. */
  readonly topic: Topic | null;
}

/** The topics of a record as published and as a draft, where only a read can tell which it is. */
export interface TopicPair {
  readonly published: Topic;
  readonly draft: Topic;
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
      readonly topics: TopicPair | null;
    }
  /** Judged by the state before: that is what there was to be seen. */
  | { readonly kind: 'deleted'; readonly before: RecordState };

/** One whose own row is another than before. */
export type ChangedRecord = Exclude<TouchedRecord, { readonly kind: 'related' }>;

/** A name under which a record that is still stored is there no more: its subscribers are sent a deletion. */
export interface Departure {
  readonly iri: string;
  readonly topic: Topic;
}

export interface FanOut {
  /** Each record once: created ones, then updated and related ones, then deleted ones. */
  readonly records: readonly TouchedRecord[];
  /** Announced before the records, which may be back under another name, or as a draft. */
  readonly departures: readonly Departure[];
  /** The tags that caches drop, each once. */
  readonly tags: readonly string[];
}
