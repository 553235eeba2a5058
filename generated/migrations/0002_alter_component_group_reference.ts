import type { Migration } from 'cms-api-components';

/** Applied in this form for good: change the schema files instead, and a new migration follows. */
export const migration: Migration = {
  id: '0002_alter_component_group_reference',
  up: [
    {
      kind: 'alterColumn',
      table: 'component_group',
      from: { name: 'reference', type: 'string', nullable: false },
      to: { name: 'reference', type: 'string', nullable: false, binary: true },
    },
    {
      kind: 'alterColumn',
      table: 'layout',
      from: { name: 'reference', type: 'string', nullable: false },
      to: { name: 'reference', type: 'string', nullable: false, binary: true },
    },
    {
      kind: 'alterColumn',
      table: 'page',
      from: { name: 'reference', type: 'string', nullable: true },
      to: { name: 'reference', type: 'string', nullable: true, binary: true },
    },
    {
      kind: 'alterColumn',
      table: 'route',
      from: { name: 'route', type: 'string', nullable: false, default: '' },
      to: { name: 'route', type: 'string', nullable: false, default: '', binary: true },
    },
    {
      kind: 'alterColumn',
      table: 'route',
      from: { name: 'name', type: 'string', nullable: false },
      to: { name: 'name', type: 'string', nullable: false, binary: true },
    },
    {
      kind: 'alterColumn',
      table: 'site_config_parameter',
      from: { name: 'config_key', type: 'string', nullable: false },
      to: { name: 'config_key', type: 'string', nullable: false, binary: true },
    },
  ],
  down: [
    {
      kind: 'alterColumn',
      table: 'site_config_parameter',
      from: { name: 'config_key', type: 'string', nullable: false, binary: true },
      to: { name: 'config_key', type: 'string', nullable: false },
    },
    {
      kind: 'alterColumn',
      table: 'route',
      from: { name: 'name', type: 'string', nullable: false, binary: true },
      to: { name: 'name', type: 'string', nullable: false },
    },
    {
      kind: 'alterColumn',
      table: 'route',
      from: { name: 'route', type: 'string', nullable: false, default: '', binary: true },
      to: { name: 'route', type: 'string', nullable: false, default: '' },
    },
    {
      kind: 'alterColumn',
      table: 'page',
      from: { name: 'reference', type: 'string', nullable: true, binary: true },
      to: { name: 'reference', type: 'string', nullable: true },
    },
    {
      kind: 'alterColumn',
      table: 'layout',
      from: { name: 'reference', type: 'string', nullable: false, binary: true },
      to: { name: 'reference', type: 'string', nullable: false },
    },
    {
      kind: 'alterColumn',
      table: 'component_group',
      from: { name: 'reference', type: 'string', nullable: false, binary: true },
      to: { name: 'reference', type: 'string', nullable: false },
    },
  ],
};
