import type { TableDefinition } from '../contract/database/table.js';

export const UNIQUE_LOCK_TABLE = 'unique_value_lock';

/**
 * Numbers that writes lock while they check and store a unique value without a database key (ADR 19). A row
 * only records that its number has been used.
 */
export const uniqueLockTable: TableDefinition = {
  name: UNIQUE_LOCK_TABLE,
  columns: [{ name: 'id', type: 'integer', nullable: false }],
  primaryKey: ['id'],
  indexes: [],
  foreignKeys: [],
};
