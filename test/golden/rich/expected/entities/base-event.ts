// Generated from schemas/BaseEvent.json (f83722456a46) by `cms generate`, which overwrites this file.
import { DataTypes, type ModelAttributes } from 'cms-api-components';

/** Columns of table `base_events`, without those of the base table. */
export const baseEventAttributes: ModelAttributes = {
  id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
  headline: { type: DataTypes.STRING(255), allowNull: true },
  starts_at: { type: DataTypes.DATE(6), allowNull: true },
};
