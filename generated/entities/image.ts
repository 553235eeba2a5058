// Generated from schemas/Image.json (827b893dfdf9) by `cms generate`, which overwrites this file.
import { DataTypes, type ModelAttributes } from 'cms-api-components';

/** Columns of table `images`: those of the type itself. */
export const imageAttributes: ModelAttributes = {
  id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
  filename: { type: DataTypes.STRING(255), allowNull: true },
};
