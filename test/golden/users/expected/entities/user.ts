// Generated from schemas/User.json (90ee230ded90) by `cms generate`, which overwrites this file.
import { DataTypes, type ModelAttributes } from 'cms-api-components';

/** What the application adds to a row of table `user`. */
export interface UserRow {
  /** Shown beside comments. */
  readonly display_name: string | null;
  readonly newsletter: boolean | null;
  readonly address: unknown;
}

/** Columns of table `user`. */
export const userAttributes: ModelAttributes = {
  display_name: { type: DataTypes.STRING(255), allowNull: true },
  newsletter: { type: DataTypes.BOOLEAN, allowNull: true },
  address: { type: DataTypes.JSON, allowNull: true },
};
