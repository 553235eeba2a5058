import type { TableDefinition } from '../contract/database/table.js';

/**
 * Hits of what is limited, counted for all processes together (ADR 81). `id` is a hash: the table holds no addresses and no
 * names. A row means nothing once `expires_at` is past.
 */
export const throttleTable: TableDefinition = {
  name: 'throttle',
  columns: [
    { name: 'id', type: 'string', nullable: false, length: 43, binary: true },
    { name: 'hits', type: 'integer', nullable: false },
    { name: 'expires_at', type: 'datetime', nullable: false },
  ],
  primaryKey: ['id'],
  indexes: [{ name: 'throttle_expires_at', columns: ['expires_at'], unique: false }],
  foreignKeys: [],
};
