import type { StoredRecord } from './record.js';

/** The change of one row; its states hold the members that are stored with the record itself. */
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
 * The changes of a unit of work, recorded by the code that writes its rows: one entry for each row, from the state that
 * the unit found to the one that it leaves. A row that ends as it began has none.
 */
export interface ChangeSet {
  readonly changes: readonly Change[];
  /** The number of writes of rows so far. */
  readonly writes: number;
}
