// Generated from schemas/NavigationLink.json (909784a43155) by `cms generate`, which overwrites this file.
import { DataTypes, type ModelAttributes } from 'cms-api-components';

/** Columns of table `navigation_links`, without those of the base table. */
export const navigationLinkAttributes: ModelAttributes = {
  id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
  label: { type: DataTypes.TEXT, allowNull: true },
  route_id: { type: DataTypes.UUID, allowNull: true },
  raw_path: { type: DataTypes.TEXT, allowNull: true },
};
