// Generated from schemas/Concert.json (ca1145128727) by `cms generate`, which overwrites this file.
import { DataTypes, type ModelAttributes } from 'cms-api-components';

/** Columns of table `concerts`, without those of the base table. */
export const concertAttributes: ModelAttributes = {
  id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
  headline: { type: DataTypes.STRING(255), allowNull: true },
  starts_at: { type: DataTypes.DATE(6), allowNull: true },
  program_html: { type: DataTypes.TEXT, allowNull: true },
  genre: { type: DataTypes.STRING(255), allowNull: true },
  notes: { type: DataTypes.STRING(255), allowNull: true, defaultValue: "it's `${tricky}` */ \u2028" },
  price: { type: DataTypes.DECIMAL(10, 2), allowNull: true },
  sales_end: { type: DataTypes.DATEONLY, allowNull: true },
  tickets: { type: DataTypes.JSON, allowNull: false, defaultValue: [] },
  settings: { type: DataTypes.JSON, allowNull: true },
  contact: { type: DataTypes.JSON, allowNull: true },
  either: { type: DataTypes.JSON, allowNull: true },
  _program_html: { type: DataTypes.TEXT, allowNull: true },
};
