import type { Migration } from 'cms-api-components';

/** Applied in this form for good: change the schema files instead, and a new migration follows. */
export const migration: Migration = {
  id: '20261123T161559_create_invalidation',
  up: [
    {
      kind: 'createTable',
      table: {
        name: 'invalidation',
        columns: [
          { name: 'id', type: 'integer', nullable: false },
          { name: 'origin', type: 'string', nullable: false, length: 16, binary: true },
          { name: 'tags', type: 'text', nullable: true },
        ],
        primaryKey: ['id'],
        indexes: [],
        foreignKeys: [],
      },
    },
  ],
  down: [
    {
      kind: 'dropTable',
      table: {
        name: 'invalidation',
        columns: [
          { name: 'id', type: 'integer', nullable: false },
          { name: 'origin', type: 'string', nullable: false, length: 16, binary: true },
          { name: 'tags', type: 'text', nullable: true },
        ],
        primaryKey: ['id'],
        indexes: [],
        foreignKeys: [],
      },
    },
  ],
};
