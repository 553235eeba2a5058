import type { TableDefinition } from '../contract/database/table.js';

/** The version of the rules by which each kind of derived rows was last made; a start makes those of another version anew. */
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
