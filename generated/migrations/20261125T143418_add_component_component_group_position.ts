import type { Migration } from 'cms-api-components';

/** Applied in this form for good: change the schema files instead, and a new migration follows. */
export const migration: Migration = {
  id: '20261125T143418_add_component_component_group_position',
  up: [
    {
      kind: 'addColumn',
      table: 'component_component_group',
      column: { name: 'position', type: 'integer', nullable: false, default: 2147483647 },
    },
    {
      kind: 'addColumn',
      table: 'component_component_group',
      column: { name: 'inverse_position', type: 'integer', nullable: false, default: 2147483647 },
    },
    {
      kind: 'addColumn',
      table: 'layout_component_group',
      column: { name: 'position', type: 'integer', nullable: false, default: 2147483647 },
    },
    {
      kind: 'addColumn',
      table: 'layout_component_group',
      column: { name: 'inverse_position', type: 'integer', nullable: false, default: 2147483647 },
    },
    {
      kind: 'addColumn',
      table: 'page_component_group',
      column: { name: 'position', type: 'integer', nullable: false, default: 2147483647 },
    },
    {
      kind: 'addColumn',
      table: 'page_component_group',
      column: { name: 'inverse_position', type: 'integer', nullable: false, default: 2147483647 },
    },
  ],
  down: [
    {
      kind: 'dropColumn',
      table: 'page_component_group',
      column: { name: 'inverse_position', type: 'integer', nullable: false, default: 2147483647 },
    },
    {
      kind: 'dropColumn',
      table: 'page_component_group',
      column: { name: 'position', type: 'integer', nullable: false, default: 2147483647 },
    },
    {
      kind: 'dropColumn',
      table: 'layout_component_group',
      column: { name: 'inverse_position', type: 'integer', nullable: false, default: 2147483647 },
    },
    {
      kind: 'dropColumn',
      table: 'layout_component_group',
      column: { name: 'position', type: 'integer', nullable: false, default: 2147483647 },
    },
    {
      kind: 'dropColumn',
      table: 'component_component_group',
      column: { name: 'inverse_position', type: 'integer', nullable: false, default: 2147483647 },
    },
    {
      kind: 'dropColumn',
      table: 'component_component_group',
      column: { name: 'position', type: 'integer', nullable: false, default: 2147483647 },
    },
  ],
};
