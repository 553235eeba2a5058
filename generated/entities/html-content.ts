// Generated from schemas/HtmlContent.json (8ff9ea7fb90e) by `cms generate`, which overwrites this file.
import { DataTypes, type ModelAttributes } from 'cms-api-components';

/** Row of table `html_contents`: the own columns of HtmlContent. */
export interface HtmlContentRow {
  readonly id: string;
  /** The text as HTML. */
  readonly html: string | null;
}

/** Columns of table `html_contents`. */
export const htmlContentAttributes: ModelAttributes = {
  id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
  html: { type: DataTypes.TEXT, allowNull: true },
};
