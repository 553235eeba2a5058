import type { TableDefinition } from '../../kernel/contract/database/table.js';

/**
 * Invalidations for the caches of other processes, numbered in commit order (ADR 47). `origin` is the process that
 * wrote the row and has already invalidated its own cache. Without `tags` everything is invalidated. Only the newest
 * rows are retained (`invalidation-lifetime.ts`).
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
