import type { StoredRecord } from '../../kernel/contract/records/record.js';
import type { Values } from './stored-state.js';

/** Records that are not as they were. */
export interface FormerRecords {
  /** Records that are gone, as they were. */
  readonly removed: readonly StoredRecord[];
  /** Records as they are now, and former values of some of their members. */
  readonly changed: readonly { readonly record: StoredRecord; readonly values: Values }[];
  /** Records that were not there, as they are now. */
  readonly created: readonly StoredRecord[];
}

/** A record, or some members of it, that keeps something from being as it was. */
export interface Conflict {
  readonly type: string;
  readonly id: string;
  readonly members: readonly string[];
}
