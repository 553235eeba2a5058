// Generated from schemas/Brochure.json (21241748b2b1) by `cms generate`, which overwrites this file.
import { DataTypes, type ModelAttributes } from 'cms-api-components';

/** Row of table `brochure`: the own columns of Brochure. */
export interface BrochureRow {
  readonly id: string;
  readonly heading: string;
  readonly legal_note: string | null;
  readonly document_path: string | null;
  readonly cover_path: string | null;
}

/** Columns of table `brochure`. */
export const brochureAttributes: ModelAttributes = {
  id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
  heading: { type: DataTypes.STRING(255), allowNull: false },
  legal_note: { type: DataTypes.TEXT, allowNull: true },
  document_path: { type: DataTypes.STRING(255), allowNull: true },
  cover_path: { type: DataTypes.STRING(255), allowNull: true },
};
