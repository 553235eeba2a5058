import type { Migration } from 'cms-api-components';

/** Applied in this form for good: change the schema files instead, and a new migration follows. */
export const migration: Migration = {
  id: '20261126T181554_add_preview_revision',
  up: [
    { kind: 'addColumn', table: 'preview', column: { name: 'revision', type: 'integer', nullable: true } },
  ],
  down: [
    { kind: 'dropColumn', table: 'preview', column: { name: 'revision', type: 'integer', nullable: true } },
  ],
};
