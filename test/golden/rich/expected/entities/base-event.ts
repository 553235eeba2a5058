// Generated from schemas/BaseEvent.json (97cdbae8c648) by `cms generate`, which overwrites this file.
import { DataTypes, type ModelAttributes } from 'cms-api-components';

/** Columns of table `base_events`: those of the type itself. */
export const baseEventAttributes: ModelAttributes = {
  id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
  headline: { type: DataTypes.STRING(255), allowNull: true },
  starts_at: { type: DataTypes.DATE(6), allowNull: true },
};
