import type { TableDefinition } from '../contract/database/table.js';

/**
 * Rate limit counters, shared by all processes (ADR 81). `id` is a hash, so the table holds no addresses or
 * names. A row is void after `expires_at`.
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
