import type { TableDefinition } from '../database/table.js';

/** How long something that is stored stays when nobody needs it any more. The job `cleaning` removes it afterwards. */
export type Lifetime = RowLifetime | WorkLifetime;

interface LifetimeWords {
  /** Unique among all features, kebab-case: `cms jobs` counts under it what was removed. */
  readonly name: string;
  /** What is removed, as `docs/reference/lifetimes.md` says it. */
  readonly what: string;
}

/** Rows of a table that are removed some time after a moment that stands in them. */
export interface RowLifetime extends LifetimeWords {
  /** Its key is one column, a uuid or a string. */
  readonly table: TableDefinition;
  /** A datetime, with an index that begins with it unless the table is small; rows without one stay. */
  readonly column: string;
  /** Seconds from that moment on. */
  readonly keepSeconds: number;
}

/** Anything else that is removed, piece by piece. */
export interface WorkLifetime extends LifetimeWords {
  /** Tables or folder. */
  readonly where: string;
  /** For how long it stays, such as "an hour". */
  readonly keeps: string;
  /** It lies on the machine and not in the database: every serving process cleans for itself, at its start and every hour. */
  readonly isOfMachine?: true;
  /**
   * Removes at most `limit` of it in one short transaction, the oldest first, and answers how many: called again while there were
   * as many. May run again from its start, and at the same moment as in another process.
   */
  clean(batch: CleaningBatch): Promise<number>;
}

export interface CleaningBatch {
  /** The time of the run, by the clock of this process. */
  readonly now: Date;
  readonly limit: number;
}
