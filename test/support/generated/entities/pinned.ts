// Generated from schemas/Pinned.json (bf7d596b758b) by `cms generate`, which overwrites this file.
import { DataTypes, type ModelAttributes } from 'cms-api-components';

/** Columns of table `pinned`: those of the type itself. */
export const pinnedAttributes: ModelAttributes = {
  id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
  text: { type: DataTypes.STRING(255), allowNull: true },
};
