// Generated from schemas/Teaser.json (c51e01d7fc62) by `cms generate`, which overwrites this file.
import { DataTypes, type ModelAttributes } from 'cms-api-components';

/** Row of table `teasers`: the own columns of Teaser. */
export interface TeaserRow {
  readonly id: string;
  readonly headline: string | null;
  readonly text: string | null;
  readonly links: unknown;
}

/** Columns of table `teasers`. */
export const teaserAttributes: ModelAttributes = {
  id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
  headline: { type: DataTypes.STRING(255), allowNull: true },
  text: { type: DataTypes.TEXT, allowNull: true },
  links: { type: DataTypes.JSON, allowNull: true },
};
