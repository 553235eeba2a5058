// Generated from schemas/HtmlContent.json (dea0a50e5fb8) by `cms generate`, which overwrites this file.
import { DataTypes, type ModelAttributes } from 'cms-api-components';

/** Columns of table `html_contents`: those of the type itself. */
export const htmlContentAttributes: ModelAttributes = {
  id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
  html: { type: DataTypes.TEXT, allowNull: true },
};
