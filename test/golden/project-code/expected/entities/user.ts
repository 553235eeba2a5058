// Generated from schemas/User.json (d2f831b6ad28) by `cms generate`, which overwrites this file.
import { DataTypes, type ModelAttributes } from 'cms-api-components';

/** Columns of table `user`, without those of the base table. */
export const userAttributes: ModelAttributes = {
  nickname: { type: DataTypes.STRING(255), allowNull: true },
};
