// Generated from schemas/Guarded.json (84e0eaf2bd5a) by `cms generate`, which overwrites this file.
import { DataTypes, type ModelAttributes } from 'cms-api-components';

/** Row of table `guarded`: the own columns of Guarded. */
export interface GuardedRow {
  readonly id: string;
  readonly open: boolean;
}

/** Columns of table `guarded`. */
export const guardedAttributes: ModelAttributes = {
  id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
  open: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
};
