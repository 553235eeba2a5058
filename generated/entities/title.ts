// Generated from schemas/Title.json (11030d845969) by `cms generate`, which overwrites this file.
import { DataTypes, type ModelAttributes } from 'cms-api-components';

/** Columns of table `titles`: those of the type itself. */
export const titleAttributes: ModelAttributes = {
  id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
  title: { type: DataTypes.TEXT, allowNull: true },
};
