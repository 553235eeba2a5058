import type { Migration } from 'cms-api-components';

/** Applied in this form for good: change the schema files instead, and a new migration follows. */
export const migration: Migration = {
  id: '20261123T030723_create_form',
  up: [
    {
      kind: 'createTable',
      table: {
        name: 'form',
        columns: [
          { name: 'id', type: 'uuid', nullable: false },
          { name: 'form_type', type: 'string', nullable: false },
        ],
        primaryKey: ['id'],
        indexes: [],
        foreignKeys: [
          {
            name: 'fk_form_id',
            columns: ['id'],
            references: { table: 'abstract_component', columns: ['id'] },
            onDelete: 'restrict',
          },
        ],
        publishable: false,
      },
    },
  ],
  down: [
    {
      kind: 'dropTable',
      table: {
        name: 'form',
        columns: [
          { name: 'id', type: 'uuid', nullable: false },
          { name: 'form_type', type: 'string', nullable: false },
        ],
        primaryKey: ['id'],
        indexes: [],
        foreignKeys: [
          {
            name: 'fk_form_id',
            columns: ['id'],
            references: { table: 'abstract_component', columns: ['id'] },
            onDelete: 'restrict',
          },
        ],
        publishable: false,
      },
    },
  ],
};
