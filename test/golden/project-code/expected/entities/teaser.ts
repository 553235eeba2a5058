// Generated from schemas/Teaser.json (26f0082dfbea) by `cms generate`, which overwrites this file.
import { DataTypes, type ModelAttributes } from 'cms-api-components';

/** Columns of table `teasers`, without those of the base table. */
export const teaserAttributes: ModelAttributes = {
  id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
  headline: { type: DataTypes.STRING(255), allowNull: true },
  text: { type: DataTypes.TEXT, allowNull: true },
  links: { type: DataTypes.JSON, allowNull: true },
};
