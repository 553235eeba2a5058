import type { Migration } from 'cms-api-components';

/** Applied in this form for good: change the schema files instead, and a new migration follows. */
export const migration: Migration = {
  id: '20261126T214632_create_idempotency_key',
  up: [
    {
      kind: 'createTable',
      table: {
        name: 'idempotency_key',
        columns: [
          { name: 'id', type: 'string', nullable: false, length: 64, binary: true },
          { name: 'fingerprint', type: 'string', nullable: false, length: 64, binary: true },
          { name: 'holder', type: 'uuid', nullable: false },
          { name: 'leased_until', type: 'datetime', nullable: false },
          { name: 'answer', type: 'text', nullable: true },
          { name: 'expires_at', type: 'datetime', nullable: false },
        ],
        primaryKey: ['id'],
        indexes: [{ name: 'idempotency_key_expires_at', columns: ['expires_at'], unique: false }],
        foreignKeys: [],
      },
    },
  ],
  down: [
    {
      kind: 'dropTable',
      table: {
        name: 'idempotency_key',
        columns: [
          { name: 'id', type: 'string', nullable: false, length: 64, binary: true },
          { name: 'fingerprint', type: 'string', nullable: false, length: 64, binary: true },
          { name: 'holder', type: 'uuid', nullable: false },
          { name: 'leased_until', type: 'datetime', nullable: false },
          { name: 'answer', type: 'text', nullable: true },
          { name: 'expires_at', type: 'datetime', nullable: false },
        ],
        primaryKey: ['id'],
        indexes: [{ name: 'idempotency_key_expires_at', columns: ['expires_at'], unique: false }],
        foreignKeys: [],
      },
    },
  ],
};
