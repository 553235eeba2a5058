// Generated from schemas/NestedPageData.json (9cf9e61bf585) by `cms generate`, which overwrites this file.
import { DataTypes, type ModelAttributes } from 'cms-api-components';

/** Row of table `nested_page_datas`: the own columns of NestedPageData. */
export interface NestedPageDataRow {
  readonly id: string;
  /** Introduction of the topic. */
  readonly intro_content_id: string | null;
}

/** Columns of table `nested_page_datas`. */
export const nestedPageDataAttributes: ModelAttributes = {
  id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
  intro_content_id: { type: DataTypes.UUID, allowNull: true },
};
