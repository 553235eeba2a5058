// Generated from schemas/CallToAction.json (0ba851382a49) by `cms generate`, which overwrites this file.
import { DataTypes, type ModelAttributes } from 'cms-api-components';

/** Row of table `call_to_actions`: the own columns of CallToAction. */
export interface CallToActionRow {
  readonly id: string;
  readonly label: string | null;
  readonly tone: 'primary' | 'quiet' | 'danger';
  readonly target_id: string | null;
  readonly external_url: string | null;
}

/** Columns of table `call_to_actions`. */
export const callToActionAttributes: ModelAttributes = {
  id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
  label: { type: DataTypes.STRING(255), allowNull: true },
  tone: { type: DataTypes.STRING(255), allowNull: false, defaultValue: 'primary' },
  target_id: { type: DataTypes.UUID, allowNull: true },
  external_url: { type: DataTypes.TEXT, allowNull: true },
};
