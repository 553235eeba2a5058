// Generated from schemas/CallToAction.json (a4687f7dd3c7) by `cms generate`, which overwrites this file.
import { DataTypes, type ModelAttributes } from 'cms-api-components';

/** Columns of table `call_to_actions`: those of the type itself. */
export const callToActionAttributes: ModelAttributes = {
  id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
  label: { type: DataTypes.STRING(255), allowNull: true },
  tone: { type: DataTypes.STRING(255), allowNull: false, defaultValue: 'primary' },
  target_id: { type: DataTypes.UUID, allowNull: true },
  external_url: { type: DataTypes.TEXT, allowNull: true },
};
