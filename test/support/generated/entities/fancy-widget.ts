// Generated from schemas/FancyWidget.json (b0a7f7bf396e) by `cms generate`, which overwrites this file.
import { DataTypes, type ModelAttributes } from 'cms-api-components';

/** Columns of table `fancy_widgets`: those of the type itself. */
export const fancyWidgetAttributes: ModelAttributes = {
  id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
  label: { type: DataTypes.STRING(255), allowNull: true },
  color: { type: DataTypes.STRING(255), allowNull: true },
};
