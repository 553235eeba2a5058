// Generated from schemas/Box.json (1cc45318b004) by `cms generate`, which overwrites this file.
import { DataTypes, type ModelAttributes } from 'cms-api-components';

/** Columns of table `boxes`, without those of the base table. */
export const boxAttributes: ModelAttributes = {
  id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
  parts: { type: DataTypes.JSON, allowNull: true },
  c: { type: DataTypes.JSON, allowNull: true },
  d: { type: DataTypes.JSON, allowNull: true },
  e: { type: DataTypes.JSON, allowNull: true },
  f: { type: DataTypes.JSON, allowNull: true },
  g: { type: DataTypes.JSON, allowNull: true },
  class: { type: DataTypes.STRING(255), allowNull: true },
  default: { type: DataTypes.JSON, allowNull: true },
};
