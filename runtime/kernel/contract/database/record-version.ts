import type { ColumnDefinition } from './table.js';

/**
 * Version columns of a record. They are in the table with one row per record of a type: its base table, or
 * its own (contract decision 100, ADR 66). Rows from before the migration have the first version, without
 * author and date.
 */
export const VERSION_COLUMNS: readonly ColumnDefinition[] = [
  { name: 'row_version', type: 'integer', nullable: false, default: 1 },
  { name: 'row_version_at', type: 'datetime', nullable: true },
  { name: 'row_version_by', type: 'uuid', nullable: true },
];

/** Author and time of a version; null if unknown. */
export interface VersionFacts {
  /** User id. */
  readonly by: string | null;
  readonly at: Date | null;
}
