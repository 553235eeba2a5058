// Generated from schemas/Image.json (ba4abfa5b053) by `cms generate`, which overwrites this file.
import { DataTypes, type ModelAttributes } from 'cms-api-components';

/** Row of table `images`: the own columns of Image. */
export interface ImageRow {
  readonly id: string;
  /** The picture, as a data URI or base64. */
  readonly filename: string | null;
}

/** Columns of table `images`. */
export const imageAttributes: ModelAttributes = {
  id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
  filename: { type: DataTypes.STRING(255), allowNull: true },
};
