// Generated from schemas/BaseEvent.json (c7c1cfa0b212) by `cms generate`, which overwrites this file.
import { DataTypes, type ModelAttributes } from 'cms-api-components';

/** Row of table `base_events`: the own columns of BaseEvent. */
export interface BaseEventRow {
  readonly id: string;
  /** Shown in lists. */
  readonly headline: string | null;
  readonly starts_at: Date | null;
}

/** Columns of table `base_events`. */
export const baseEventAttributes: ModelAttributes = {
  id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
  headline: { type: DataTypes.STRING(255), allowNull: true },
  starts_at: { type: DataTypes.DATE(6), allowNull: true },
};
