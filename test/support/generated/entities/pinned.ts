// Generated from schemas/Pinned.json (99d4d9525cb0) by `cms generate`, which overwrites this file.
import { DataTypes, type ModelAttributes } from 'cms-api-components';

/** Columns of table `pinned`, without those of the base table. */
export const pinnedAttributes: ModelAttributes = {
  id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
  text: { type: DataTypes.STRING(255), allowNull: true },
};
