// Generated from schemas/FancyWidget.json (2ba29b4f0c58) by `cms generate`, which overwrites this file.
import { DataTypes, type ModelAttributes } from 'cms-api-components';

/** Row of table `fancy_widgets`: the own columns of FancyWidget. */
export interface FancyWidgetRow {
  readonly id: string;
  readonly label: string | null;
  readonly color: string | null;
}

/** Columns of table `fancy_widgets`. */
export const fancyWidgetAttributes: ModelAttributes = {
  id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
  label: { type: DataTypes.STRING(255), allowNull: true },
  color: { type: DataTypes.STRING(255), allowNull: true },
};
