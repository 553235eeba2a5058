// Generated from schemas/WorkshopData.json (846a46931279) by `cms generate`, which overwrites this file.
import { DataTypes, type ModelAttributes } from 'cms-api-components';

/** Columns of table `workshop_datas`, without those of the base table. */
export const workshopDataAttributes: ModelAttributes = {
  id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
  starts_on: { type: DataTypes.DATEONLY, allowNull: false },
  venue: { type: DataTypes.STRING(255), allowNull: true },
  seats: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
  internal_notes: { type: DataTypes.TEXT, allowNull: true },
  speakers: { type: DataTypes.JSON, allowNull: false, defaultValue: [] },
  banner_id: { type: DataTypes.UUID, allowNull: true },
  sign_up_id: { type: DataTypes.UUID, allowNull: true },
};
