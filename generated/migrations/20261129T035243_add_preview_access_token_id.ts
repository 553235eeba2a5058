import type { Migration } from 'cms-api-components';

/** Applied in this form for good: change the schema files instead, and a new migration follows. */
export const migration: Migration = {
  id: '20261129T035243_add_preview_access_token_id',
  up: [
    { kind: 'addColumn', table: 'preview', column: { name: 'access_token_id', type: 'uuid', nullable: true } },
    { kind: 'addColumn', table: 'webhook', column: { name: 'access_token_id', type: 'uuid', nullable: true } },
    {
      kind: 'addIndex',
      table: 'preview',
      index: { name: 'preview_access_token_id', columns: ['access_token_id'], unique: false },
    },
  ],
  down: [
    {
      kind: 'dropIndex',
      table: 'preview',
      index: { name: 'preview_access_token_id', columns: ['access_token_id'], unique: false },
    },
    {
      kind: 'dropColumn',
      table: 'webhook',
      column: { name: 'access_token_id', type: 'uuid', nullable: true },
    },
    {
      kind: 'dropColumn',
      table: 'preview',
      column: { name: 'access_token_id', type: 'uuid', nullable: true },
    },
  ],
};
