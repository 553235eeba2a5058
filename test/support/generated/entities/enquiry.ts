// Generated from schemas/Enquiry.json (0f315d961d20) by `cms generate`, which overwrites this file.
import { DataTypes, type ModelAttributes } from 'cms-api-components';

/** Columns of table `enquiries`, without those of the base table. */
export const enquiryAttributes: ModelAttributes = {
  id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
  email: { type: DataTypes.STRING(255), allowNull: false },
  subject: { type: DataTypes.STRING(255), allowNull: true },
  text: { type: DataTypes.TEXT, allowNull: true },
  about_id: { type: DataTypes.UUID, allowNull: true },
  answers_id: { type: DataTypes.UUID, allowNull: true },
  created_at: { type: DataTypes.DATE(6), allowNull: false },
  modified_at: { type: DataTypes.DATE(6), allowNull: false },
  row_version: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 1 },
  row_version_at: { type: DataTypes.DATE(6), allowNull: true },
  row_version_by: { type: DataTypes.UUID, allowNull: true },
};
