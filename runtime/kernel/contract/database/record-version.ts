import type { ColumnDefinition } from './table.js';

/**
 * Columns of the version of a record, in the table that has a row for each record of a type: its base table, or its own
 * (contract decision 100, ADR 66). Rows of before have the first version, whose author and date nobody knows.
 */
export const VERSION_COLUMNS: readonly ColumnDefinition[] = [
  { name: 'row_version', type: 'integer', nullable: false, default: 1 },
  { name: 'row_version_at', type: 'datetime', nullable: true },
  { name: 'row_version_by', type: 'uuid', nullable: true },
];

/** What is known of the making of a version; null for what nobody knows. */
export interface VersionFacts {
  /** The id of a user. */
  readonly by: string | null;
  readonly at: Date | null;
}
