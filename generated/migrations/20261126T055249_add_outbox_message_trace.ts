import type { Migration } from 'cms-api-components';

/** Applied in this form for good: change the schema files instead, and a new migration follows. */
export const migration: Migration = {
  id: '20261126T055249_add_outbox_message_trace',
  up: [
    {
      kind: 'addColumn',
      table: 'outbox_message',
      column: { name: 'trace', type: 'string', nullable: true, length: 55 },
    },
  ],
  down: [
    {
      kind: 'dropColumn',
      table: 'outbox_message',
      column: { name: 'trace', type: 'string', nullable: true, length: 55 },
    },
  ],
};
