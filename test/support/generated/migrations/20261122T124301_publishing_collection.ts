import type { Migration } from 'cms-api-components';

/** Applied in this form for good: change the schema files instead, and a new migration follows. */
export const migration: Migration = {
  id: '20261122T124301_publishing_collection',
  up: [
    { kind: 'setPublishing', table: 'collection', base: 'abstract_component', from: null, to: false },
    { kind: 'setPublishing', table: 'event_datas', base: 'abstract_page_data', from: null, to: false },
    { kind: 'setPublishing', table: 'fancy_widgets', base: 'abstract_component', from: null, to: false },
    { kind: 'setPublishing', table: 'guarded', base: 'abstract_component', from: null, to: false },
    { kind: 'setPublishing', table: 'pinned', base: 'abstract_component', from: null, to: false },
    { kind: 'setPublishing', table: 'specimens', base: 'abstract_component', from: null, to: false },
    { kind: 'setPublishing', table: 'widgets', base: 'abstract_component', from: null, to: false },
    {
      kind: 'limitValues',
      table: 'specimens',
      column: 'level',
      from: null,
      to: ['high', 'low'],
      unchecked: true,
    },
  ],
  down: [
    {
      kind: 'limitValues',
      table: 'specimens',
      column: 'level',
      from: ['high', 'low'],
      to: null,
      unchecked: true,
    },
    { kind: 'setPublishing', table: 'widgets', base: 'abstract_component', from: false, to: null },
    { kind: 'setPublishing', table: 'specimens', base: 'abstract_component', from: false, to: null },
    { kind: 'setPublishing', table: 'pinned', base: 'abstract_component', from: false, to: null },
    { kind: 'setPublishing', table: 'guarded', base: 'abstract_component', from: false, to: null },
    { kind: 'setPublishing', table: 'fancy_widgets', base: 'abstract_component', from: false, to: null },
    { kind: 'setPublishing', table: 'event_datas', base: 'abstract_page_data', from: false, to: null },
    { kind: 'setPublishing', table: 'collection', base: 'abstract_component', from: false, to: null },
  ],
};
