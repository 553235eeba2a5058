// Generated from schemas/NavigationLink.json (9524dc46cf2e) by `cms generate`, which overwrites this file.
import { DataTypes, type ModelAttributes } from 'cms-api-components';

/** Row of table `navigation_links`: the own columns of NavigationLink. */
export interface NavigationLinkRow {
  readonly id: string;
  /** Text of the link. */
  readonly label: string | null;
  /** Route that the link leads to. */
  readonly route_id: string | null;
  /** Path or address, used before the route. */
  readonly raw_path: string | null;
}

/** Columns of table `navigation_links`. */
export const navigationLinkAttributes: ModelAttributes = {
  id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
  label: { type: DataTypes.TEXT, allowNull: true },
  route_id: { type: DataTypes.UUID, allowNull: true },
  raw_path: { type: DataTypes.TEXT, allowNull: true },
};
