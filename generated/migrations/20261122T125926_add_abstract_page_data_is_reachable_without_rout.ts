import type { Migration } from 'cms-api-components';

/** Applied in this form for good: change the schema files instead, and a new migration follows. */
export const migration: Migration = {
  id: '20261122T125926_add_abstract_page_data_is_reachable_without_rout',
  up: [
    { kind: 'setPublishing', table: 'blog_article_datas', base: 'abstract_page_data', from: null, to: false },
    { kind: 'setPublishing', table: 'collection', base: 'abstract_component', from: null, to: false },
    { kind: 'setPublishing', table: 'html_contents', base: 'abstract_component', from: null, to: true },
    { kind: 'setPublishing', table: 'images', base: 'abstract_component', from: null, to: true },
    { kind: 'setPublishing', table: 'navigation_links', base: 'abstract_component', from: null, to: true },
    { kind: 'setPublishing', table: 'nested_page_datas', base: 'abstract_page_data', from: null, to: false },
    { kind: 'setPublishing', table: 'titles', base: 'abstract_component', from: null, to: true },
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
      kind: 'addColumn',
      table: 'user',
      column: { name: 'new_email_canonical', type: 'string', nullable: true, length: 255, binary: true },
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
    {
      kind: 'addIndex',
      table: 'user',
      index: { name: 'user_new_email_canonical', columns: ['new_email_canonical'], unique: false },
    },
  ],
  down: [
    {
      kind: 'dropIndex',
      table: 'user',
      index: { name: 'user_new_email_canonical', columns: ['new_email_canonical'], unique: false },
    },
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
      table: 'user',
      column: { name: 'new_email_canonical', type: 'string', nullable: true, length: 255, binary: true },
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
    { kind: 'setPublishing', table: 'titles', base: 'abstract_component', from: true, to: null },
    { kind: 'setPublishing', table: 'nested_page_datas', base: 'abstract_page_data', from: false, to: null },
    { kind: 'setPublishing', table: 'navigation_links', base: 'abstract_component', from: true, to: null },
    { kind: 'setPublishing', table: 'images', base: 'abstract_component', from: true, to: null },
    { kind: 'setPublishing', table: 'html_contents', base: 'abstract_component', from: true, to: null },
    { kind: 'setPublishing', table: 'collection', base: 'abstract_component', from: false, to: null },
    { kind: 'setPublishing', table: 'blog_article_datas', base: 'abstract_page_data', from: false, to: null },
  ],
};
