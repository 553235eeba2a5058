import type { JsonObject } from '../../../kernel/contract/json.js';
import type { Place } from './problems.js';

/** What storing a record would do. */
export type Fate = 'created' | 'changed' | 'untouched';

/** A record of the import as it is remembered: where its line is, and what it names. */
export interface PlannedRecord extends Place {
  readonly type: string;
  readonly id: string;
  readonly fate: Fate;
  /** Members that name other records, with their ids. */
  readonly references: readonly PlannedReference[];
  /** Unique members of a changed record, as they were sent: others may wait for their values. */
  readonly unique?: JsonObject;
}

export interface PlannedReference {
  readonly member: string;
  readonly id: string;
}

/** What an import will do, by type and as a whole. */
export interface ImportPlan {
  readonly records: ReadonlyMap<string, PlannedRecord>;
  /** Types of records that the import names and does not have, by their ids. */
  readonly stored: ReadonlyMap<string, string>;
  /** Paths of routes that the import stores. */
  readonly paths: ReadonlySet<string>;
  readonly counts: ReadonlyMap<string, Readonly<Record<Fate, number>>>;
}
