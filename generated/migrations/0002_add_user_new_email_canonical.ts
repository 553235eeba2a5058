import type { Migration } from 'cms-api-components';

/** Applied in this form for good: change the schema files instead, and a new migration follows. */
export const migration: Migration = {
  id: '0002_add_user_new_email_canonical',
  up: [
    {
      kind: 'addColumn',
      table: 'user',
      column: { name: 'new_email_canonical', type: 'string', nullable: true, length: 255, binary: true },
    },
    {
      kind: 'addIndex',
      table: 'user',
      index: { name: 'user_new_email_canonical', columns: ['new_email_canonical'], unique: false },
    },
  ],
  down: [
    {
      kind: 'dropIndex',
      table: 'user',
      index: { name: 'user_new_email_canonical', columns: ['new_email_canonical'], unique: false },
    },
    {
      kind: 'dropColumn',
      table: 'user',
      column: { name: 'new_email_canonical', type: 'string', nullable: true, length: 255, binary: true },
    },
  ],
};
