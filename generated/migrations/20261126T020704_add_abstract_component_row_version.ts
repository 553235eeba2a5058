import type { Migration } from 'cms-api-components';

/** Applied in this form for good: change the schema files instead, and a new migration follows. */
export const migration: Migration = {
  id: '20261126T020704_add_abstract_component_row_version',
  up: [
    {
      kind: 'addColumn',
      table: 'abstract_component',
      column: { name: 'row_version', type: 'integer', nullable: false, default: 1 },
    },
    {
      kind: 'addColumn',
      table: 'abstract_component',
      column: { name: 'row_version_at', type: 'datetime', nullable: true },
    },
    {
      kind: 'addColumn',
      table: 'abstract_component',
      column: { name: 'row_version_by', type: 'uuid', nullable: true },
    },
    {
      kind: 'addColumn',
      table: 'abstract_page_data',
      column: { name: 'row_version', type: 'integer', nullable: false, default: 1 },
    },
    {
      kind: 'addColumn',
      table: 'abstract_page_data',
      column: { name: 'row_version_at', type: 'datetime', nullable: true },
    },
    {
      kind: 'addColumn',
      table: 'abstract_page_data',
      column: { name: 'row_version_by', type: 'uuid', nullable: true },
    },
    {
      kind: 'addColumn',
      table: 'component_group',
      column: { name: 'row_version', type: 'integer', nullable: false, default: 1 },
    },
    {
      kind: 'addColumn',
      table: 'component_group',
      column: { name: 'row_version_at', type: 'datetime', nullable: true },
    },
    {
      kind: 'addColumn',
      table: 'component_group',
      column: { name: 'row_version_by', type: 'uuid', nullable: true },
    },
    {
      kind: 'addColumn',
      table: 'component_position',
      column: { name: 'row_version', type: 'integer', nullable: false, default: 1 },
    },
    {
      kind: 'addColumn',
      table: 'component_position',
      column: { name: 'row_version_at', type: 'datetime', nullable: true },
    },
    {
      kind: 'addColumn',
      table: 'component_position',
      column: { name: 'row_version_by', type: 'uuid', nullable: true },
    },
    {
      kind: 'addColumn',
      table: 'layout',
      column: { name: 'row_version', type: 'integer', nullable: false, default: 1 },
    },
    {
      kind: 'addColumn',
      table: 'layout',
      column: { name: 'row_version_at', type: 'datetime', nullable: true },
    },
    { kind: 'addColumn', table: 'layout', column: { name: 'row_version_by', type: 'uuid', nullable: true } },
    {
      kind: 'addColumn',
      table: 'page',
      column: { name: 'row_version', type: 'integer', nullable: false, default: 1 },
    },
    { kind: 'addColumn', table: 'page', column: { name: 'row_version_at', type: 'datetime', nullable: true } },
    { kind: 'addColumn', table: 'page', column: { name: 'row_version_by', type: 'uuid', nullable: true } },
    {
      kind: 'addColumn',
      table: 'route',
      column: { name: 'row_version', type: 'integer', nullable: false, default: 1 },
    },
    {
      kind: 'addColumn',
      table: 'route',
      column: { name: 'row_version_at', type: 'datetime', nullable: true },
    },
    { kind: 'addColumn', table: 'route', column: { name: 'row_version_by', type: 'uuid', nullable: true } },
    {
      kind: 'addColumn',
      table: 'site_config_parameter',
      column: { name: 'row_version', type: 'integer', nullable: false, default: 1 },
    },
    {
      kind: 'addColumn',
      table: 'site_config_parameter',
      column: { name: 'row_version_at', type: 'datetime', nullable: true },
    },
    {
      kind: 'addColumn',
      table: 'site_config_parameter',
      column: { name: 'row_version_by', type: 'uuid', nullable: true },
    },
    {
      kind: 'addColumn',
      table: 'user',
      column: { name: 'row_version', type: 'integer', nullable: false, default: 1 },
    },
    { kind: 'addColumn', table: 'user', column: { name: 'row_version_at', type: 'datetime', nullable: true } },
    { kind: 'addColumn', table: 'user', column: { name: 'row_version_by', type: 'uuid', nullable: true } },
  ],
  down: [
    { kind: 'dropColumn', table: 'user', column: { name: 'row_version_by', type: 'uuid', nullable: true } },
    {
      kind: 'dropColumn',
      table: 'user',
      column: { name: 'row_version_at', type: 'datetime', nullable: true },
    },
    {
      kind: 'dropColumn',
      table: 'user',
      column: { name: 'row_version', type: 'integer', nullable: false, default: 1 },
    },
    {
      kind: 'dropColumn',
      table: 'site_config_parameter',
      column: { name: 'row_version_by', type: 'uuid', nullable: true },
    },
    {
      kind: 'dropColumn',
      table: 'site_config_parameter',
      column: { name: 'row_version_at', type: 'datetime', nullable: true },
    },
    {
      kind: 'dropColumn',
      table: 'site_config_parameter',
      column: { name: 'row_version', type: 'integer', nullable: false, default: 1 },
    },
    { kind: 'dropColumn', table: 'route', column: { name: 'row_version_by', type: 'uuid', nullable: true } },
    {
      kind: 'dropColumn',
      table: 'route',
      column: { name: 'row_version_at', type: 'datetime', nullable: true },
    },
    {
      kind: 'dropColumn',
      table: 'route',
      column: { name: 'row_version', type: 'integer', nullable: false, default: 1 },
    },
    { kind: 'dropColumn', table: 'page', column: { name: 'row_version_by', type: 'uuid', nullable: true } },
    {
      kind: 'dropColumn',
      table: 'page',
      column: { name: 'row_version_at', type: 'datetime', nullable: true },
    },
    {
      kind: 'dropColumn',
      table: 'page',
      column: { name: 'row_version', type: 'integer', nullable: false, default: 1 },
    },
    { kind: 'dropColumn', table: 'layout', column: { name: 'row_version_by', type: 'uuid', nullable: true } },
    {
      kind: 'dropColumn',
      table: 'layout',
      column: { name: 'row_version_at', type: 'datetime', nullable: true },
    },
    {
      kind: 'dropColumn',
      table: 'layout',
      column: { name: 'row_version', type: 'integer', nullable: false, default: 1 },
    },
    {
      kind: 'dropColumn',
      table: 'component_position',
      column: { name: 'row_version_by', type: 'uuid', nullable: true },
    },
    {
      kind: 'dropColumn',
      table: 'component_position',
      column: { name: 'row_version_at', type: 'datetime', nullable: true },
    },
    {
      kind: 'dropColumn',
      table: 'component_position',
      column: { name: 'row_version', type: 'integer', nullable: false, default: 1 },
    },
    {
      kind: 'dropColumn',
      table: 'component_group',
      column: { name: 'row_version_by', type: 'uuid', nullable: true },
    },
    {
      kind: 'dropColumn',
      table: 'component_group',
      column: { name: 'row_version_at', type: 'datetime', nullable: true },
    },
    {
      kind: 'dropColumn',
      table: 'component_group',
      column: { name: 'row_version', type: 'integer', nullable: false, default: 1 },
    },
    {
      kind: 'dropColumn',
      table: 'abstract_page_data',
      column: { name: 'row_version_by', type: 'uuid', nullable: true },
    },
    {
      kind: 'dropColumn',
      table: 'abstract_page_data',
      column: { name: 'row_version_at', type: 'datetime', nullable: true },
    },
    {
      kind: 'dropColumn',
      table: 'abstract_page_data',
      column: { name: 'row_version', type: 'integer', nullable: false, default: 1 },
    },
    {
      kind: 'dropColumn',
      table: 'abstract_component',
      column: { name: 'row_version_by', type: 'uuid', nullable: true },
    },
    {
      kind: 'dropColumn',
      table: 'abstract_component',
      column: { name: 'row_version_at', type: 'datetime', nullable: true },
    },
    {
      kind: 'dropColumn',
      table: 'abstract_component',
      column: { name: 'row_version', type: 'integer', nullable: false, default: 1 },
    },
  ],
};
