import type { StoredRecord } from './record.js';

/**
 * Change of one row. Its states hold the fields stored with the record itself.
 *
 * @example
 * const recordOf = (change: Change): StoredRecord => (change.kind === 'deleted' ? change.before : change.after);
 */
export type Change =
  | { readonly kind: 'created'; readonly after: StoredRecord }
  | {
      readonly kind: 'updated';
      readonly before: StoredRecord;
      readonly after: StoredRecord;
      /** Names of the changed fields; never empty. */
      readonly fields: readonly string[];
    }
  | { readonly kind: 'deleted'; readonly before: StoredRecord };

/**
 * Changes of a unit of work, recorded by the code that writes the rows. There is one entry per row, from the
 * state before the unit to the state after it. A row whose final state equals its first has none.
 *
 * @example
 * const createdTypes = ({ changes }: ChangeSet): readonly string[] =>
 *   changes.flatMap((change) => (change.kind === 'created' ? [change.after.type] : []));
 */
export interface ChangeSet {
  readonly changes: readonly Change[];
  /** Number of row writes so far. */
  readonly writes: number;
}
