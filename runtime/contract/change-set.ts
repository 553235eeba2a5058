import type { StoredRecord } from './record.js';

export type Change =
  | { readonly kind: 'created'; readonly after: StoredRecord }
  | {
      readonly kind: 'updated';
      readonly before: StoredRecord;
      readonly after: StoredRecord;
      /** Member names whose value differs; empty for a record that only counts as updated (an associated one). */
      readonly fields: readonly string[];
    }
  | { readonly kind: 'deleted'; readonly before: StoredRecord };

/** Collects what a command changed; turned into invalidation and outbox rows as the last step of its transaction. */
export interface ChangeSet {
  readonly changes: readonly Change[];
  record(change: Change): void;
}
