// Generated from schemas/EventData.json (82e6e8fae52a) by `cms generate`, which overwrites this file.
import { DataTypes, type ModelAttributes } from 'cms-api-components';

/** Columns of table `event_datas`, without those of the base table. */
export const eventDataAttributes: ModelAttributes = {
  id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
  starts_on: { type: DataTypes.DATEONLY, allowNull: false },
  venue: { type: DataTypes.STRING(255), allowNull: true },
  widget_id: { type: DataTypes.UUID, allowNull: true },
  pin_id: { type: DataTypes.UUID, allowNull: true },
  anything_id: { type: DataTypes.UUID, allowNull: true },
};
