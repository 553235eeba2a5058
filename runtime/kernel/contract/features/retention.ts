import type { TableDefinition } from '../database/table.js';

/** Retention of stored data that is no longer needed. The job `cleaning` deletes it afterwards. */
export type RetentionRule = RowRetention | RetentionWork;

interface RetentionWords {
  /** Unique kebab-case name, under which `cms jobs` counts deletions. */
  readonly name: string;
  /** Description of the data in `docs/reference/retention.md`. */
  readonly what: string;
}

/** Retention of table rows, counted from a timestamp in each row. */
export interface RowRetention extends RetentionWords {
  /** The table. Its key is a single uuid or string column. */
  readonly table: TableDefinition;
  /** The datetime column, indexed first unless the table is small. Rows with null are kept. */
  readonly column: string;
  /** Retention in seconds from that timestamp. */
  readonly keepSeconds: number;
}

/** Retention of anything other than rows with a timestamp, deleted in batches. */
export interface RetentionWork extends RetentionWords {
  /** The tables or the folder. */
  readonly where: string;
  /** Retention in words, such as "an hour". */
  readonly keeps: string;
  /**
   * Set for data on the machine instead of the database. Every serving process deletes it at startup and
   * every hour.
   */
  readonly isOfMachine?: true;
  /**
   * Deletes at most `limit` items in one short transaction, oldest first, and returns the number. It is
   * called again until it deletes fewer. It may be restarted and may run in several processes at once.
   */
  clean(batch: CleaningBatch): Promise<number>;
}

export interface CleaningBatch {
  /** The time of the run, by this process's clock. */
  readonly now: Date;
  readonly limit: number;
}
