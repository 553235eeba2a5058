import type { Migration } from 'cms-api-components';

/** Applied in this form for good: change the schema files instead, and a new migration follows. */
export const migration: Migration = {
  id: '20261126T172126_add_revision_kind',
  up: [
    {
      kind: 'addColumn',
      table: 'revision',
      column: { name: 'kind', type: 'string', nullable: true, length: 20, binary: true },
    },
    { kind: 'addColumn', table: 'revision', column: { name: 'account', type: 'uuid', nullable: true } },
    {
      kind: 'addColumn',
      table: 'revision',
      column: { name: 'details', type: 'string', nullable: true, length: 200 },
    },
    {
      kind: 'addIndex',
      table: 'revision',
      index: { name: 'revision_kind', columns: ['kind', 'number'], unique: false },
    },
  ],
  down: [
    {
      kind: 'dropIndex',
      table: 'revision',
      index: { name: 'revision_kind', columns: ['kind', 'number'], unique: false },
    },
    {
      kind: 'dropColumn',
      table: 'revision',
      column: { name: 'details', type: 'string', nullable: true, length: 200 },
    },
    { kind: 'dropColumn', table: 'revision', column: { name: 'account', type: 'uuid', nullable: true } },
    {
      kind: 'dropColumn',
      table: 'revision',
      column: { name: 'kind', type: 'string', nullable: true, length: 20, binary: true },
    },
  ],
};
