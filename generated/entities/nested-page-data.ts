// Generated from schemas/NestedPageData.json (fe1c8f11dc29) by `cms generate`, which overwrites this file.
import { DataTypes, type ModelAttributes } from 'cms-api-components';

/** Columns of table `nested_page_datas`, without those of the base table. */
export const nestedPageDataAttributes: ModelAttributes = {
  id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
  intro_content_id: { type: DataTypes.UUID, allowNull: true },
};
