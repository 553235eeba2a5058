// Generated from schemas/Concert.json (4c838500ab62) by `cms generate`, which overwrites this file.
import { DataTypes, type ModelAttributes } from 'cms-api-components';

/** Row of table `concerts`: the own columns of Concert. */
export interface ConcertRow {
  readonly id: string;
  /** Shown in lists. */
  readonly headline: string | null;
  readonly starts_at: Date | null;
  readonly genre: "rock'n'roll" | 'a "b"' | '`${c}`' | '*/' | '\u2028' | null;
  readonly notes: string | null;
  readonly price: string | null;
  readonly tickets: unknown;
  readonly settings: unknown;
  readonly contact: unknown;
  readonly either: unknown;
}

/** Columns of table `concerts`. */
export const concertAttributes: ModelAttributes = {
  id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
  headline: { type: DataTypes.STRING(255), allowNull: true },
  starts_at: { type: DataTypes.DATE(6), allowNull: true },
  genre: { type: DataTypes.STRING(255), allowNull: true },
  notes: { type: DataTypes.STRING(255), allowNull: true, defaultValue: "it's `${tricky}` */ \u2028" },
  price: { type: DataTypes.DECIMAL(10, 2), allowNull: true },
  tickets: { type: DataTypes.JSON, allowNull: false, defaultValue: [] },
  settings: { type: DataTypes.JSON, allowNull: true },
  contact: { type: DataTypes.JSON, allowNull: true },
  either: { type: DataTypes.JSON, allowNull: true },
};
