// Generated from schemas/CallToAction.json (761dc6fc7c37) by `cms generate`, which overwrites this file.
import { DataTypes, type ModelAttributes } from 'cms-api-components';

/** Columns of table `call_to_actions`, without those of the base table. */
export const callToActionAttributes: ModelAttributes = {
  id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
  label: { type: DataTypes.STRING(255), allowNull: true },
  tone: { type: DataTypes.STRING(255), allowNull: false, defaultValue: 'primary' },
  target_id: { type: DataTypes.UUID, allowNull: true },
  external_url: { type: DataTypes.TEXT, allowNull: true },
};
