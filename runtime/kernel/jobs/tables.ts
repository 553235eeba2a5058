import type { TableDefinition } from '../contract/database/table.js';

/**
 * Scheduled jobs: the time up to which any process has processed each schedule, and the end of its last run.
 */
export const scheduledJobTable: TableDefinition = {
  name: 'scheduled_job',
  columns: [
    { name: 'name', type: 'string', nullable: false, length: 100, binary: true },
    { name: 'followed_until', type: 'datetime', nullable: false },
    { name: 'finished_at', type: 'datetime', nullable: true },
    // JSON: result of the last run, counts by name.
    { name: 'outcome', type: 'text', nullable: true },
  ],
  primaryKey: ['name'],
  indexes: [],
  foreignKeys: [],
};
