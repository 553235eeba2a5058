// Generated from schemas/BlogArticleData.json (58e6f0dbe7c2) by `cms generate`, which overwrites this file.
import { DataTypes, type ModelAttributes } from 'cms-api-components';

/** Columns of table `blog_article_datas`, without those of the base table. */
export const blogArticleDataAttributes: ModelAttributes = {
  id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
  html_content_id: { type: DataTypes.UUID, allowNull: true },
  image_id: { type: DataTypes.UUID, allowNull: true },
};
