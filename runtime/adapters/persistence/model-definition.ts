import { DataTypes, type DataType, type ModelAttributeColumnOptions, type ModelAttributes } from 'sequelize';
import type { ColumnDefinition, TableDefinition } from '../../kernel/contract/database/table.js';
import { assertNever } from '../../kernel/util/assert-never.js';

/** A table written by Sequelize. */
export interface ModelDefinition {
  /** Table name without the deployment's prefix. */
  readonly table: string;
  /** Attributes by column name. */
  readonly attributes: ModelAttributes;
}

/** Returns the Sequelize model of a table, from its generated attributes or else its definition. */
export function modelDefinition(
  table: TableDefinition,
  generated?: Readonly<Record<string, unknown>>,
): ModelDefinition {
  // A project's `entities/` declares them with the library's type.
  if (generated !== undefined) return { table: table.name, attributes: generated as ModelAttributes };
  const attributes: ModelAttributes = {};
  for (const column of table.columns)
    attributes[column.name] = attributeOf(column, table.primaryKey.includes(column.name));
  return { table: table.name, attributes };
}

function attributeOf(column: ColumnDefinition, primaryKey: boolean): ModelAttributeColumnOptions {
  const standard = column.default;
  return {
    type: dataTypeOf(column),
    allowNull: column.nullable,
    ...(primaryKey ? { primaryKey: true } : {}),
    ...(standard === undefined
      ? {}
      : { defaultValue: typeof standard === 'object' && standard !== null ? DataTypes.NOW : standard }),
  };
}

function dataTypeOf(column: ColumnDefinition): DataType {
  switch (column.type) {
    case 'string':
      return DataTypes.STRING(column.length ?? 255);
    case 'text':
      return DataTypes.TEXT;
    case 'integer':
      return DataTypes.INTEGER;
    case 'float':
      return DataTypes.DOUBLE;
    case 'decimal':
      return DataTypes.DECIMAL(column.precision ?? 10, column.scale ?? 0);
    case 'boolean':
      return DataTypes.BOOLEAN;
    case 'datetime':
      return DataTypes.DATE(6);
    case 'date':
      return DataTypes.DATEONLY;
    case 'time':
      return DataTypes.TIME;
    case 'uuid':
      return DataTypes.UUID;
    case 'json':
      return DataTypes.JSON;
    default:
      return assertNever(column.type);
  }
}
