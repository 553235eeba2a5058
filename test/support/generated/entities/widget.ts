// Generated from schemas/Widget.json (91ea16521036) by `cms generate`, which overwrites this file.
import { DataTypes, type ModelAttributes } from 'cms-api-components';

/** Row of table `widgets`: the own columns of Widget. */
export interface WidgetRow {
  readonly id: string;
  readonly label: string | null;
}

/** Columns of table `widgets`. */
export const widgetAttributes: ModelAttributes = {
  id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
  label: { type: DataTypes.STRING(255), allowNull: true },
};
