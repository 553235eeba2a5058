// Generated from schemas/Guarded.json (c4430cf3afe8) by `cms generate`, which overwrites this file.
import { DataTypes, type ModelAttributes } from 'cms-api-components';

/** Columns of table `guarded`, without those of the base table. */
export const guardedAttributes: ModelAttributes = {
  id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
  open: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
};
