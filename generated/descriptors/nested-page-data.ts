// Generated from schemas/NestedPageData.json (fe1c8f11dc29) by `cms generate`, which overwrites this file.
import type { ResourceDescriptor } from 'cms-api-components';
import { nestedPageDataAttributes } from '../entities/nested-page-data.js';

/** A topic with chapters on separate pages. */
export const nestedPageDataDescriptor: ResourceDescriptor = {
  name: 'NestedPageData',
  kind: 'page_data',
  description: 'A topic with chapters on separate pages.',
  path: '/page_data/nested_page_datas',
  table: 'nested_page_datas',
  fields: [
    {
      kind: 'to-one',
      name: 'introContent',
      description: 'Introduction of the topic.',
      readable: true,
      writable: true,
      target: 'HtmlContent',
      column: 'intro_content_id',
      nullable: true,
      onDelete: 'set-null',
      slot: true,
    },
  ],
  attributes: nestedPageDataAttributes,
  timestamped: { createdAtField: 'createdAt', modifiedAtField: 'modifiedAt' },
  extensions: { realtime: {} },
  order: [{ field: 'createdAt', direction: 'desc' }],
  orderFields: ['title', 'createdAt'],
  searchFields: ['title'],
};
