// Generated from schemas/Title.json (47d3377e6b9c) by `cms generate`, which overwrites this file.
import { DataTypes, type ModelAttributes } from 'cms-api-components';

/** Row of table `titles`: the own columns of Title. */
export interface TitleRow {
  readonly id: string;
  /** Text of the heading. */
  readonly title: string | null;
}

/** Columns of table `titles`. */
export const titleAttributes: ModelAttributes = {
  id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
  title: { type: DataTypes.TEXT, allowNull: true },
};
