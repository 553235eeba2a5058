import type { Migration } from 'cms-api-components';

/** Applied in this form for good: change the schema files instead, and a new migration follows. */
export const migration: Migration = {
  id: '20261126T175812_create_revision_file',
  up: [
    {
      kind: 'createTable',
      table: {
        name: 'revision_file',
        columns: [
          { name: 'revision', type: 'integer', nullable: false },
          { name: 'path', type: 'string', nullable: false, length: 255, binary: true },
          { name: 'adapter', type: 'string', nullable: false, length: 100, binary: true },
          { name: 'subject', type: 'uuid', nullable: false },
        ],
        primaryKey: ['revision', 'path', 'adapter'],
        indexes: [
          { name: 'revision_file_path', columns: ['path'], unique: false },
          { name: 'revision_file_subject', columns: ['subject'], unique: false },
        ],
        foreignKeys: [],
      },
    },
  ],
  down: [
    {
      kind: 'dropTable',
      table: {
        name: 'revision_file',
        columns: [
          { name: 'revision', type: 'integer', nullable: false },
          { name: 'path', type: 'string', nullable: false, length: 255, binary: true },
          { name: 'adapter', type: 'string', nullable: false, length: 100, binary: true },
          { name: 'subject', type: 'uuid', nullable: false },
        ],
        primaryKey: ['revision', 'path', 'adapter'],
        indexes: [
          { name: 'revision_file_path', columns: ['path'], unique: false },
          { name: 'revision_file_subject', columns: ['subject'], unique: false },
        ],
        foreignKeys: [],
      },
    },
  ],
};
