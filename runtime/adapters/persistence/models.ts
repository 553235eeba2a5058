import type { Model, ModelAttributeColumnOptions, ModelAttributes, ModelStatic, Sequelize } from 'sequelize';
import { InternalError } from '../../kernel/errors/internal-error.js';
import type { ModelDefinition } from './model-definition.js';

/** Defines the models of all tables and answers the look-up by unprefixed table name. */
export function defineModels(
  sequelize: Sequelize,
  tablePrefix: string,
  tables: readonly ModelDefinition[],
): (table: string) => ModelStatic<Model> {
  const models = new Map(tables.map((table) => [table.table, defineModel(sequelize, tablePrefix, table)]));
  return (table) => {
    const model = models.get(table);
    if (model === undefined) throw new InternalError(`No model is defined for table "${table}".`);
    return model;
  };
}

function defineModel(
  sequelize: Sequelize,
  tablePrefix: string,
  definition: ModelDefinition,
): ModelStatic<Model> {
  const attributes = copyAttributes(definition.attributes);
  const model = sequelize.define(definition.table, attributes, {
    tableName: `${tablePrefix}${definition.table}`,
    timestamps: false,
    freezeTableName: true,
  });
  // Sequelize adds a numeric key where it sees none; link tables have none.
  if (!('id' in attributes) && 'id' in model.getAttributes()) model.removeAttribute('id');
  return model;
}

/** Sequelize rewrites attributes for its dialect in place, and definitions are shared and frozen. */
function copyAttributes(attributes: ModelAttributes): ModelAttributes {
  return Object.fromEntries(
    Object.entries(attributes).map(([column, attribute]) => [
      column,
      isColumnOptions(attribute) ? { ...attribute } : { type: attribute },
    ]),
  );
}

function isColumnOptions(attribute: ModelAttributes[string]): attribute is ModelAttributeColumnOptions {
  return typeof attribute === 'object' && 'type' in attribute;
}
