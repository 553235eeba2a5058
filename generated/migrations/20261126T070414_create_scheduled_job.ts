import type { Migration } from 'cms-api-components';

/** Applied in this form for good: change the schema files instead, and a new migration follows. */
export const migration: Migration = {
  id: '20261126T070414_create_scheduled_job',
  up: [
    {
      kind: 'createTable',
      table: {
        name: 'scheduled_job',
        columns: [
          { name: 'name', type: 'string', nullable: false, length: 100, binary: true },
          { name: 'followed_until', type: 'datetime', nullable: false },
          { name: 'finished_at', type: 'datetime', nullable: true },
          { name: 'outcome', type: 'text', nullable: true },
        ],
        primaryKey: ['name'],
        indexes: [],
        foreignKeys: [],
      },
    },
    {
      kind: 'addIndex',
      table: 'refresh_token',
      index: { name: 'refresh_token_expired_at', columns: ['expired_at'], unique: false },
    },
  ],
  down: [
    {
      kind: 'dropIndex',
      table: 'refresh_token',
      index: { name: 'refresh_token_expired_at', columns: ['expired_at'], unique: false },
    },
    {
      kind: 'dropTable',
      table: {
        name: 'scheduled_job',
        columns: [
          { name: 'name', type: 'string', nullable: false, length: 100, binary: true },
          { name: 'followed_until', type: 'datetime', nullable: false },
          { name: 'finished_at', type: 'datetime', nullable: true },
          { name: 'outcome', type: 'text', nullable: true },
        ],
        primaryKey: ['name'],
        indexes: [],
        foreignKeys: [],
      },
    },
  ],
};
