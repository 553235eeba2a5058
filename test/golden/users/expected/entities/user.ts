// Generated from schemas/User.json (f06e3332c760) by `cms generate`, which overwrites this file.
import { DataTypes, type ModelAttributes } from 'cms-api-components';

/** Columns of table `user`, without those of the base table. */
export const userAttributes: ModelAttributes = {
  display_name: { type: DataTypes.STRING(255), allowNull: true },
  newsletter: { type: DataTypes.BOOLEAN, allowNull: true },
  address: { type: DataTypes.JSON, allowNull: true },
};
