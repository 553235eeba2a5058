import type { TableDefinition } from '../../kernel/contract/database/table.js';

/**
 * Drops for the caches of other processes, numbered in the order of the commits (ADR 47). `origin` is the process that
 * wrote the row and has dropped the same itself; no `tags` means everything. Only the newest rows are kept (`invalidation-lifetime.ts`).
 */
export const invalidationTable: TableDefinition = {
  name: 'invalidation',
  columns: [
    { name: 'id', type: 'integer', nullable: false },
    { name: 'origin', type: 'string', nullable: false, length: 16, binary: true },
    { name: 'tags', type: 'text', nullable: true },
  ],
  primaryKey: ['id'],
  indexes: [],
  foreignKeys: [],
};
