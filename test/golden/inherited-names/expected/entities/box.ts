// Generated from schemas/Box.json (995c85af8e12) by `cms generate`, which overwrites this file.
import { DataTypes, type ModelAttributes } from 'cms-api-components';

/** Row of table `boxes`: the own columns of Box. */
export interface BoxRow {
  readonly id: string;
  readonly parts: unknown;
  readonly c: unknown;
  readonly d: unknown;
  readonly e: unknown;
  readonly f: unknown;
  readonly g: unknown;
  readonly class: string | null;
  readonly default: unknown;
}

/** Columns of table `boxes`. */
export const boxAttributes: ModelAttributes = {
  id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
  parts: { type: DataTypes.JSON, allowNull: true },
  c: { type: DataTypes.JSON, allowNull: true },
  d: { type: DataTypes.JSON, allowNull: true },
  e: { type: DataTypes.JSON, allowNull: true },
  f: { type: DataTypes.JSON, allowNull: true },
  g: { type: DataTypes.JSON, allowNull: true },
  class: { type: DataTypes.STRING(255), allowNull: true },
  default: { type: DataTypes.JSON, allowNull: true },
};
