// Generated from schemas/Image.json (eea0145b78aa) by `cms generate`, which overwrites this file.
import { DataTypes, type ModelAttributes } from 'cms-api-components';

/** Columns of table `images`, without those of the base table. */
export const imageAttributes: ModelAttributes = {
  id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
  filename: { type: DataTypes.STRING(255), allowNull: true },
};
