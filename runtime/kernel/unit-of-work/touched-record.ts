import type { Reference } from '../contract/record.js';
import type { RecordState, TopicPair } from './record-state.js';

/** One record that caches and clients learn of. */
export type TouchedRecord =
  | { readonly kind: 'created'; readonly after: RecordState }
  | {
      readonly kind: 'updated';
      readonly before: RecordState;
      readonly after: RecordState;
      readonly fields: readonly string[];
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
