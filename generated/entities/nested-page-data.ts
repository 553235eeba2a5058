// Generated from schemas/NestedPageData.json (23187eba9335) by `cms generate`, which overwrites this file.
import { DataTypes, type ModelAttributes } from 'cms-api-components';

/** Columns of table `nested_page_datas`: those of the type itself. */
export const nestedPageDataAttributes: ModelAttributes = {
  id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
  intro_content_id: { type: DataTypes.UUID, allowNull: true },
};
