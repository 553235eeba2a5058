import type { JsonObject } from '../../../kernel/contract/json.js';
import type { Place } from './problems.js';

/** Effect of storing a record. */
export type Fate = 'created' | 'changed' | 'untouched';

/** The retained data of an imported record: the position of its line and its references. */
export interface PlannedRecord extends Place {
  readonly type: string;
  readonly id: string;
  readonly fate: Fate;
  /** References to other records by member. */
  readonly references: readonly PlannedReference[];
  /** Unique members of a changed record as sent. Other records may be waiting for these values. */
  readonly unique?: JsonObject;
}

export interface PlannedReference {
  readonly member: string;
  readonly id: string;
}

/** The changes of an import, by record and by type. */
export interface ImportPlan {
  readonly records: ReadonlyMap<string, PlannedRecord>;
  /** Types of referenced records that are stored but not imported, by id. */
  readonly stored: ReadonlyMap<string, string>;
  /** Paths of the imported routes. */
  readonly paths: ReadonlySet<string>;
  readonly counts: ReadonlyMap<string, Readonly<Record<Fate, number>>>;
}
