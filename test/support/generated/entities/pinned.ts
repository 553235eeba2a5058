// Generated from schemas/Pinned.json (7c1591257807) by `cms generate`, which overwrites this file.
import { DataTypes, type ModelAttributes } from 'cms-api-components';

/** Row of table `pinned`: the own columns of Pinned. */
export interface PinnedRow {
  readonly id: string;
  readonly text: string | null;
}

/** Columns of table `pinned`. */
export const pinnedAttributes: ModelAttributes = {
  id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
  text: { type: DataTypes.STRING(255), allowNull: true },
};
