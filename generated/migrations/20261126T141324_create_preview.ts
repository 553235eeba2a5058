import type { Migration } from 'cms-api-components';

/** Applied in this form for good: change the schema files instead, and a new migration follows. */
export const migration: Migration = {
  id: '20261126T141324_create_preview',
  up: [
    {
      kind: 'createTable',
      table: {
        name: 'preview',
        columns: [
          { name: 'id', type: 'uuid', nullable: false },
          { name: 'token_hash', type: 'string', nullable: false, length: 64, binary: true },
          { name: 'subject_type', type: 'string', nullable: false, length: 100, binary: true },
          { name: 'subject_id', type: 'uuid', nullable: false },
          { name: 'maker_id', type: 'uuid', nullable: false },
          { name: 'created_at', type: 'datetime', nullable: false },
          { name: 'expires_at', type: 'datetime', nullable: false },
        ],
        primaryKey: ['id'],
        indexes: [
          { name: 'preview_expires_at', columns: ['expires_at'], unique: false },
          { name: 'preview_maker_id', columns: ['maker_id'], unique: false },
          { name: 'preview_token_hash', columns: ['token_hash'], unique: true },
        ],
        foreignKeys: [],
      },
    },
  ],
  down: [
    {
      kind: 'dropTable',
      table: {
        name: 'preview',
        columns: [
          { name: 'id', type: 'uuid', nullable: false },
          { name: 'token_hash', type: 'string', nullable: false, length: 64, binary: true },
          { name: 'subject_type', type: 'string', nullable: false, length: 100, binary: true },
          { name: 'subject_id', type: 'uuid', nullable: false },
          { name: 'maker_id', type: 'uuid', nullable: false },
          { name: 'created_at', type: 'datetime', nullable: false },
          { name: 'expires_at', type: 'datetime', nullable: false },
        ],
        primaryKey: ['id'],
        indexes: [
          { name: 'preview_expires_at', columns: ['expires_at'], unique: false },
          { name: 'preview_maker_id', columns: ['maker_id'], unique: false },
          { name: 'preview_token_hash', columns: ['token_hash'], unique: true },
        ],
        foreignKeys: [],
      },
    },
  ],
};
