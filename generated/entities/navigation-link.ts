// Generated from schemas/NavigationLink.json (d9d78efed60a) by `cms generate`, which overwrites this file.
import { DataTypes, type ModelAttributes } from 'cms-api-components';

/** Columns of table `navigation_links`: those of the type itself. */
export const navigationLinkAttributes: ModelAttributes = {
  id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
  label: { type: DataTypes.TEXT, allowNull: true },
  route_id: { type: DataTypes.UUID, allowNull: true },
  raw_path: { type: DataTypes.TEXT, allowNull: true },
};
