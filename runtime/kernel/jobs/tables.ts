import type { TableDefinition } from '../contract/database/table.js';

/** The jobs that have a schedule: up to when each was followed, by whichever process, and the end of its last run. */
export const scheduledJobTable: TableDefinition = {
  name: 'scheduled_job',
  columns: [
    { name: 'name', type: 'string', nullable: false, length: 100, binary: true },
    { name: 'followed_until', type: 'datetime', nullable: false },
    { name: 'finished_at', type: 'datetime', nullable: true },
    // JSON: what the last run did, in numbers by name.
    { name: 'outcome', type: 'text', nullable: true },
  ],
  primaryKey: ['name'],
  indexes: [],
  foreignKeys: [],
};
