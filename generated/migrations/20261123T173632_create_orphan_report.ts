import type { Migration } from 'cms-api-components';

/** Applied in this form for good: change the schema files instead, and a new migration follows. */
export const migration: Migration = {
  id: '20261123T173632_create_orphan_report',
  up: [
    {
      kind: 'createTable',
      table: {
        name: 'orphan_report',
        columns: [
          { name: 'kind', type: 'string', nullable: false, length: 20, binary: true },
          { name: 'generated_at', type: 'datetime', nullable: false },
          { name: 'content', type: 'text', nullable: false },
          { name: 'alerted', type: 'text', nullable: true },
        ],
        primaryKey: ['kind'],
        indexes: [],
        foreignKeys: [],
      },
    },
  ],
  down: [
    {
      kind: 'dropTable',
      table: {
        name: 'orphan_report',
        columns: [
          { name: 'kind', type: 'string', nullable: false, length: 20, binary: true },
          { name: 'generated_at', type: 'datetime', nullable: false },
          { name: 'content', type: 'text', nullable: false },
          { name: 'alerted', type: 'text', nullable: true },
        ],
        primaryKey: ['kind'],
        indexes: [],
        foreignKeys: [],
      },
    },
  ],
};
