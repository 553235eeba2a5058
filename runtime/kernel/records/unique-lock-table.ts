import type { TableDefinition } from '../contract/database/table.js';

export const UNIQUE_LOCK_TABLE = 'unique_value_lock';

/**
 * Numbers that writes hold while they look for a unique value that no key of the database guards, and store it
 * (ADR 19). A row means nothing but that its number was held before.
 */
export const uniqueLockTable: TableDefinition = {
  name: UNIQUE_LOCK_TABLE,
  columns: [{ name: 'id', type: 'integer', nullable: false }],
  primaryKey: ['id'],
  indexes: [],
  foreignKeys: [],
};
