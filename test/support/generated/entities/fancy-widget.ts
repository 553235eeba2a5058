// Generated from schemas/FancyWidget.json (f4ab8d5df30a) by `cms generate`, which overwrites this file.
import { DataTypes, type ModelAttributes } from 'cms-api-components';

/** Columns of table `fancy_widgets`, without those of the base table. */
export const fancyWidgetAttributes: ModelAttributes = {
  id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
  label: { type: DataTypes.STRING(255), allowNull: true },
  color: { type: DataTypes.STRING(255), allowNull: true },
};
