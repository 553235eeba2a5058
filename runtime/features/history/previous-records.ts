import type { StoredRecord } from '../../kernel/contract/records/record.js';
import type { Values } from './stored-state.js';

/** Records that differ from a previous state. */
export interface PreviousRecords {
  /** Deleted records in their previous state. */
  readonly removed: readonly StoredRecord[];
  /** Current records, with the previous values of some members. */
  readonly changed: readonly { readonly record: StoredRecord; readonly values: Values }[];
  /** Current records that did not exist. */
  readonly created: readonly StoredRecord[];
}

/** A record, or some of its members, that prevents a restore. */
export interface Conflict {
  readonly type: string;
  readonly id: string;
  readonly members: readonly string[];
}
