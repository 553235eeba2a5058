// Generated from schemas/BlogArticleData.json (fe5cd1ec8205) by `cms generate`, which overwrites this file.
import { DataTypes, type ModelAttributes } from 'cms-api-components';

/** Columns of table `blog_article_datas`: those of the type itself. */
export const blogArticleDataAttributes: ModelAttributes = {
  id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
  html_content_id: { type: DataTypes.UUID, allowNull: true },
  image_id: { type: DataTypes.UUID, allowNull: true },
};
