// Generated from schemas/Teaser.json (0882143b72ee) by `cms generate`, which overwrites this file.
import { DataTypes, type ModelAttributes } from 'cms-api-components';

/** Columns of table `teasers`: those of the type itself. */
export const teaserAttributes: ModelAttributes = {
  id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
  headline: { type: DataTypes.STRING(255), allowNull: true },
  text: { type: DataTypes.TEXT, allowNull: true },
  links: { type: DataTypes.JSON, allowNull: true },
};
