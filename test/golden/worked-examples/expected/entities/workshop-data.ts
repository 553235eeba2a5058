// Generated from schemas/WorkshopData.json (cc191fbe3ad3) by `cms generate`, which overwrites this file.
import { DataTypes, type ModelAttributes } from 'cms-api-components';

/** Row of table `workshop_datas`: the own columns of WorkshopData. */
export interface WorkshopDataRow {
  readonly id: string;
  readonly starts_on: string;
  readonly venue: string | null;
  readonly seats: number;
  readonly internal_notes: string | null;
  readonly speakers: unknown;
  readonly banner_id: string | null;
  readonly sign_up_id: string | null;
}

/** Columns of table `workshop_datas`. */
export const workshopDataAttributes: ModelAttributes = {
  id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
  starts_on: { type: DataTypes.DATEONLY, allowNull: false },
  venue: { type: DataTypes.STRING(255), allowNull: true },
  seats: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
  internal_notes: { type: DataTypes.TEXT, allowNull: true },
  speakers: { type: DataTypes.JSON, allowNull: false, defaultValue: [] },
  banner_id: { type: DataTypes.UUID, allowNull: true },
  sign_up_id: { type: DataTypes.UUID, allowNull: true },
};
