// Generated from schemas/Title.json (026e5540c975) by `cms generate`, which overwrites this file.
import { DataTypes, type ModelAttributes } from 'cms-api-components';

/** Columns of table `titles`, without those of the base table. */
export const titleAttributes: ModelAttributes = {
  id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
  title: { type: DataTypes.TEXT, allowNull: true },
};
