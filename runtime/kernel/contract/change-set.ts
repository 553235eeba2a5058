import type { StoredRecord } from './record.js';

/** What became of one row; the states hold the members that are stored with the record itself. */
export type Change =
  | { readonly kind: 'created'; readonly after: StoredRecord }
  | {
      readonly kind: 'updated';
      readonly before: StoredRecord;
      readonly after: StoredRecord;
      /** Names of the members whose value differs; never empty. */
      readonly fields: readonly string[];
    }
  | { readonly kind: 'deleted'; readonly before: StoredRecord };

/**
 * What a unit of work changed, recorded by what writes its rows: one entry for each row, from the state that the unit found to
 * the one that it leaves. A row that is in the end what it was has none.
 */
export interface ChangeSet {
  readonly changes: readonly Change[];
  /** How many writes of rows there were so far. */
  readonly writes: number;
}
