import type { Migration } from 'cms-api-components';

/** Applied in this form for good: change the schema files instead, and a new migration follows. */
export const migration: Migration = {
  id: '20261122T124804_add_abstract_page_data_is_reachable_without_rout',
  up: [
    {
      kind: 'addColumn',
      table: 'abstract_page_data',
      column: { name: 'is_reachable_without_route', type: 'boolean', nullable: false, default: false },
    },
    {
      kind: 'addColumn',
      table: 'page',
      column: { name: 'is_reachable_without_route', type: 'boolean', nullable: false, default: false },
    },
    {
      kind: 'addIndex',
      table: 'abstract_page_data',
      index: {
        name: 'abstract_page_data_is_reachable_without_route',
        columns: ['is_reachable_without_route'],
        unique: false,
      },
    },
    {
      kind: 'addIndex',
      table: 'page',
      index: {
        name: 'idx_page_is_reachable_without_route',
        columns: ['is_reachable_without_route'],
        unique: false,
      },
    },
  ],
  down: [
    {
      kind: 'dropIndex',
      table: 'page',
      index: {
        name: 'idx_page_is_reachable_without_route',
        columns: ['is_reachable_without_route'],
        unique: false,
      },
    },
    {
      kind: 'dropIndex',
      table: 'abstract_page_data',
      index: {
        name: 'abstract_page_data_is_reachable_without_route',
        columns: ['is_reachable_without_route'],
        unique: false,
      },
    },
    {
      kind: 'dropColumn',
      table: 'page',
      column: { name: 'is_reachable_without_route', type: 'boolean', nullable: false, default: false },
    },
    {
      kind: 'dropColumn',
      table: 'abstract_page_data',
      column: { name: 'is_reachable_without_route', type: 'boolean', nullable: false, default: false },
    },
  ],
};
