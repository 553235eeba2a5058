import type { Migration } from 'cms-api-components';

/** Applied in this form for good: change the schema files instead, and a new migration follows. */
export const migration: Migration = {
  id: '20261125T151543_index_page',
  up: [
    {
      kind: 'addIndex',
      table: 'page',
      index: { name: 'idx_page_reference_id', columns: ['reference', 'id'], unique: false, nullsFirst: true },
    },
  ],
  down: [
    {
      kind: 'dropIndex',
      table: 'page',
      index: { name: 'idx_page_reference_id', columns: ['reference', 'id'], unique: false, nullsFirst: true },
    },
  ],
};
