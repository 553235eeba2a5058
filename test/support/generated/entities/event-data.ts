// Generated from schemas/EventData.json (93c2eae81305) by `cms generate`, which overwrites this file.
import { DataTypes, type ModelAttributes } from 'cms-api-components';

/** Row of table `event_datas`: the own columns of EventData. */
export interface EventDataRow {
  readonly id: string;
  readonly starts_on: string;
  readonly venue: string | null;
  readonly widget_id: string | null;
  readonly pin_id: string | null;
  readonly anything_id: string | null;
}

/** Columns of table `event_datas`. */
export const eventDataAttributes: ModelAttributes = {
  id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
  starts_on: { type: DataTypes.DATEONLY, allowNull: false },
  venue: { type: DataTypes.STRING(255), allowNull: true },
  widget_id: { type: DataTypes.UUID, allowNull: true },
  pin_id: { type: DataTypes.UUID, allowNull: true },
  anything_id: { type: DataTypes.UUID, allowNull: true },
};
