// Generated from schemas/BlogArticleData.json (58e6f0dbe7c2) by `cms generate`, which overwrites this file.
import type { ResourceDescriptor } from 'cms-api-components';
import { blogArticleDataAttributes } from '../entities/blog-article-data.js';

/** An article of the blog. */
export const blogArticleDataDescriptor: ResourceDescriptor = {
  name: 'BlogArticleData',
  kind: 'page_data',
  description: 'An article of the blog.',
  path: '/page_data/blog_article_datas',
  table: 'blog_article_datas',
  fields: [
    {
      kind: 'to-one',
      name: 'htmlContent',
      description: 'Text of the article.',
      readable: true,
      writable: true,
      target: 'HtmlContent',
      column: 'html_content_id',
      nullable: true,
      onDelete: 'set-null',
      slot: true,
    },
    {
      kind: 'to-one',
      name: 'image',
      description: 'Picture of the article.',
      readable: true,
      writable: true,
      target: 'Image',
      column: 'image_id',
      nullable: true,
      onDelete: 'set-null',
      slot: true,
    },
    {
      kind: 'computed',
      name: 'routePath',
      description: "Path of the article's route.",
      readable: true,
      writable: false,
      coalesce: [['route', 'path']],
    },
  ],
  attributes: blogArticleDataAttributes,
  timestamped: { createdAtField: 'createdAt', modifiedAtField: 'modifiedAt' },
  extensions: { realtime: {} },
  pagination: { itemsPerPage: 12 },
  order: [{ field: 'createdAt', direction: 'desc' }],
  orderFields: ['title', 'createdAt'],
  searchFields: ['title'],
};
