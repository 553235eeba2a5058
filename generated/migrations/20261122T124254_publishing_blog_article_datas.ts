import type { Migration } from 'cms-api-components';

/** Applied in this form for good: change the schema files instead, and a new migration follows. */
export const migration: Migration = {
  id: '20261122T124254_publishing_blog_article_datas',
  up: [
    { kind: 'setPublishing', table: 'blog_article_datas', base: 'abstract_page_data', from: null, to: false },
    { kind: 'setPublishing', table: 'collection', base: 'abstract_component', from: null, to: false },
    { kind: 'setPublishing', table: 'html_contents', base: 'abstract_component', from: null, to: true },
    { kind: 'setPublishing', table: 'images', base: 'abstract_component', from: null, to: true },
    { kind: 'setPublishing', table: 'navigation_links', base: 'abstract_component', from: null, to: true },
    { kind: 'setPublishing', table: 'nested_page_datas', base: 'abstract_page_data', from: null, to: false },
    { kind: 'setPublishing', table: 'titles', base: 'abstract_component', from: null, to: true },
  ],
  down: [
    { kind: 'setPublishing', table: 'titles', base: 'abstract_component', from: true, to: null },
    { kind: 'setPublishing', table: 'nested_page_datas', base: 'abstract_page_data', from: false, to: null },
    { kind: 'setPublishing', table: 'navigation_links', base: 'abstract_component', from: true, to: null },
    { kind: 'setPublishing', table: 'images', base: 'abstract_component', from: true, to: null },
    { kind: 'setPublishing', table: 'html_contents', base: 'abstract_component', from: true, to: null },
    { kind: 'setPublishing', table: 'collection', base: 'abstract_component', from: false, to: null },
    { kind: 'setPublishing', table: 'blog_article_datas', base: 'abstract_page_data', from: false, to: null },
  ],
};
