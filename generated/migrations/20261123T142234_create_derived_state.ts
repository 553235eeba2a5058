import type { Migration } from 'cms-api-components';

/** Applied in this form for good: change the schema files instead, and a new migration follows. */
export const migration: Migration = {
  id: '20261123T142234_create_derived_state',
  up: [
    {
      kind: 'dropIndex',
      table: 'abstract_component',
      index: { name: 'abstract_component_dtype_created_at', columns: ['dtype', 'created_at'], unique: false },
    },
    {
      kind: 'dropIndex',
      table: 'abstract_component',
      index: {
        name: 'abstract_component_dtype_published_at',
        columns: ['dtype', 'published_at'],
        unique: false,
      },
    },
    {
      kind: 'dropIndex',
      table: 'abstract_page_data',
      index: { name: 'abstract_page_data_dtype_created_at', columns: ['dtype', 'created_at'], unique: false },
    },
    {
      kind: 'dropIndex',
      table: 'abstract_page_data',
      index: {
        name: 'abstract_page_data_dtype_published_at',
        columns: ['dtype', 'published_at'],
        unique: false,
      },
    },
    {
      kind: 'dropIndex',
      table: 'abstract_page_data',
      index: { name: 'abstract_page_data_dtype_title', columns: ['dtype', 'title'], unique: false },
    },
    {
      kind: 'dropIndex',
      table: 'component_group',
      index: { name: 'idx_component_group_created_at', columns: ['created_at'], unique: false },
    },
    {
      kind: 'dropIndex',
      table: 'component_position',
      index: { name: 'idx_component_position_sort_value', columns: ['sort_value'], unique: false },
    },
    {
      kind: 'dropIndex',
      table: 'layout',
      index: { name: 'idx_layout_created_at', columns: ['created_at'], unique: false },
    },
    {
      kind: 'dropIndex',
      table: 'page',
      index: { name: 'idx_page_created_at', columns: ['created_at'], unique: false },
    },
    {
      kind: 'dropIndex',
      table: 'route',
      index: { name: 'idx_route_created_at', columns: ['created_at'], unique: false },
    },
    {
      kind: 'dropIndex',
      table: 'user',
      index: { name: 'user_created_at', columns: ['created_at'], unique: false },
    },
    {
      kind: 'createTable',
      table: {
        name: 'derived_state',
        columns: [
          { name: 'name', type: 'string', nullable: false, length: 100, binary: true },
          { name: 'version', type: 'integer', nullable: false },
        ],
        primaryKey: ['name'],
        indexes: [],
        foreignKeys: [],
      },
    },
    {
      kind: 'createTable',
      table: {
        name: 'outbox_dead_letter',
        columns: [
          { name: 'id', type: 'uuid', nullable: false },
          { name: 'channel', type: 'string', nullable: false, length: 100, binary: true },
          { name: 'lane', type: 'string', nullable: false, length: 43, binary: true },
          { name: 'collapses', type: 'boolean', nullable: false },
          { name: 'message_key', type: 'text', nullable: false },
          { name: 'body', type: 'text', nullable: false },
          { name: 'attempts', type: 'integer', nullable: false },
          { name: 'reason', type: 'text', nullable: false },
          { name: 'created_at', type: 'datetime', nullable: false },
          { name: 'died_at', type: 'datetime', nullable: false },
        ],
        primaryKey: ['id'],
        indexes: [{ name: 'outbox_dead_letter_age', columns: ['channel', 'died_at'], unique: false }],
        foreignKeys: [],
      },
    },
    {
      kind: 'createTable',
      table: {
        name: 'outbox_lease',
        columns: [
          { name: 'channel', type: 'string', nullable: false, length: 100, binary: true },
          { name: 'lane', type: 'string', nullable: false, length: 43, binary: true },
          { name: 'token', type: 'uuid', nullable: false },
        ],
        primaryKey: ['channel', 'lane'],
        indexes: [],
        foreignKeys: [],
      },
    },
    {
      kind: 'createTable',
      table: {
        name: 'outbox_message',
        columns: [
          { name: 'id', type: 'uuid', nullable: false },
          { name: 'channel', type: 'string', nullable: false, length: 100, binary: true },
          { name: 'lane', type: 'string', nullable: false, length: 43, binary: true },
          { name: 'position', type: 'integer', nullable: false },
          { name: 'collapses', type: 'boolean', nullable: false },
          { name: 'message_key', type: 'text', nullable: false },
          { name: 'body', type: 'text', nullable: false },
          { name: 'attempts', type: 'integer', nullable: false },
          { name: 'last_error', type: 'text', nullable: true },
          { name: 'created_at', type: 'datetime', nullable: false },
        ],
        primaryKey: ['id'],
        indexes: [
          { name: 'outbox_message_lane', columns: ['channel', 'lane', 'position'], unique: false },
          { name: 'outbox_message_order', columns: ['channel', 'position'], unique: false },
        ],
        foreignKeys: [],
      },
    },
    {
      kind: 'createTable',
      table: {
        name: 'page_data_slot',
        columns: [
          { name: 'page_data_id', type: 'uuid', nullable: false },
          { name: 'property', type: 'string', nullable: false, length: 255, binary: true },
          { name: 'component_id', type: 'uuid', nullable: false },
        ],
        primaryKey: ['page_data_id', 'property'],
        indexes: [{ name: 'page_data_slot_component_id', columns: ['component_id'], unique: false }],
        foreignKeys: [],
      },
    },
    {
      kind: 'createTable',
      table: {
        name: 'place_count',
        columns: [
          { name: 'dtype', type: 'string', nullable: false, length: 100, binary: true },
          { name: 'place_id', type: 'uuid', nullable: false },
          { name: 'total', type: 'integer', nullable: false },
        ],
        primaryKey: ['dtype', 'place_id'],
        indexes: [{ name: 'place_count_place_id', columns: ['place_id'], unique: false }],
        foreignKeys: [],
      },
    },
    {
      kind: 'createTable',
      table: {
        name: 'reach_opening',
        columns: [
          { name: 'place_id', type: 'uuid', nullable: false },
          { name: 'opener_id', type: 'uuid', nullable: false },
          { name: 'way', type: 'string', nullable: false, length: 10, binary: true },
          { name: 'route_id', type: 'uuid', nullable: true },
          { name: 'opens_at', type: 'datetime', nullable: true },
        ],
        primaryKey: ['place_id', 'way', 'opener_id'],
        indexes: [
          { name: 'reach_opening_opener_id', columns: ['opener_id'], unique: false },
          {
            name: 'reach_opening_place_id_way_opens_at',
            columns: ['place_id', 'way', 'opens_at'],
            unique: false,
          },
          { name: 'reach_opening_route_id', columns: ['route_id'], unique: false },
        ],
        foreignKeys: [],
      },
    },
    {
      kind: 'createTable',
      table: {
        name: 'reach_place',
        columns: [
          { name: 'id', type: 'uuid', nullable: false },
          { name: 'unset_from', type: 'datetime', nullable: true },
          { name: 'passed_from', type: 'datetime', nullable: true },
          { name: 'refused_from', type: 'datetime', nullable: true },
        ],
        primaryKey: ['id'],
        indexes: [],
        foreignKeys: [],
      },
    },
    {
      kind: 'createTable',
      table: {
        name: 'reach_place_set',
        columns: [
          { name: 'set_id', type: 'uuid', nullable: false },
          { name: 'place_id', type: 'uuid', nullable: false },
        ],
        primaryKey: ['set_id', 'place_id'],
        indexes: [{ name: 'reach_place_set_place_id', columns: ['place_id'], unique: false }],
        foreignKeys: [],
      },
    },
    {
      kind: 'createTable',
      table: {
        name: 'reach_route',
        columns: [
          { name: 'route_id', type: 'uuid', nullable: false },
          { name: 'opens_at', type: 'datetime', nullable: true },
        ],
        primaryKey: ['route_id'],
        indexes: [{ name: 'reach_route_opens_at', columns: ['opens_at'], unique: false }],
        foreignKeys: [],
      },
    },
    {
      kind: 'addColumn',
      table: 'abstract_component',
      column: { name: 'place_id', type: 'uuid', nullable: true },
    },
    {
      kind: 'addIndex',
      table: 'abstract_component',
      index: {
        name: 'abstract_component_dtype_created_at_id',
        columns: ['dtype', 'created_at', 'id'],
        unique: false,
      },
    },
    {
      kind: 'addIndex',
      table: 'abstract_component',
      index: {
        name: 'abstract_component_dtype_published_at_place',
        columns: ['dtype', 'published_at', 'published_resource_id', 'place_id'],
        unique: false,
      },
    },
    {
      kind: 'addIndex',
      table: 'abstract_component',
      index: {
        name: 'abstract_component_place_id_dtype',
        columns: ['place_id', 'dtype', 'published_resource_id'],
        unique: false,
      },
    },
    {
      kind: 'addIndex',
      table: 'abstract_component',
      index: {
        name: 'abstract_component_published_resource_id_published_at',
        columns: ['published_resource_id', 'published_at'],
        unique: false,
      },
    },
    {
      kind: 'addIndex',
      table: 'abstract_page_data',
      index: {
        name: 'abstract_page_data_dtype_created_at_id',
        columns: ['dtype', 'created_at', 'id'],
        unique: false,
      },
    },
    {
      kind: 'addIndex',
      table: 'abstract_page_data',
      index: {
        name: 'abstract_page_data_dtype_published_at',
        columns: ['dtype', 'published_at', 'published_resource_id'],
        unique: false,
      },
    },
    {
      kind: 'addIndex',
      table: 'abstract_page_data',
      index: { name: 'abstract_page_data_dtype_title_id', columns: ['dtype', 'title', 'id'], unique: false },
    },
    {
      kind: 'addIndex',
      table: 'abstract_page_data',
      index: {
        name: 'abstract_page_data_published_resource_id_published_at',
        columns: ['published_resource_id', 'published_at'],
        unique: false,
      },
    },
    {
      kind: 'addIndex',
      table: 'component_group',
      index: { name: 'idx_component_group_created_at_id', columns: ['created_at', 'id'], unique: false },
    },
    {
      kind: 'addIndex',
      table: 'component_position',
      index: { name: 'idx_component_position_sort_value_id', columns: ['sort_value', 'id'], unique: false },
    },
    {
      kind: 'addIndex',
      table: 'layout',
      index: { name: 'idx_layout_created_at_id', columns: ['created_at', 'id'], unique: false },
    },
    {
      kind: 'addIndex',
      table: 'page',
      index: { name: 'idx_page_created_at_id', columns: ['created_at', 'id'], unique: false },
    },
    {
      kind: 'addIndex',
      table: 'route',
      index: { name: 'idx_route_created_at_id', columns: ['created_at', 'id'], unique: false },
    },
    {
      kind: 'addIndex',
      table: 'user',
      index: { name: 'user_created_at_id', columns: ['created_at', 'id'], unique: false },
    },
  ],
  down: [
    {
      kind: 'dropIndex',
      table: 'user',
      index: { name: 'user_created_at_id', columns: ['created_at', 'id'], unique: false },
    },
    {
      kind: 'dropIndex',
      table: 'route',
      index: { name: 'idx_route_created_at_id', columns: ['created_at', 'id'], unique: false },
    },
    {
      kind: 'dropIndex',
      table: 'page',
      index: { name: 'idx_page_created_at_id', columns: ['created_at', 'id'], unique: false },
    },
    {
      kind: 'dropIndex',
      table: 'layout',
      index: { name: 'idx_layout_created_at_id', columns: ['created_at', 'id'], unique: false },
    },
    {
      kind: 'dropIndex',
      table: 'component_position',
      index: { name: 'idx_component_position_sort_value_id', columns: ['sort_value', 'id'], unique: false },
    },
    {
      kind: 'dropIndex',
      table: 'component_group',
      index: { name: 'idx_component_group_created_at_id', columns: ['created_at', 'id'], unique: false },
    },
    {
      kind: 'dropIndex',
      table: 'abstract_page_data',
      index: {
        name: 'abstract_page_data_published_resource_id_published_at',
        columns: ['published_resource_id', 'published_at'],
        unique: false,
      },
    },
    {
      kind: 'dropIndex',
      table: 'abstract_page_data',
      index: { name: 'abstract_page_data_dtype_title_id', columns: ['dtype', 'title', 'id'], unique: false },
    },
    {
      kind: 'dropIndex',
      table: 'abstract_page_data',
      index: {
        name: 'abstract_page_data_dtype_published_at',
        columns: ['dtype', 'published_at', 'published_resource_id'],
        unique: false,
      },
    },
    {
      kind: 'dropIndex',
      table: 'abstract_page_data',
      index: {
        name: 'abstract_page_data_dtype_created_at_id',
        columns: ['dtype', 'created_at', 'id'],
        unique: false,
      },
    },
    {
      kind: 'dropIndex',
      table: 'abstract_component',
      index: {
        name: 'abstract_component_published_resource_id_published_at',
        columns: ['published_resource_id', 'published_at'],
        unique: false,
      },
    },
    {
      kind: 'dropIndex',
      table: 'abstract_component',
      index: {
        name: 'abstract_component_place_id_dtype',
        columns: ['place_id', 'dtype', 'published_resource_id'],
        unique: false,
      },
    },
    {
      kind: 'dropIndex',
      table: 'abstract_component',
      index: {
        name: 'abstract_component_dtype_published_at_place',
        columns: ['dtype', 'published_at', 'published_resource_id', 'place_id'],
        unique: false,
      },
    },
    {
      kind: 'dropIndex',
      table: 'abstract_component',
      index: {
        name: 'abstract_component_dtype_created_at_id',
        columns: ['dtype', 'created_at', 'id'],
        unique: false,
      },
    },
    {
      kind: 'dropColumn',
      table: 'abstract_component',
      column: { name: 'place_id', type: 'uuid', nullable: true },
    },
    {
      kind: 'dropTable',
      table: {
        name: 'reach_route',
        columns: [
          { name: 'route_id', type: 'uuid', nullable: false },
          { name: 'opens_at', type: 'datetime', nullable: true },
        ],
        primaryKey: ['route_id'],
        indexes: [{ name: 'reach_route_opens_at', columns: ['opens_at'], unique: false }],
        foreignKeys: [],
      },
    },
    {
      kind: 'dropTable',
      table: {
        name: 'reach_place_set',
        columns: [
          { name: 'set_id', type: 'uuid', nullable: false },
          { name: 'place_id', type: 'uuid', nullable: false },
        ],
        primaryKey: ['set_id', 'place_id'],
        indexes: [{ name: 'reach_place_set_place_id', columns: ['place_id'], unique: false }],
        foreignKeys: [],
      },
    },
    {
      kind: 'dropTable',
      table: {
        name: 'reach_place',
        columns: [
          { name: 'id', type: 'uuid', nullable: false },
          { name: 'unset_from', type: 'datetime', nullable: true },
          { name: 'passed_from', type: 'datetime', nullable: true },
          { name: 'refused_from', type: 'datetime', nullable: true },
        ],
        primaryKey: ['id'],
        indexes: [],
        foreignKeys: [],
      },
    },
    {
      kind: 'dropTable',
      table: {
        name: 'reach_opening',
        columns: [
          { name: 'place_id', type: 'uuid', nullable: false },
          { name: 'opener_id', type: 'uuid', nullable: false },
          { name: 'way', type: 'string', nullable: false, length: 10, binary: true },
          { name: 'route_id', type: 'uuid', nullable: true },
          { name: 'opens_at', type: 'datetime', nullable: true },
        ],
        primaryKey: ['place_id', 'way', 'opener_id'],
        indexes: [
          { name: 'reach_opening_opener_id', columns: ['opener_id'], unique: false },
          {
            name: 'reach_opening_place_id_way_opens_at',
            columns: ['place_id', 'way', 'opens_at'],
            unique: false,
          },
          { name: 'reach_opening_route_id', columns: ['route_id'], unique: false },
        ],
        foreignKeys: [],
      },
    },
    {
      kind: 'dropTable',
      table: {
        name: 'place_count',
        columns: [
          { name: 'dtype', type: 'string', nullable: false, length: 100, binary: true },
          { name: 'place_id', type: 'uuid', nullable: false },
          { name: 'total', type: 'integer', nullable: false },
        ],
        primaryKey: ['dtype', 'place_id'],
        indexes: [{ name: 'place_count_place_id', columns: ['place_id'], unique: false }],
        foreignKeys: [],
      },
    },
    {
      kind: 'dropTable',
      table: {
        name: 'page_data_slot',
        columns: [
          { name: 'page_data_id', type: 'uuid', nullable: false },
          { name: 'property', type: 'string', nullable: false, length: 255, binary: true },
          { name: 'component_id', type: 'uuid', nullable: false },
        ],
        primaryKey: ['page_data_id', 'property'],
        indexes: [{ name: 'page_data_slot_component_id', columns: ['component_id'], unique: false }],
        foreignKeys: [],
      },
    },
    {
      kind: 'dropTable',
      table: {
        name: 'outbox_message',
        columns: [
          { name: 'id', type: 'uuid', nullable: false },
          { name: 'channel', type: 'string', nullable: false, length: 100, binary: true },
          { name: 'lane', type: 'string', nullable: false, length: 43, binary: true },
          { name: 'position', type: 'integer', nullable: false },
          { name: 'collapses', type: 'boolean', nullable: false },
          { name: 'message_key', type: 'text', nullable: false },
          { name: 'body', type: 'text', nullable: false },
          { name: 'attempts', type: 'integer', nullable: false },
          { name: 'last_error', type: 'text', nullable: true },
          { name: 'created_at', type: 'datetime', nullable: false },
        ],
        primaryKey: ['id'],
        indexes: [
          { name: 'outbox_message_lane', columns: ['channel', 'lane', 'position'], unique: false },
          { name: 'outbox_message_order', columns: ['channel', 'position'], unique: false },
        ],
        foreignKeys: [],
      },
    },
    {
      kind: 'dropTable',
      table: {
        name: 'outbox_lease',
        columns: [
          { name: 'channel', type: 'string', nullable: false, length: 100, binary: true },
          { name: 'lane', type: 'string', nullable: false, length: 43, binary: true },
          { name: 'token', type: 'uuid', nullable: false },
        ],
        primaryKey: ['channel', 'lane'],
        indexes: [],
        foreignKeys: [],
      },
    },
    {
      kind: 'dropTable',
      table: {
        name: 'outbox_dead_letter',
        columns: [
          { name: 'id', type: 'uuid', nullable: false },
          { name: 'channel', type: 'string', nullable: false, length: 100, binary: true },
          { name: 'lane', type: 'string', nullable: false, length: 43, binary: true },
          { name: 'collapses', type: 'boolean', nullable: false },
          { name: 'message_key', type: 'text', nullable: false },
          { name: 'body', type: 'text', nullable: false },
          { name: 'attempts', type: 'integer', nullable: false },
          { name: 'reason', type: 'text', nullable: false },
          { name: 'created_at', type: 'datetime', nullable: false },
          { name: 'died_at', type: 'datetime', nullable: false },
        ],
        primaryKey: ['id'],
        indexes: [{ name: 'outbox_dead_letter_age', columns: ['channel', 'died_at'], unique: false }],
        foreignKeys: [],
      },
    },
    {
      kind: 'dropTable',
      table: {
        name: 'derived_state',
        columns: [
          { name: 'name', type: 'string', nullable: false, length: 100, binary: true },
          { name: 'version', type: 'integer', nullable: false },
        ],
        primaryKey: ['name'],
        indexes: [],
        foreignKeys: [],
      },
    },
    {
      kind: 'addIndex',
      table: 'user',
      index: { name: 'user_created_at', columns: ['created_at'], unique: false },
    },
    {
      kind: 'addIndex',
      table: 'route',
      index: { name: 'idx_route_created_at', columns: ['created_at'], unique: false },
    },
    {
      kind: 'addIndex',
      table: 'page',
      index: { name: 'idx_page_created_at', columns: ['created_at'], unique: false },
    },
    {
      kind: 'addIndex',
      table: 'layout',
      index: { name: 'idx_layout_created_at', columns: ['created_at'], unique: false },
    },
    {
      kind: 'addIndex',
      table: 'component_position',
      index: { name: 'idx_component_position_sort_value', columns: ['sort_value'], unique: false },
    },
    {
      kind: 'addIndex',
      table: 'component_group',
      index: { name: 'idx_component_group_created_at', columns: ['created_at'], unique: false },
    },
    {
      kind: 'addIndex',
      table: 'abstract_page_data',
      index: { name: 'abstract_page_data_dtype_title', columns: ['dtype', 'title'], unique: false },
    },
    {
      kind: 'addIndex',
      table: 'abstract_page_data',
      index: {
        name: 'abstract_page_data_dtype_published_at',
        columns: ['dtype', 'published_at'],
        unique: false,
      },
    },
    {
      kind: 'addIndex',
      table: 'abstract_page_data',
      index: { name: 'abstract_page_data_dtype_created_at', columns: ['dtype', 'created_at'], unique: false },
    },
    {
      kind: 'addIndex',
      table: 'abstract_component',
      index: {
        name: 'abstract_component_dtype_published_at',
        columns: ['dtype', 'published_at'],
        unique: false,
      },
    },
    {
      kind: 'addIndex',
      table: 'abstract_component',
      index: { name: 'abstract_component_dtype_created_at', columns: ['dtype', 'created_at'], unique: false },
    },
  ],
};
