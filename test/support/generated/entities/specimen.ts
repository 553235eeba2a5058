// Generated from schemas/Specimen.json (e816dee6374e) by `cms generate`, which overwrites this file.
import { DataTypes, type ModelAttributes } from 'cms-api-components';

/** Columns of table `specimens`, without those of the base table. */
export const specimenAttributes: ModelAttributes = {
  id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
  name: { type: DataTypes.STRING(255), allowNull: false },
  notes: { type: DataTypes.TEXT, allowNull: true },
  code: { type: DataTypes.STRING(255), allowNull: true },
  amount: { type: DataTypes.INTEGER, allowNull: true },
  ratio: { type: DataTypes.DOUBLE, allowNull: true },
  price: { type: DataTypes.DECIMAL(10, 2), allowNull: true },
  active: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
  starts_at: { type: DataTypes.DATE(6), allowNull: true },
  day: { type: DataTypes.DATEONLY, allowNull: true },
  opens_at: { type: DataTypes.TIME, allowNull: true },
  token: { type: DataTypes.UUID, allowNull: true },
  email: { type: DataTypes.STRING(255), allowNull: true },
  website: { type: DataTypes.STRING(255), allowNull: true },
  level: { type: DataTypes.STRING(255), allowNull: false, defaultValue: 'low' },
  tags: { type: DataTypes.JSON, allowNull: false, defaultValue: [] },
  links: { type: DataTypes.JSON, allowNull: true },
  settings: { type: DataTypes.JSON, allowNull: true },
  mixed: { type: DataTypes.JSON, allowNull: true },
  serial: { type: DataTypes.STRING(255), allowNull: false, defaultValue: 'none' },
  secret: { type: DataTypes.STRING(255), allowNull: true },
  admin_note: { type: DataTypes.STRING(255), allowNull: true },
  seats: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 3 },
  internal: { type: DataTypes.STRING(255), allowNull: true },
  friend_id: { type: DataTypes.UUID, allowNull: true },
  home_id: { type: DataTypes.UUID, allowNull: true },
};
