// Generated from schemas/User.json (3f9c199247b0) by `cms generate`, which overwrites this file.
import { DataTypes, type ModelAttributes } from 'cms-api-components';

/** What the application adds to a row of table `user`. */
export interface UserRow {
  readonly nickname: string | null;
}

/** Columns of table `user`. */
export const userAttributes: ModelAttributes = {
  nickname: { type: DataTypes.STRING(255), allowNull: true },
};
