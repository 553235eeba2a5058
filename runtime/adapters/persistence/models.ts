import {
  DataTypes,
  type Model,
  type ModelAttributeColumnOptions,
  type ModelAttributes,
  type ModelStatic,
  type Sequelize,
} from 'sequelize';
import { InternalError } from '../../kernel/errors/internal-error.js';
import { SQLITE_DIALECT } from './dialect/sqlite.js';
import type { ModelDefinition } from './model-definition.js';

/**
 * Returns a lookup of models by unprefixed table name. A model is defined when it is first requested, because defining
 * all of them would delay each start.
 */
export function defineModels(
  sequelize: Sequelize,
  tablePrefix: string,
  tables: readonly ModelDefinition[],
): (table: string) => ModelStatic<Model> {
  const definitions = new Map(tables.map((definition) => [definition.table, definition]));
  const models = new Map<string, ModelStatic<Model>>();
  return (table) => {
    const known = models.get(table);
    if (known !== undefined) return known;
    const definition = definitions.get(table);
    if (definition === undefined) throw new InternalError(`No model is defined for table "${table}".`);
    const model = defineModel(sequelize, tablePrefix, definition);
    models.set(table, model);
    return model;
  };
}

function defineModel(
  sequelize: Sequelize,
  tablePrefix: string,
  definition: ModelDefinition,
): ModelStatic<Model> {
  const copied = copyAttributes(definition.attributes);
  const attributes = sequelize.getDialect() === 'sqlite' ? withSortableDecimals(copied) : copied;
  const model = sequelize.define(definition.table, attributes, {
    tableName: `${tablePrefix}${definition.table}`,
    timestamps: false,
    freezeTableName: true,
  });
  // Sequelize adds a numeric key if there is none; link tables have none.
  if (!('id' in attributes) && 'id' in model.getAttributes()) model.removeAttribute('id');
  return model;
}

/** Copies attributes, because Sequelize modifies them in place, and definitions are shared and frozen. */
function copyAttributes(attributes: ModelAttributes): ModelAttributes {
  return Object.fromEntries(
    Object.entries(attributes).map(([column, attribute]) => [
      column,
      isColumnOptions(attribute) ? { ...attribute } : { type: attribute },
    ]),
  );
}

/**
 * Encodes decimals of inserts, which go through the model. Other statements use the dialect, which encodes
 * them in the same way.
 */
function withSortableDecimals(attributes: ModelAttributes): ModelAttributes {
  return Object.fromEntries(
    Object.entries(attributes).map(([column, attribute]) => {
      if (!isColumnOptions(attribute) || !isDecimal(attribute.type)) return [column, attribute];
      const sortable: ModelAttributeColumnOptions = {
        ...attribute,
        type: DataTypes.STRING,
        set(this: Model, value: unknown) {
          this.setDataValue(column, SQLITE_DIALECT.encode('decimal', value));
        },
      };
      return [column, sortable];
    }),
  );
}

function isDecimal(type: ModelAttributeColumnOptions['type']): boolean {
  return type === DataTypes.DECIMAL || (typeof type === 'object' && type.key === DataTypes.DECIMAL.key);
}

function isColumnOptions(attribute: ModelAttributes[string]): attribute is ModelAttributeColumnOptions {
  return typeof attribute === 'object' && 'type' in attribute;
}
