import type { Migration } from 'cms-api-components';

/** Applied in this form for good: change the schema files instead, and a new migration follows. */
export const migration: Migration = {
  id: '20261126T131622_create_revision',
  up: [
    {
      kind: 'createTable',
      table: {
        name: 'revision',
        columns: [
          { name: 'number', type: 'integer', nullable: false, numbered: true },
          { name: 'made_at', type: 'datetime', nullable: false },
          { name: 'actor', type: 'uuid', nullable: true },
          { name: 'request_id', type: 'string', nullable: true, length: 128 },
          { name: 'reason', type: 'string', nullable: true, length: 500 },
          { name: 'use_case', type: 'string', nullable: true, length: 100 },
          { name: 'changes', type: 'integer', nullable: false },
        ],
        primaryKey: ['number'],
        indexes: [
          { name: 'revision_actor', columns: ['actor', 'number'], unique: false },
          { name: 'revision_age', columns: ['made_at'], unique: false },
        ],
        foreignKeys: [],
      },
    },
    {
      kind: 'createTable',
      table: {
        name: 'revision_change',
        columns: [
          { name: 'revision', type: 'integer', nullable: false },
          { name: 'record', type: 'uuid', nullable: false },
          { name: 'subject', type: 'uuid', nullable: false },
          { name: 'record_type', type: 'string', nullable: false, length: 100, binary: true },
          { name: 'state_before', type: 'text', nullable: true },
          { name: 'state_after', type: 'text', nullable: true },
        ],
        primaryKey: ['revision', 'record'],
        indexes: [
          { name: 'revision_change_subject', columns: ['subject', 'revision'], unique: false },
          { name: 'revision_change_type', columns: ['record_type', 'revision'], unique: false },
        ],
        foreignKeys: [],
      },
    },
  ],
  down: [
    {
      kind: 'dropTable',
      table: {
        name: 'revision_change',
        columns: [
          { name: 'revision', type: 'integer', nullable: false },
          { name: 'record', type: 'uuid', nullable: false },
          { name: 'subject', type: 'uuid', nullable: false },
          { name: 'record_type', type: 'string', nullable: false, length: 100, binary: true },
          { name: 'state_before', type: 'text', nullable: true },
          { name: 'state_after', type: 'text', nullable: true },
        ],
        primaryKey: ['revision', 'record'],
        indexes: [
          { name: 'revision_change_subject', columns: ['subject', 'revision'], unique: false },
          { name: 'revision_change_type', columns: ['record_type', 'revision'], unique: false },
        ],
        foreignKeys: [],
      },
    },
    {
      kind: 'dropTable',
      table: {
        name: 'revision',
        columns: [
          { name: 'number', type: 'integer', nullable: false, numbered: true },
          { name: 'made_at', type: 'datetime', nullable: false },
          { name: 'actor', type: 'uuid', nullable: true },
          { name: 'request_id', type: 'string', nullable: true, length: 128 },
          { name: 'reason', type: 'string', nullable: true, length: 500 },
          { name: 'use_case', type: 'string', nullable: true, length: 100 },
          { name: 'changes', type: 'integer', nullable: false },
        ],
        primaryKey: ['number'],
        indexes: [
          { name: 'revision_actor', columns: ['actor', 'number'], unique: false },
          { name: 'revision_age', columns: ['made_at'], unique: false },
        ],
        foreignKeys: [],
      },
    },
  ],
};
