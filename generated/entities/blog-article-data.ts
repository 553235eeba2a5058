// Generated from schemas/BlogArticleData.json (f10fd14e1ab1) by `cms generate`, which overwrites this file.
import { DataTypes, type ModelAttributes } from 'cms-api-components';

/** Row of table `blog_article_datas`: the own columns of BlogArticleData. */
export interface BlogArticleDataRow {
  readonly id: string;
  /** Text of the article. */
  readonly html_content_id: string | null;
  /** Picture of the article. */
  readonly image_id: string | null;
}

/** Columns of table `blog_article_datas`. */
export const blogArticleDataAttributes: ModelAttributes = {
  id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
  html_content_id: { type: DataTypes.UUID, allowNull: true },
  image_id: { type: DataTypes.UUID, allowNull: true },
};
