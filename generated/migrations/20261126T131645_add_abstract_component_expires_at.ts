import type { Migration } from 'cms-api-components';

/** Applied in this form for good: change the schema files instead, and a new migration follows. */
export const migration: Migration = {
  id: '20261126T131645_add_abstract_component_expires_at',
  up: [
    {
      kind: 'addColumn',
      table: 'abstract_component',
      column: { name: 'expires_at', type: 'datetime', nullable: true },
    },
    {
      kind: 'addColumn',
      table: 'abstract_page_data',
      column: { name: 'expires_at', type: 'datetime', nullable: true },
    },
    { kind: 'addColumn', table: 'route', column: { name: 'expires_at', type: 'datetime', nullable: true } },
    {
      kind: 'addIndex',
      table: 'abstract_component',
      index: { name: 'abstract_component_expires_at', columns: ['expires_at'], unique: false },
    },
    {
      kind: 'addIndex',
      table: 'abstract_page_data',
      index: { name: 'abstract_page_data_expires_at', columns: ['expires_at'], unique: false },
    },
    {
      kind: 'addIndex',
      table: 'route',
      index: { name: 'idx_route_expires_at', columns: ['expires_at'], unique: false },
    },
  ],
  down: [
    {
      kind: 'dropIndex',
      table: 'route',
      index: { name: 'idx_route_expires_at', columns: ['expires_at'], unique: false },
    },
    {
      kind: 'dropIndex',
      table: 'abstract_page_data',
      index: { name: 'abstract_page_data_expires_at', columns: ['expires_at'], unique: false },
    },
    {
      kind: 'dropIndex',
      table: 'abstract_component',
      index: { name: 'abstract_component_expires_at', columns: ['expires_at'], unique: false },
    },
    { kind: 'dropColumn', table: 'route', column: { name: 'expires_at', type: 'datetime', nullable: true } },
    {
      kind: 'dropColumn',
      table: 'abstract_page_data',
      column: { name: 'expires_at', type: 'datetime', nullable: true },
    },
    {
      kind: 'dropColumn',
      table: 'abstract_component',
      column: { name: 'expires_at', type: 'datetime', nullable: true },
    },
  ],
};
