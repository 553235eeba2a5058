import type { TableDefinition } from '../contract/database/table.js';

/** Rule version that last built each kind of derived rows. A start rebuilds those with another version. */
export const derivedStateTable: TableDefinition = {
  name: 'derived_state',
  columns: [
    { name: 'name', type: 'string', nullable: false, length: 100, binary: true },
    { name: 'version', type: 'integer', nullable: false },
  ],
  primaryKey: ['name'],
  indexes: [],
  foreignKeys: [],
};
