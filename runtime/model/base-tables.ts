import { VERSION_COLUMNS } from '../kernel/contract/database/record-version.js';
import type { ColumnDefinition, TableDefinition } from '../kernel/contract/database/table.js';
import { REACHABLE_COLUMN, ROUTE_RULE } from './routable-fields.js';
import type { BaseTypes } from '../kernel/metadata/resource-registry.js';
import { COMPONENT_BASE_FIELDS, PAGE_DATA_BASE_FIELDS } from './base-fields.js';

const id: ColumnDefinition = { name: 'id', type: 'uuid', nullable: false };
const discriminator: ColumnDefinition = {
  name: 'dtype',
  type: 'string',
  nullable: false,
  length: 100,
  binary: true,
};

/** Publication state, time stamps and versions are in the base row, so that no read needs to know the type first. */
const state: readonly ColumnDefinition[] = [
  { name: 'published_at', type: 'datetime', nullable: true },
  { name: 'expires_at', type: 'datetime', nullable: true },
  { name: 'published_resource_id', type: 'uuid', nullable: true },
  { name: 'created_at', type: 'datetime', nullable: false },
  { name: 'modified_at', type: 'datetime', nullable: false },
  ...VERSION_COLUMNS,
];

/** Base row of every component: identity, type, presentation, publication (core.md section 17). */
export const abstractComponentTable: TableDefinition = {
  name: 'abstract_component',
  columns: [
    id,
    discriminator,
    { name: 'ui_component', type: 'string', nullable: true },
    { name: 'ui_class_names', type: 'json', nullable: true },
    ...state,
    // Derived: the place of the component; null without one.
    { name: 'place_id', type: 'uuid', nullable: true },
  ],
  primaryKey: ['id'],
  indexes: [
    // Lists of one type read this index up to their limit.
    {
      name: 'abstract_component_dtype_created_at_id',
      columns: ['dtype', 'created_at', 'id'],
      unique: false,
    },
    // Number of components of a type in a place, and components without a place.
    {
      name: 'abstract_component_place_id_dtype',
      columns: ['place_id', 'dtype', 'published_resource_id'],
      unique: false,
    },
    // Due drafts.
    {
      name: 'abstract_component_published_resource_id_published_at',
      columns: ['published_resource_id', 'published_at'],
      unique: false,
    },
    // Number of components of a type that a visitor sees, and the time of its next scheduled change.
    {
      name: 'abstract_component_dtype_published_at_place',
      columns: ['dtype', 'published_at', 'published_resource_id', 'place_id'],
      unique: false,
    },
    // Expired records.
    { name: 'abstract_component_expires_at', columns: ['expires_at'], unique: false },
    { name: 'abstract_component_published_resource_id', columns: ['published_resource_id'], unique: true },
  ],
  foreignKeys: [
    {
      name: 'abstract_component_published_resource_id_fk',
      columns: ['published_resource_id'],
      references: { table: 'abstract_component', columns: ['id'] },
      onDelete: 'restrict',
    },
  ],
};

const reference = (column: string, table: string): TableDefinition['foreignKeys'][number] => ({
  name: `abstract_page_data_${column}_fk`,
  columns: [column],
  references: { table, columns: ['id'] },
  onDelete: 'restrict',
});

const index = (column: string, unique = false): TableDefinition['indexes'][number] => ({
  name: `abstract_page_data_${column}`,
  columns: [column],
  unique,
});

/**
 * Base row of every page data record. It contains the page fields, so that routes and ancestors need no type table.
 */
export const abstractPageDataTable: TableDefinition = {
  name: 'abstract_page_data',
  columns: [
    id,
    discriminator,
    { name: 'title', type: 'string', nullable: false },
    { name: 'meta_description', type: 'text', nullable: true },
    { name: 'page_id', type: 'uuid', nullable: false },
    { name: 'route_id', type: 'uuid', nullable: true },
    { name: REACHABLE_COLUMN, type: 'boolean', nullable: false, default: false },
    { name: 'parent_page_id', type: 'uuid', nullable: true },
    { name: 'parent_page_data_id', type: 'uuid', nullable: true },
    ...state,
  ],
  primaryKey: ['id'],
  indexes: [
    {
      name: 'abstract_page_data_dtype_created_at_id',
      columns: ['dtype', 'created_at', 'id'],
      unique: false,
    },
    {
      name: 'abstract_page_data_published_resource_id_published_at',
      columns: ['published_resource_id', 'published_at'],
      unique: false,
    },
    {
      name: 'abstract_page_data_dtype_published_at',
      columns: ['dtype', 'published_at', 'published_resource_id'],
      unique: false,
    },
    { name: 'abstract_page_data_dtype_title_id', columns: ['dtype', 'title', 'id'], unique: false },
    index('page_id'),
    index('route_id', true),
    index(REACHABLE_COLUMN),
    index('parent_page_id'),
    index('parent_page_data_id'),
    index('expires_at'),
    index('published_resource_id', true),
  ],
  foreignKeys: [
    reference('page_id', 'page'),
    reference('route_id', 'route'),
    reference('parent_page_id', 'page'),
    reference('parent_page_data_id', 'abstract_page_data'),
    reference('published_resource_id', 'abstract_page_data'),
  ],
};

export const baseTables: readonly TableDefinition[] = [abstractComponentTable, abstractPageDataTable];

/** Fields of every component and page data record of any type (core.md section 17). */
export const BASE_TYPES: BaseTypes = {
  component: { table: abstractComponentTable, fields: COMPONENT_BASE_FIELDS, unique: [] },
  page_data: { table: abstractPageDataTable, fields: PAGE_DATA_BASE_FIELDS, unique: [ROUTE_RULE] },
};
