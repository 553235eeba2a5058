import type { Migration } from 'cms-api-components';

/** Applied in this form for good: change the schema files instead, and a new migration follows. */
export const migration: Migration = {
  id: '20261126T063246_create_throttle',
  up: [
    {
      kind: 'createTable',
      table: {
        name: 'throttle',
        columns: [
          { name: 'id', type: 'string', nullable: false, length: 43, binary: true },
          { name: 'hits', type: 'integer', nullable: false },
          { name: 'expires_at', type: 'datetime', nullable: false },
        ],
        primaryKey: ['id'],
        indexes: [{ name: 'throttle_expires_at', columns: ['expires_at'], unique: false }],
        foreignKeys: [],
      },
    },
  ],
  down: [
    {
      kind: 'dropTable',
      table: {
        name: 'throttle',
        columns: [
          { name: 'id', type: 'string', nullable: false, length: 43, binary: true },
          { name: 'hits', type: 'integer', nullable: false },
          { name: 'expires_at', type: 'datetime', nullable: false },
        ],
        primaryKey: ['id'],
        indexes: [{ name: 'throttle_expires_at', columns: ['expires_at'], unique: false }],
        foreignKeys: [],
      },
    },
  ],
};
