// Generated from schemas/Brochure.json (47adc0099431) by `cms generate`, which overwrites this file.
import { DataTypes, type ModelAttributes } from 'cms-api-components';

/** Columns of table `brochure`, without those of the base table. */
export const brochureAttributes: ModelAttributes = {
  id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
  heading: { type: DataTypes.STRING(255), allowNull: false },
  legal_note: { type: DataTypes.TEXT, allowNull: true },
  document_path: { type: DataTypes.STRING(255), allowNull: true },
  cover_path: { type: DataTypes.STRING(255), allowNull: true },
};
