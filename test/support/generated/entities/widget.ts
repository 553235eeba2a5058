// Generated from schemas/Widget.json (74098b3fc50c) by `cms generate`, which overwrites this file.
import { DataTypes, type ModelAttributes } from 'cms-api-components';

/** Columns of table `widgets`: those of the type itself. */
export const widgetAttributes: ModelAttributes = {
  id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
  label: { type: DataTypes.STRING(255), allowNull: true },
};
