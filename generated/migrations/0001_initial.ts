import type { Migration } from 'cms-api-components';

/** Applied in this form for good: change the schema files instead, and a new migration follows. */
export const migration: Migration = {
  id: '0001_initial',
  up: [
    {
      kind: 'createTable',
      table: {
        name: 'abstract_component',
        columns: [
          { name: 'id', type: 'uuid', nullable: false },
          { name: 'dtype', type: 'string', nullable: false, length: 100, binary: true },
          { name: 'ui_component', type: 'string', nullable: true },
          { name: 'ui_class_names', type: 'json', nullable: true },
          { name: 'published_at', type: 'datetime', nullable: true },
          { name: 'published_resource_id', type: 'uuid', nullable: true },
          { name: 'created_at', type: 'datetime', nullable: false },
          { name: 'modified_at', type: 'datetime', nullable: false },
        ],
        primaryKey: ['id'],
        indexes: [
          { name: 'abstract_component_dtype_created_at', columns: ['dtype', 'created_at'], unique: false },
          {
            name: 'abstract_component_dtype_published_at',
            columns: ['dtype', 'published_at'],
            unique: false,
          },
          {
            name: 'abstract_component_published_resource_id',
            columns: ['published_resource_id'],
            unique: true,
          },
        ],
        foreignKeys: [
          {
            name: 'abstract_component_published_resource_id_fk',
            columns: ['published_resource_id'],
            references: { table: 'abstract_component', columns: ['id'] },
            onDelete: 'restrict',
          },
        ],
      },
    },
    {
      kind: 'createTable',
      table: {
        name: 'component_group',
        columns: [
          { name: 'id', type: 'uuid', nullable: false },
          { name: 'reference', type: 'string', nullable: false, binary: true },
          { name: 'location', type: 'string', nullable: false },
          { name: 'allowed_components', type: 'json', nullable: true },
          { name: 'created_at', type: 'datetime', nullable: false },
          { name: 'modified_at', type: 'datetime', nullable: false },
        ],
        primaryKey: ['id'],
        indexes: [
          { name: 'idx_component_group_created_at', columns: ['created_at'], unique: false },
          { name: 'uniq_component_group_reference', columns: ['reference'], unique: true },
        ],
        foreignKeys: [],
      },
    },
    {
      kind: 'createTable',
      table: {
        name: 'imagine_cached_file_metadata',
        columns: [
          { name: 'id', type: 'uuid', nullable: false },
          { name: 'path', type: 'string', nullable: false, length: 255, binary: true },
          { name: 'mime_type', type: 'string', nullable: false, length: 255 },
          { name: 'file_size', type: 'float', nullable: false },
          { name: 'width', type: 'integer', nullable: true },
          { name: 'height', type: 'integer', nullable: true },
          { name: 'filter', type: 'string', nullable: true, length: 100, binary: true },
        ],
        primaryKey: ['id'],
        indexes: [
          { name: 'imagine_cached_file_metadata_path_filter', columns: ['path', 'filter'], unique: true },
        ],
        foreignKeys: [],
      },
    },
    {
      kind: 'createTable',
      table: {
        name: 'layout',
        columns: [
          { name: 'id', type: 'uuid', nullable: false },
          { name: 'reference', type: 'string', nullable: false, binary: true },
          { name: 'ui_component', type: 'string', nullable: true },
          { name: 'ui_class_names', type: 'json', nullable: true },
          { name: 'created_at', type: 'datetime', nullable: false },
          { name: 'modified_at', type: 'datetime', nullable: false },
        ],
        primaryKey: ['id'],
        indexes: [
          { name: 'idx_layout_created_at', columns: ['created_at'], unique: false },
          { name: 'idx_layout_ui_component', columns: ['ui_component'], unique: false },
          { name: 'uniq_layout_reference', columns: ['reference'], unique: true },
        ],
        foreignKeys: [],
      },
    },
    {
      kind: 'createTable',
      table: {
        name: 'route',
        columns: [
          { name: 'id', type: 'uuid', nullable: false },
          { name: 'route', type: 'string', nullable: false, default: '', binary: true },
          { name: 'name', type: 'string', nullable: false, binary: true },
          { name: 'redirect_id', type: 'uuid', nullable: true },
          { name: 'live_at', type: 'datetime', nullable: true },
          { name: 'created_at', type: 'datetime', nullable: false },
          { name: 'modified_at', type: 'datetime', nullable: false },
        ],
        primaryKey: ['id'],
        indexes: [
          { name: 'idx_route_created_at', columns: ['created_at'], unique: false },
          { name: 'idx_route_live_at', columns: ['live_at'], unique: false },
          { name: 'idx_route_redirect_id', columns: ['redirect_id'], unique: false },
          { name: 'uniq_route_name', columns: ['name'], unique: true },
          { name: 'uniq_route_route', columns: ['route'], unique: true },
        ],
        foreignKeys: [
          {
            name: 'fk_route_redirect_id',
            columns: ['redirect_id'],
            references: { table: 'route', columns: ['id'] },
            onDelete: 'restrict',
          },
        ],
      },
    },
    {
      kind: 'createTable',
      table: {
        name: 'site_config_parameter',
        columns: [
          { name: 'id', type: 'uuid', nullable: false },
          { name: 'config_key', type: 'string', nullable: false, binary: true },
          { name: 'value', type: 'json', nullable: true },
        ],
        primaryKey: ['id'],
        indexes: [{ name: 'uniq_site_config_parameter_config_key', columns: ['config_key'], unique: true }],
        foreignKeys: [],
      },
    },
    {
      kind: 'createTable',
      table: {
        name: 'unique_value_lock',
        columns: [{ name: 'id', type: 'integer', nullable: false }],
        primaryKey: ['id'],
        indexes: [],
        foreignKeys: [],
      },
    },
    {
      kind: 'createTable',
      table: {
        name: 'user',
        columns: [
          { name: 'id', type: 'uuid', nullable: false },
          { name: 'username', type: 'string', nullable: false, length: 255 },
          { name: 'username_canonical', type: 'string', nullable: false, length: 255, binary: true },
          { name: 'email_address', type: 'string', nullable: false, length: 255 },
          { name: 'email_canonical', type: 'string', nullable: false, length: 255, binary: true },
          { name: 'password', type: 'string', nullable: false, length: 255, binary: true },
          { name: 'roles', type: 'json', nullable: false },
          { name: 'enabled', type: 'boolean', nullable: false, default: true },
          { name: 'email_address_verified', type: 'boolean', nullable: false, default: false },
          { name: 'email_address_verify_token', type: 'string', nullable: true, length: 255, binary: true },
          { name: 'email_address_verification_requested_at', type: 'datetime', nullable: true },
          {
            name: 'email_address_verification_claim',
            type: 'string',
            nullable: true,
            length: 255,
            binary: true,
          },
          { name: 'email_last_updated_at', type: 'datetime', nullable: true },
          { name: 'new_email_address', type: 'string', nullable: true, length: 255 },
          { name: 'new_email_verification_token', type: 'string', nullable: true, length: 255, binary: true },
          { name: 'new_email_address_change_requested_at', type: 'datetime', nullable: true },
          {
            name: 'new_email_address_change_claim',
            type: 'string',
            nullable: true,
            length: 255,
            binary: true,
          },
          {
            name: 'new_password_confirmation_token',
            type: 'string',
            nullable: true,
            length: 255,
            binary: true,
          },
          { name: 'password_requested_at', type: 'datetime', nullable: true },
          { name: 'password_request_claim', type: 'string', nullable: true, length: 255, binary: true },
          { name: 'password_updated_at', type: 'datetime', nullable: true },
          { name: 'created_at', type: 'datetime', nullable: false },
          { name: 'modified_at', type: 'datetime', nullable: false },
        ],
        primaryKey: ['id'],
        indexes: [
          { name: 'user_created_at', columns: ['created_at'], unique: false },
          { name: 'user_email_canonical', columns: ['email_canonical'], unique: true },
          { name: 'user_username_canonical', columns: ['username_canonical'], unique: true },
        ],
        foreignKeys: [],
      },
    },
    {
      kind: 'createTable',
      table: {
        name: 'collection',
        columns: [
          { name: 'id', type: 'uuid', nullable: false },
          { name: 'resource_iri', type: 'string', nullable: true },
          { name: 'per_page', type: 'integer', nullable: true },
          { name: 'default_query_parameters', type: 'json', nullable: true },
        ],
        primaryKey: ['id'],
        indexes: [{ name: 'idx_collection_resource_iri', columns: ['resource_iri'], unique: false }],
        foreignKeys: [
          {
            name: 'fk_collection_id',
            columns: ['id'],
            references: { table: 'abstract_component', columns: ['id'] },
            onDelete: 'restrict',
          },
        ],
      },
    },
    {
      kind: 'createTable',
      table: {
        name: 'component_component_group',
        columns: [
          { name: 'component_id', type: 'uuid', nullable: false },
          { name: 'component_group_id', type: 'uuid', nullable: false },
        ],
        primaryKey: ['component_id', 'component_group_id'],
        indexes: [
          {
            name: 'idx_component_component_group_component_group_id',
            columns: ['component_group_id'],
            unique: false,
          },
        ],
        foreignKeys: [
          {
            name: 'fk_component_component_group_component_group_id',
            columns: ['component_group_id'],
            references: { table: 'component_group', columns: ['id'] },
            onDelete: 'restrict',
          },
          {
            name: 'fk_component_component_group_component_id',
            columns: ['component_id'],
            references: { table: 'abstract_component', columns: ['id'] },
            onDelete: 'restrict',
          },
        ],
      },
    },
    {
      kind: 'createTable',
      table: {
        name: 'component_position',
        columns: [
          { name: 'id', type: 'uuid', nullable: false },
          { name: 'component_group_id', type: 'uuid', nullable: false },
          { name: 'component_id', type: 'uuid', nullable: true },
          { name: 'page_data_property', type: 'string', nullable: true },
          { name: 'page_data_class', type: 'string', nullable: true },
          { name: 'sort_value', type: 'integer', nullable: false },
          { name: 'created_at', type: 'datetime', nullable: false },
          { name: 'modified_at', type: 'datetime', nullable: false },
        ],
        primaryKey: ['id'],
        indexes: [
          {
            name: 'idx_component_position_component_group_id',
            columns: ['component_group_id'],
            unique: false,
          },
          { name: 'idx_component_position_component_id', columns: ['component_id'], unique: false },
          { name: 'idx_component_position_created_at', columns: ['created_at'], unique: false },
          {
            name: 'idx_component_position_page_data_property',
            columns: ['page_data_property'],
            unique: false,
          },
          { name: 'idx_component_position_sort_value', columns: ['sort_value'], unique: false },
        ],
        foreignKeys: [
          {
            name: 'fk_component_position_component_group_id',
            columns: ['component_group_id'],
            references: { table: 'component_group', columns: ['id'] },
            onDelete: 'restrict',
          },
          {
            name: 'fk_component_position_component_id',
            columns: ['component_id'],
            references: { table: 'abstract_component', columns: ['id'] },
            onDelete: 'restrict',
          },
        ],
      },
    },
    {
      kind: 'createTable',
      table: {
        name: 'html_contents',
        columns: [
          { name: 'id', type: 'uuid', nullable: false },
          { name: 'html', type: 'text', nullable: true },
        ],
        primaryKey: ['id'],
        indexes: [],
        foreignKeys: [
          {
            name: 'fk_html_contents_id',
            columns: ['id'],
            references: { table: 'abstract_component', columns: ['id'] },
            onDelete: 'restrict',
          },
        ],
      },
    },
    {
      kind: 'createTable',
      table: {
        name: 'images',
        columns: [
          { name: 'id', type: 'uuid', nullable: false },
          { name: 'filename', type: 'string', nullable: true, binary: true },
        ],
        primaryKey: ['id'],
        indexes: [{ name: 'idx_images_filename', columns: ['filename'], unique: false }],
        foreignKeys: [
          {
            name: 'fk_images_id',
            columns: ['id'],
            references: { table: 'abstract_component', columns: ['id'] },
            onDelete: 'restrict',
          },
        ],
      },
    },
    {
      kind: 'createTable',
      table: {
        name: 'layout_component_group',
        columns: [
          { name: 'layout_id', type: 'uuid', nullable: false },
          { name: 'component_group_id', type: 'uuid', nullable: false },
        ],
        primaryKey: ['layout_id', 'component_group_id'],
        indexes: [
          {
            name: 'idx_layout_component_group_component_group_id',
            columns: ['component_group_id'],
            unique: false,
          },
        ],
        foreignKeys: [
          {
            name: 'fk_layout_component_group_component_group_id',
            columns: ['component_group_id'],
            references: { table: 'component_group', columns: ['id'] },
            onDelete: 'restrict',
          },
          {
            name: 'fk_layout_component_group_layout_id',
            columns: ['layout_id'],
            references: { table: 'layout', columns: ['id'] },
            onDelete: 'restrict',
          },
        ],
      },
    },
    {
      kind: 'createTable',
      table: {
        name: 'navigation_links',
        columns: [
          { name: 'id', type: 'uuid', nullable: false },
          { name: 'label', type: 'text', nullable: true },
          { name: 'route_id', type: 'uuid', nullable: true },
          { name: 'raw_path', type: 'text', nullable: true },
        ],
        primaryKey: ['id'],
        indexes: [{ name: 'idx_navigation_links_route_id', columns: ['route_id'], unique: false }],
        foreignKeys: [
          {
            name: 'fk_navigation_links_id',
            columns: ['id'],
            references: { table: 'abstract_component', columns: ['id'] },
            onDelete: 'restrict',
          },
          {
            name: 'fk_navigation_links_route_id',
            columns: ['route_id'],
            references: { table: 'route', columns: ['id'] },
            onDelete: 'restrict',
          },
        ],
      },
    },
    {
      kind: 'createTable',
      table: {
        name: 'session',
        columns: [
          { name: 'id', type: 'uuid', nullable: false },
          { name: 'user_id', type: 'uuid', nullable: false },
          { name: 'created_at', type: 'datetime', nullable: false },
          { name: 'ended_at', type: 'datetime', nullable: true },
        ],
        primaryKey: ['id'],
        indexes: [{ name: 'session_user_id', columns: ['user_id'], unique: false }],
        foreignKeys: [
          {
            name: 'session_user_id_fk',
            columns: ['user_id'],
            references: { table: 'user', columns: ['id'] },
            onDelete: 'cascade',
          },
        ],
      },
    },
    {
      kind: 'createTable',
      table: {
        name: 'titles',
        columns: [
          { name: 'id', type: 'uuid', nullable: false },
          { name: 'title', type: 'text', nullable: true },
        ],
        primaryKey: ['id'],
        indexes: [],
        foreignKeys: [
          {
            name: 'fk_titles_id',
            columns: ['id'],
            references: { table: 'abstract_component', columns: ['id'] },
            onDelete: 'restrict',
          },
        ],
      },
    },
    {
      kind: 'createTable',
      table: {
        name: 'refresh_token',
        columns: [
          { name: 'id', type: 'uuid', nullable: false },
          { name: 'session_id', type: 'uuid', nullable: false },
          { name: 'user_id', type: 'uuid', nullable: false },
          { name: 'created_at', type: 'datetime', nullable: false },
          { name: 'expired_at', type: 'datetime', nullable: false },
          { name: 'version', type: 'integer', nullable: false, default: 1 },
        ],
        primaryKey: ['id'],
        indexes: [
          {
            name: 'refresh_token_session_id_expired_at',
            columns: ['session_id', 'expired_at'],
            unique: false,
          },
          { name: 'refresh_token_user_id_expired_at', columns: ['user_id', 'expired_at'], unique: false },
        ],
        foreignKeys: [
          {
            name: 'refresh_token_session_id_fk',
            columns: ['session_id'],
            references: { table: 'session', columns: ['id'] },
            onDelete: 'cascade',
          },
          {
            name: 'refresh_token_user_id_fk',
            columns: ['user_id'],
            references: { table: 'user', columns: ['id'] },
            onDelete: 'cascade',
          },
        ],
      },
    },
    {
      kind: 'createTable',
      table: {
        name: 'abstract_page_data',
        columns: [
          { name: 'id', type: 'uuid', nullable: false },
          { name: 'dtype', type: 'string', nullable: false, length: 100, binary: true },
          { name: 'title', type: 'string', nullable: false },
          { name: 'meta_description', type: 'text', nullable: true },
          { name: 'page_id', type: 'uuid', nullable: false },
          { name: 'route_id', type: 'uuid', nullable: true },
          { name: 'parent_page_id', type: 'uuid', nullable: true },
          { name: 'parent_page_data_id', type: 'uuid', nullable: true },
          { name: 'published_at', type: 'datetime', nullable: true },
          { name: 'published_resource_id', type: 'uuid', nullable: true },
          { name: 'created_at', type: 'datetime', nullable: false },
          { name: 'modified_at', type: 'datetime', nullable: false },
        ],
        primaryKey: ['id'],
        indexes: [
          { name: 'abstract_page_data_dtype_created_at', columns: ['dtype', 'created_at'], unique: false },
          {
            name: 'abstract_page_data_dtype_published_at',
            columns: ['dtype', 'published_at'],
            unique: false,
          },
          { name: 'abstract_page_data_dtype_title', columns: ['dtype', 'title'], unique: false },
          { name: 'abstract_page_data_page_id', columns: ['page_id'], unique: false },
          { name: 'abstract_page_data_parent_page_data_id', columns: ['parent_page_data_id'], unique: false },
          { name: 'abstract_page_data_parent_page_id', columns: ['parent_page_id'], unique: false },
          {
            name: 'abstract_page_data_published_resource_id',
            columns: ['published_resource_id'],
            unique: true,
          },
          { name: 'abstract_page_data_route_id', columns: ['route_id'], unique: true },
        ],
        foreignKeys: [
          {
            name: 'abstract_page_data_parent_page_data_id_fk',
            columns: ['parent_page_data_id'],
            references: { table: 'abstract_page_data', columns: ['id'] },
            onDelete: 'restrict',
          },
          {
            name: 'abstract_page_data_published_resource_id_fk',
            columns: ['published_resource_id'],
            references: { table: 'abstract_page_data', columns: ['id'] },
            onDelete: 'restrict',
          },
          {
            name: 'abstract_page_data_route_id_fk',
            columns: ['route_id'],
            references: { table: 'route', columns: ['id'] },
            onDelete: 'restrict',
          },
        ],
      },
    },
    {
      kind: 'createTable',
      table: {
        name: 'blog_article_datas',
        columns: [
          { name: 'id', type: 'uuid', nullable: false },
          { name: 'html_content_id', type: 'uuid', nullable: true },
          { name: 'image_id', type: 'uuid', nullable: true },
        ],
        primaryKey: ['id'],
        indexes: [
          { name: 'idx_blog_article_datas_html_content_id', columns: ['html_content_id'], unique: false },
          { name: 'idx_blog_article_datas_image_id', columns: ['image_id'], unique: false },
        ],
        foreignKeys: [
          {
            name: 'fk_blog_article_datas_html_content_id',
            columns: ['html_content_id'],
            references: { table: 'abstract_component', columns: ['id'] },
            onDelete: 'restrict',
          },
          {
            name: 'fk_blog_article_datas_id',
            columns: ['id'],
            references: { table: 'abstract_page_data', columns: ['id'] },
            onDelete: 'restrict',
          },
          {
            name: 'fk_blog_article_datas_image_id',
            columns: ['image_id'],
            references: { table: 'abstract_component', columns: ['id'] },
            onDelete: 'restrict',
          },
        ],
      },
    },
    {
      kind: 'createTable',
      table: {
        name: 'nested_page_datas',
        columns: [
          { name: 'id', type: 'uuid', nullable: false },
          { name: 'intro_content_id', type: 'uuid', nullable: true },
        ],
        primaryKey: ['id'],
        indexes: [
          { name: 'idx_nested_page_datas_intro_content_id', columns: ['intro_content_id'], unique: false },
        ],
        foreignKeys: [
          {
            name: 'fk_nested_page_datas_id',
            columns: ['id'],
            references: { table: 'abstract_page_data', columns: ['id'] },
            onDelete: 'restrict',
          },
          {
            name: 'fk_nested_page_datas_intro_content_id',
            columns: ['intro_content_id'],
            references: { table: 'abstract_component', columns: ['id'] },
            onDelete: 'restrict',
          },
        ],
      },
    },
    {
      kind: 'createTable',
      table: {
        name: 'page',
        columns: [
          { name: 'id', type: 'uuid', nullable: false },
          { name: 'title', type: 'string', nullable: true, default: 'Unnamed Page' },
          { name: 'meta_description', type: 'text', nullable: true },
          { name: 'reference', type: 'string', nullable: true, binary: true },
          { name: 'ui_component', type: 'string', nullable: true },
          { name: 'ui_class_names', type: 'json', nullable: true },
          { name: 'is_template', type: 'boolean', nullable: false },
          { name: 'layout_id', type: 'uuid', nullable: true },
          { name: 'route_id', type: 'uuid', nullable: true },
          { name: 'parent_page_id', type: 'uuid', nullable: true },
          { name: 'parent_page_data_id', type: 'uuid', nullable: true },
          { name: 'created_at', type: 'datetime', nullable: false },
          { name: 'modified_at', type: 'datetime', nullable: false },
        ],
        primaryKey: ['id'],
        indexes: [
          { name: 'idx_page_created_at', columns: ['created_at'], unique: false },
          { name: 'idx_page_is_template', columns: ['is_template'], unique: false },
          { name: 'idx_page_layout_id', columns: ['layout_id'], unique: false },
          { name: 'idx_page_parent_page_data_id', columns: ['parent_page_data_id'], unique: false },
          { name: 'idx_page_parent_page_id', columns: ['parent_page_id'], unique: false },
          { name: 'idx_page_title', columns: ['title'], unique: false },
          { name: 'idx_page_ui_component', columns: ['ui_component'], unique: false },
          { name: 'uniq_page_reference', columns: ['reference'], unique: true },
          { name: 'uniq_page_route_id', columns: ['route_id'], unique: true },
        ],
        foreignKeys: [
          {
            name: 'fk_page_layout_id',
            columns: ['layout_id'],
            references: { table: 'layout', columns: ['id'] },
            onDelete: 'restrict',
          },
          {
            name: 'fk_page_parent_page_data_id',
            columns: ['parent_page_data_id'],
            references: { table: 'abstract_page_data', columns: ['id'] },
            onDelete: 'restrict',
          },
          {
            name: 'fk_page_parent_page_id',
            columns: ['parent_page_id'],
            references: { table: 'page', columns: ['id'] },
            onDelete: 'restrict',
          },
          {
            name: 'fk_page_route_id',
            columns: ['route_id'],
            references: { table: 'route', columns: ['id'] },
            onDelete: 'restrict',
          },
        ],
      },
    },
    {
      kind: 'createTable',
      table: {
        name: 'page_component_group',
        columns: [
          { name: 'page_id', type: 'uuid', nullable: false },
          { name: 'component_group_id', type: 'uuid', nullable: false },
        ],
        primaryKey: ['page_id', 'component_group_id'],
        indexes: [
          {
            name: 'idx_page_component_group_component_group_id',
            columns: ['component_group_id'],
            unique: false,
          },
        ],
        foreignKeys: [
          {
            name: 'fk_page_component_group_component_group_id',
            columns: ['component_group_id'],
            references: { table: 'component_group', columns: ['id'] },
            onDelete: 'restrict',
          },
          {
            name: 'fk_page_component_group_page_id',
            columns: ['page_id'],
            references: { table: 'page', columns: ['id'] },
            onDelete: 'restrict',
          },
        ],
      },
    },
    {
      kind: 'addForeignKey',
      table: 'abstract_page_data',
      foreignKey: {
        name: 'abstract_page_data_page_id_fk',
        columns: ['page_id'],
        references: { table: 'page', columns: ['id'] },
        onDelete: 'restrict',
      },
    },
    {
      kind: 'addForeignKey',
      table: 'abstract_page_data',
      foreignKey: {
        name: 'abstract_page_data_parent_page_id_fk',
        columns: ['parent_page_id'],
        references: { table: 'page', columns: ['id'] },
        onDelete: 'restrict',
      },
    },
  ],
  down: [
    {
      kind: 'dropForeignKey',
      table: 'abstract_page_data',
      foreignKey: {
        name: 'abstract_page_data_parent_page_id_fk',
        columns: ['parent_page_id'],
        references: { table: 'page', columns: ['id'] },
        onDelete: 'restrict',
      },
    },
    {
      kind: 'dropForeignKey',
      table: 'abstract_page_data',
      foreignKey: {
        name: 'abstract_page_data_page_id_fk',
        columns: ['page_id'],
        references: { table: 'page', columns: ['id'] },
        onDelete: 'restrict',
      },
    },
    {
      kind: 'dropTable',
      table: {
        name: 'page_component_group',
        columns: [
          { name: 'page_id', type: 'uuid', nullable: false },
          { name: 'component_group_id', type: 'uuid', nullable: false },
        ],
        primaryKey: ['page_id', 'component_group_id'],
        indexes: [
          {
            name: 'idx_page_component_group_component_group_id',
            columns: ['component_group_id'],
            unique: false,
          },
        ],
        foreignKeys: [
          {
            name: 'fk_page_component_group_component_group_id',
            columns: ['component_group_id'],
            references: { table: 'component_group', columns: ['id'] },
            onDelete: 'restrict',
          },
          {
            name: 'fk_page_component_group_page_id',
            columns: ['page_id'],
            references: { table: 'page', columns: ['id'] },
            onDelete: 'restrict',
          },
        ],
      },
    },
    {
      kind: 'dropTable',
      table: {
        name: 'page',
        columns: [
          { name: 'id', type: 'uuid', nullable: false },
          { name: 'title', type: 'string', nullable: true, default: 'Unnamed Page' },
          { name: 'meta_description', type: 'text', nullable: true },
          { name: 'reference', type: 'string', nullable: true, binary: true },
          { name: 'ui_component', type: 'string', nullable: true },
          { name: 'ui_class_names', type: 'json', nullable: true },
          { name: 'is_template', type: 'boolean', nullable: false },
          { name: 'layout_id', type: 'uuid', nullable: true },
          { name: 'route_id', type: 'uuid', nullable: true },
          { name: 'parent_page_id', type: 'uuid', nullable: true },
          { name: 'parent_page_data_id', type: 'uuid', nullable: true },
          { name: 'created_at', type: 'datetime', nullable: false },
          { name: 'modified_at', type: 'datetime', nullable: false },
        ],
        primaryKey: ['id'],
        indexes: [
          { name: 'idx_page_created_at', columns: ['created_at'], unique: false },
          { name: 'idx_page_is_template', columns: ['is_template'], unique: false },
          { name: 'idx_page_layout_id', columns: ['layout_id'], unique: false },
          { name: 'idx_page_parent_page_data_id', columns: ['parent_page_data_id'], unique: false },
          { name: 'idx_page_parent_page_id', columns: ['parent_page_id'], unique: false },
          { name: 'idx_page_title', columns: ['title'], unique: false },
          { name: 'idx_page_ui_component', columns: ['ui_component'], unique: false },
          { name: 'uniq_page_reference', columns: ['reference'], unique: true },
          { name: 'uniq_page_route_id', columns: ['route_id'], unique: true },
        ],
        foreignKeys: [
          {
            name: 'fk_page_layout_id',
            columns: ['layout_id'],
            references: { table: 'layout', columns: ['id'] },
            onDelete: 'restrict',
          },
          {
            name: 'fk_page_parent_page_data_id',
            columns: ['parent_page_data_id'],
            references: { table: 'abstract_page_data', columns: ['id'] },
            onDelete: 'restrict',
          },
          {
            name: 'fk_page_parent_page_id',
            columns: ['parent_page_id'],
            references: { table: 'page', columns: ['id'] },
            onDelete: 'restrict',
          },
          {
            name: 'fk_page_route_id',
            columns: ['route_id'],
            references: { table: 'route', columns: ['id'] },
            onDelete: 'restrict',
          },
        ],
      },
    },
    {
      kind: 'dropTable',
      table: {
        name: 'nested_page_datas',
        columns: [
          { name: 'id', type: 'uuid', nullable: false },
          { name: 'intro_content_id', type: 'uuid', nullable: true },
        ],
        primaryKey: ['id'],
        indexes: [
          { name: 'idx_nested_page_datas_intro_content_id', columns: ['intro_content_id'], unique: false },
        ],
        foreignKeys: [
          {
            name: 'fk_nested_page_datas_id',
            columns: ['id'],
            references: { table: 'abstract_page_data', columns: ['id'] },
            onDelete: 'restrict',
          },
          {
            name: 'fk_nested_page_datas_intro_content_id',
            columns: ['intro_content_id'],
            references: { table: 'abstract_component', columns: ['id'] },
            onDelete: 'restrict',
          },
        ],
      },
    },
    {
      kind: 'dropTable',
      table: {
        name: 'blog_article_datas',
        columns: [
          { name: 'id', type: 'uuid', nullable: false },
          { name: 'html_content_id', type: 'uuid', nullable: true },
          { name: 'image_id', type: 'uuid', nullable: true },
        ],
        primaryKey: ['id'],
        indexes: [
          { name: 'idx_blog_article_datas_html_content_id', columns: ['html_content_id'], unique: false },
          { name: 'idx_blog_article_datas_image_id', columns: ['image_id'], unique: false },
        ],
        foreignKeys: [
          {
            name: 'fk_blog_article_datas_html_content_id',
            columns: ['html_content_id'],
            references: { table: 'abstract_component', columns: ['id'] },
            onDelete: 'restrict',
          },
          {
            name: 'fk_blog_article_datas_id',
            columns: ['id'],
            references: { table: 'abstract_page_data', columns: ['id'] },
            onDelete: 'restrict',
          },
          {
            name: 'fk_blog_article_datas_image_id',
            columns: ['image_id'],
            references: { table: 'abstract_component', columns: ['id'] },
            onDelete: 'restrict',
          },
        ],
      },
    },
    {
      kind: 'dropTable',
      table: {
        name: 'abstract_page_data',
        columns: [
          { name: 'id', type: 'uuid', nullable: false },
          { name: 'dtype', type: 'string', nullable: false, length: 100, binary: true },
          { name: 'title', type: 'string', nullable: false },
          { name: 'meta_description', type: 'text', nullable: true },
          { name: 'page_id', type: 'uuid', nullable: false },
          { name: 'route_id', type: 'uuid', nullable: true },
          { name: 'parent_page_id', type: 'uuid', nullable: true },
          { name: 'parent_page_data_id', type: 'uuid', nullable: true },
          { name: 'published_at', type: 'datetime', nullable: true },
          { name: 'published_resource_id', type: 'uuid', nullable: true },
          { name: 'created_at', type: 'datetime', nullable: false },
          { name: 'modified_at', type: 'datetime', nullable: false },
        ],
        primaryKey: ['id'],
        indexes: [
          { name: 'abstract_page_data_dtype_created_at', columns: ['dtype', 'created_at'], unique: false },
          {
            name: 'abstract_page_data_dtype_published_at',
            columns: ['dtype', 'published_at'],
            unique: false,
          },
          { name: 'abstract_page_data_dtype_title', columns: ['dtype', 'title'], unique: false },
          { name: 'abstract_page_data_page_id', columns: ['page_id'], unique: false },
          { name: 'abstract_page_data_parent_page_data_id', columns: ['parent_page_data_id'], unique: false },
          { name: 'abstract_page_data_parent_page_id', columns: ['parent_page_id'], unique: false },
          {
            name: 'abstract_page_data_published_resource_id',
            columns: ['published_resource_id'],
            unique: true,
          },
          { name: 'abstract_page_data_route_id', columns: ['route_id'], unique: true },
        ],
        foreignKeys: [
          {
            name: 'abstract_page_data_parent_page_data_id_fk',
            columns: ['parent_page_data_id'],
            references: { table: 'abstract_page_data', columns: ['id'] },
            onDelete: 'restrict',
          },
          {
            name: 'abstract_page_data_published_resource_id_fk',
            columns: ['published_resource_id'],
            references: { table: 'abstract_page_data', columns: ['id'] },
            onDelete: 'restrict',
          },
          {
            name: 'abstract_page_data_route_id_fk',
            columns: ['route_id'],
            references: { table: 'route', columns: ['id'] },
            onDelete: 'restrict',
          },
        ],
      },
    },
    {
      kind: 'dropTable',
      table: {
        name: 'refresh_token',
        columns: [
          { name: 'id', type: 'uuid', nullable: false },
          { name: 'session_id', type: 'uuid', nullable: false },
          { name: 'user_id', type: 'uuid', nullable: false },
          { name: 'created_at', type: 'datetime', nullable: false },
          { name: 'expired_at', type: 'datetime', nullable: false },
          { name: 'version', type: 'integer', nullable: false, default: 1 },
        ],
        primaryKey: ['id'],
        indexes: [
          {
            name: 'refresh_token_session_id_expired_at',
            columns: ['session_id', 'expired_at'],
            unique: false,
          },
          { name: 'refresh_token_user_id_expired_at', columns: ['user_id', 'expired_at'], unique: false },
        ],
        foreignKeys: [
          {
            name: 'refresh_token_session_id_fk',
            columns: ['session_id'],
            references: { table: 'session', columns: ['id'] },
            onDelete: 'cascade',
          },
          {
            name: 'refresh_token_user_id_fk',
            columns: ['user_id'],
            references: { table: 'user', columns: ['id'] },
            onDelete: 'cascade',
          },
        ],
      },
    },
    {
      kind: 'dropTable',
      table: {
        name: 'titles',
        columns: [
          { name: 'id', type: 'uuid', nullable: false },
          { name: 'title', type: 'text', nullable: true },
        ],
        primaryKey: ['id'],
        indexes: [],
        foreignKeys: [
          {
            name: 'fk_titles_id',
            columns: ['id'],
            references: { table: 'abstract_component', columns: ['id'] },
            onDelete: 'restrict',
          },
        ],
      },
    },
    {
      kind: 'dropTable',
      table: {
        name: 'session',
        columns: [
          { name: 'id', type: 'uuid', nullable: false },
          { name: 'user_id', type: 'uuid', nullable: false },
          { name: 'created_at', type: 'datetime', nullable: false },
          { name: 'ended_at', type: 'datetime', nullable: true },
        ],
        primaryKey: ['id'],
        indexes: [{ name: 'session_user_id', columns: ['user_id'], unique: false }],
        foreignKeys: [
          {
            name: 'session_user_id_fk',
            columns: ['user_id'],
            references: { table: 'user', columns: ['id'] },
            onDelete: 'cascade',
          },
        ],
      },
    },
    {
      kind: 'dropTable',
      table: {
        name: 'navigation_links',
        columns: [
          { name: 'id', type: 'uuid', nullable: false },
          { name: 'label', type: 'text', nullable: true },
          { name: 'route_id', type: 'uuid', nullable: true },
          { name: 'raw_path', type: 'text', nullable: true },
        ],
        primaryKey: ['id'],
        indexes: [{ name: 'idx_navigation_links_route_id', columns: ['route_id'], unique: false }],
        foreignKeys: [
          {
            name: 'fk_navigation_links_id',
            columns: ['id'],
            references: { table: 'abstract_component', columns: ['id'] },
            onDelete: 'restrict',
          },
          {
            name: 'fk_navigation_links_route_id',
            columns: ['route_id'],
            references: { table: 'route', columns: ['id'] },
            onDelete: 'restrict',
          },
        ],
      },
    },
    {
      kind: 'dropTable',
      table: {
        name: 'layout_component_group',
        columns: [
          { name: 'layout_id', type: 'uuid', nullable: false },
          { name: 'component_group_id', type: 'uuid', nullable: false },
        ],
        primaryKey: ['layout_id', 'component_group_id'],
        indexes: [
          {
            name: 'idx_layout_component_group_component_group_id',
            columns: ['component_group_id'],
            unique: false,
          },
        ],
        foreignKeys: [
          {
            name: 'fk_layout_component_group_component_group_id',
            columns: ['component_group_id'],
            references: { table: 'component_group', columns: ['id'] },
            onDelete: 'restrict',
          },
          {
            name: 'fk_layout_component_group_layout_id',
            columns: ['layout_id'],
            references: { table: 'layout', columns: ['id'] },
            onDelete: 'restrict',
          },
        ],
      },
    },
    {
      kind: 'dropTable',
      table: {
        name: 'images',
        columns: [
          { name: 'id', type: 'uuid', nullable: false },
          { name: 'filename', type: 'string', nullable: true, binary: true },
        ],
        primaryKey: ['id'],
        indexes: [{ name: 'idx_images_filename', columns: ['filename'], unique: false }],
        foreignKeys: [
          {
            name: 'fk_images_id',
            columns: ['id'],
            references: { table: 'abstract_component', columns: ['id'] },
            onDelete: 'restrict',
          },
        ],
      },
    },
    {
      kind: 'dropTable',
      table: {
        name: 'html_contents',
        columns: [
          { name: 'id', type: 'uuid', nullable: false },
          { name: 'html', type: 'text', nullable: true },
        ],
        primaryKey: ['id'],
        indexes: [],
        foreignKeys: [
          {
            name: 'fk_html_contents_id',
            columns: ['id'],
            references: { table: 'abstract_component', columns: ['id'] },
            onDelete: 'restrict',
          },
        ],
      },
    },
    {
      kind: 'dropTable',
      table: {
        name: 'component_position',
        columns: [
          { name: 'id', type: 'uuid', nullable: false },
          { name: 'component_group_id', type: 'uuid', nullable: false },
          { name: 'component_id', type: 'uuid', nullable: true },
          { name: 'page_data_property', type: 'string', nullable: true },
          { name: 'page_data_class', type: 'string', nullable: true },
          { name: 'sort_value', type: 'integer', nullable: false },
          { name: 'created_at', type: 'datetime', nullable: false },
          { name: 'modified_at', type: 'datetime', nullable: false },
        ],
        primaryKey: ['id'],
        indexes: [
          {
            name: 'idx_component_position_component_group_id',
            columns: ['component_group_id'],
            unique: false,
          },
          { name: 'idx_component_position_component_id', columns: ['component_id'], unique: false },
          { name: 'idx_component_position_created_at', columns: ['created_at'], unique: false },
          {
            name: 'idx_component_position_page_data_property',
            columns: ['page_data_property'],
            unique: false,
          },
          { name: 'idx_component_position_sort_value', columns: ['sort_value'], unique: false },
        ],
        foreignKeys: [
          {
            name: 'fk_component_position_component_group_id',
            columns: ['component_group_id'],
            references: { table: 'component_group', columns: ['id'] },
            onDelete: 'restrict',
          },
          {
            name: 'fk_component_position_component_id',
            columns: ['component_id'],
            references: { table: 'abstract_component', columns: ['id'] },
            onDelete: 'restrict',
          },
        ],
      },
    },
    {
      kind: 'dropTable',
      table: {
        name: 'component_component_group',
        columns: [
          { name: 'component_id', type: 'uuid', nullable: false },
          { name: 'component_group_id', type: 'uuid', nullable: false },
        ],
        primaryKey: ['component_id', 'component_group_id'],
        indexes: [
          {
            name: 'idx_component_component_group_component_group_id',
            columns: ['component_group_id'],
            unique: false,
          },
        ],
        foreignKeys: [
          {
            name: 'fk_component_component_group_component_group_id',
            columns: ['component_group_id'],
            references: { table: 'component_group', columns: ['id'] },
            onDelete: 'restrict',
          },
          {
            name: 'fk_component_component_group_component_id',
            columns: ['component_id'],
            references: { table: 'abstract_component', columns: ['id'] },
            onDelete: 'restrict',
          },
        ],
      },
    },
    {
      kind: 'dropTable',
      table: {
        name: 'collection',
        columns: [
          { name: 'id', type: 'uuid', nullable: false },
          { name: 'resource_iri', type: 'string', nullable: true },
          { name: 'per_page', type: 'integer', nullable: true },
          { name: 'default_query_parameters', type: 'json', nullable: true },
        ],
        primaryKey: ['id'],
        indexes: [{ name: 'idx_collection_resource_iri', columns: ['resource_iri'], unique: false }],
        foreignKeys: [
          {
            name: 'fk_collection_id',
            columns: ['id'],
            references: { table: 'abstract_component', columns: ['id'] },
            onDelete: 'restrict',
          },
        ],
      },
    },
    {
      kind: 'dropTable',
      table: {
        name: 'user',
        columns: [
          { name: 'id', type: 'uuid', nullable: false },
          { name: 'username', type: 'string', nullable: false, length: 255 },
          { name: 'username_canonical', type: 'string', nullable: false, length: 255, binary: true },
          { name: 'email_address', type: 'string', nullable: false, length: 255 },
          { name: 'email_canonical', type: 'string', nullable: false, length: 255, binary: true },
          { name: 'password', type: 'string', nullable: false, length: 255, binary: true },
          { name: 'roles', type: 'json', nullable: false },
          { name: 'enabled', type: 'boolean', nullable: false, default: true },
          { name: 'email_address_verified', type: 'boolean', nullable: false, default: false },
          { name: 'email_address_verify_token', type: 'string', nullable: true, length: 255, binary: true },
          { name: 'email_address_verification_requested_at', type: 'datetime', nullable: true },
          {
            name: 'email_address_verification_claim',
            type: 'string',
            nullable: true,
            length: 255,
            binary: true,
          },
          { name: 'email_last_updated_at', type: 'datetime', nullable: true },
          { name: 'new_email_address', type: 'string', nullable: true, length: 255 },
          { name: 'new_email_verification_token', type: 'string', nullable: true, length: 255, binary: true },
          { name: 'new_email_address_change_requested_at', type: 'datetime', nullable: true },
          {
            name: 'new_email_address_change_claim',
            type: 'string',
            nullable: true,
            length: 255,
            binary: true,
          },
          {
            name: 'new_password_confirmation_token',
            type: 'string',
            nullable: true,
            length: 255,
            binary: true,
          },
          { name: 'password_requested_at', type: 'datetime', nullable: true },
          { name: 'password_request_claim', type: 'string', nullable: true, length: 255, binary: true },
          { name: 'password_updated_at', type: 'datetime', nullable: true },
          { name: 'created_at', type: 'datetime', nullable: false },
          { name: 'modified_at', type: 'datetime', nullable: false },
        ],
        primaryKey: ['id'],
        indexes: [
          { name: 'user_created_at', columns: ['created_at'], unique: false },
          { name: 'user_email_canonical', columns: ['email_canonical'], unique: true },
          { name: 'user_username_canonical', columns: ['username_canonical'], unique: true },
        ],
        foreignKeys: [],
      },
    },
    {
      kind: 'dropTable',
      table: {
        name: 'unique_value_lock',
        columns: [{ name: 'id', type: 'integer', nullable: false }],
        primaryKey: ['id'],
        indexes: [],
        foreignKeys: [],
      },
    },
    {
      kind: 'dropTable',
      table: {
        name: 'site_config_parameter',
        columns: [
          { name: 'id', type: 'uuid', nullable: false },
          { name: 'config_key', type: 'string', nullable: false, binary: true },
          { name: 'value', type: 'json', nullable: true },
        ],
        primaryKey: ['id'],
        indexes: [{ name: 'uniq_site_config_parameter_config_key', columns: ['config_key'], unique: true }],
        foreignKeys: [],
      },
    },
    {
      kind: 'dropTable',
      table: {
        name: 'route',
        columns: [
          { name: 'id', type: 'uuid', nullable: false },
          { name: 'route', type: 'string', nullable: false, default: '', binary: true },
          { name: 'name', type: 'string', nullable: false, binary: true },
          { name: 'redirect_id', type: 'uuid', nullable: true },
          { name: 'live_at', type: 'datetime', nullable: true },
          { name: 'created_at', type: 'datetime', nullable: false },
          { name: 'modified_at', type: 'datetime', nullable: false },
        ],
        primaryKey: ['id'],
        indexes: [
          { name: 'idx_route_created_at', columns: ['created_at'], unique: false },
          { name: 'idx_route_live_at', columns: ['live_at'], unique: false },
          { name: 'idx_route_redirect_id', columns: ['redirect_id'], unique: false },
          { name: 'uniq_route_name', columns: ['name'], unique: true },
          { name: 'uniq_route_route', columns: ['route'], unique: true },
        ],
        foreignKeys: [
          {
            name: 'fk_route_redirect_id',
            columns: ['redirect_id'],
            references: { table: 'route', columns: ['id'] },
            onDelete: 'restrict',
          },
        ],
      },
    },
    {
      kind: 'dropTable',
      table: {
        name: 'layout',
        columns: [
          { name: 'id', type: 'uuid', nullable: false },
          { name: 'reference', type: 'string', nullable: false, binary: true },
          { name: 'ui_component', type: 'string', nullable: true },
          { name: 'ui_class_names', type: 'json', nullable: true },
          { name: 'created_at', type: 'datetime', nullable: false },
          { name: 'modified_at', type: 'datetime', nullable: false },
        ],
        primaryKey: ['id'],
        indexes: [
          { name: 'idx_layout_created_at', columns: ['created_at'], unique: false },
          { name: 'idx_layout_ui_component', columns: ['ui_component'], unique: false },
          { name: 'uniq_layout_reference', columns: ['reference'], unique: true },
        ],
        foreignKeys: [],
      },
    },
    {
      kind: 'dropTable',
      table: {
        name: 'imagine_cached_file_metadata',
        columns: [
          { name: 'id', type: 'uuid', nullable: false },
          { name: 'path', type: 'string', nullable: false, length: 255, binary: true },
          { name: 'mime_type', type: 'string', nullable: false, length: 255 },
          { name: 'file_size', type: 'float', nullable: false },
          { name: 'width', type: 'integer', nullable: true },
          { name: 'height', type: 'integer', nullable: true },
          { name: 'filter', type: 'string', nullable: true, length: 100, binary: true },
        ],
        primaryKey: ['id'],
        indexes: [
          { name: 'imagine_cached_file_metadata_path_filter', columns: ['path', 'filter'], unique: true },
        ],
        foreignKeys: [],
      },
    },
    {
      kind: 'dropTable',
      table: {
        name: 'component_group',
        columns: [
          { name: 'id', type: 'uuid', nullable: false },
          { name: 'reference', type: 'string', nullable: false, binary: true },
          { name: 'location', type: 'string', nullable: false },
          { name: 'allowed_components', type: 'json', nullable: true },
          { name: 'created_at', type: 'datetime', nullable: false },
          { name: 'modified_at', type: 'datetime', nullable: false },
        ],
        primaryKey: ['id'],
        indexes: [
          { name: 'idx_component_group_created_at', columns: ['created_at'], unique: false },
          { name: 'uniq_component_group_reference', columns: ['reference'], unique: true },
        ],
        foreignKeys: [],
      },
    },
    {
      kind: 'dropTable',
      table: {
        name: 'abstract_component',
        columns: [
          { name: 'id', type: 'uuid', nullable: false },
          { name: 'dtype', type: 'string', nullable: false, length: 100, binary: true },
          { name: 'ui_component', type: 'string', nullable: true },
          { name: 'ui_class_names', type: 'json', nullable: true },
          { name: 'published_at', type: 'datetime', nullable: true },
          { name: 'published_resource_id', type: 'uuid', nullable: true },
          { name: 'created_at', type: 'datetime', nullable: false },
          { name: 'modified_at', type: 'datetime', nullable: false },
        ],
        primaryKey: ['id'],
        indexes: [
          { name: 'abstract_component_dtype_created_at', columns: ['dtype', 'created_at'], unique: false },
          {
            name: 'abstract_component_dtype_published_at',
            columns: ['dtype', 'published_at'],
            unique: false,
          },
          {
            name: 'abstract_component_published_resource_id',
            columns: ['published_resource_id'],
            unique: true,
          },
        ],
        foreignKeys: [
          {
            name: 'abstract_component_published_resource_id_fk',
            columns: ['published_resource_id'],
            references: { table: 'abstract_component', columns: ['id'] },
            onDelete: 'restrict',
          },
        ],
      },
    },
  ],
};
