// Generated from schemas/HtmlContent.json (fbbf6e2f7fd8) by `cms generate`, which overwrites this file.
import { DataTypes, type ModelAttributes } from 'cms-api-components';

/** Columns of table `html_contents`, without those of the base table. */
export const htmlContentAttributes: ModelAttributes = {
  id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
  html: { type: DataTypes.TEXT, allowNull: true },
};
