// Generated from schemas/Guarded.json (7648ff897a0d) by `cms generate`, which overwrites this file.
import { DataTypes, type ModelAttributes } from 'cms-api-components';

/** Columns of table `guarded`: those of the type itself. */
export const guardedAttributes: ModelAttributes = {
  id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
  open: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
};
