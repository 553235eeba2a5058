import type { ColumnDefinition, TableDefinition } from '../../runtime/contract/table.js';
import type { FieldModel, ProjectModel, ResourceNames, SourceModel } from '../model/types.js';
import { textHash } from '../output/text-hash.js';
import { code, type Code } from '../render/literal.js';
import { createImports } from '../render/imports.js';
import { tidyType } from '../render/type-text.js';
import { bannerOf, PACKAGE, type Emitter } from './emitter.js';

/** `entities/hero-image.ts`: the row as it is stored and its Sequelize attributes. */
export const entityEmitter: Emitter = {
  name: 'entities',
  async emit(model, output) {
    for (const entity of entitiesOf(model)) {
      const { source, columns, primaryKey } = entity;
      await output.addOrReuse({
        path: `entities/${source.names.file}.ts`,
        modelHash: textHash(`${source.contentHash}\0${JSON.stringify([columns, primaryKey])}`),
        render: () => output.templates.render('entity.ts', viewOf(entity)),
      });
    }
  },
};

interface Entity {
  readonly source: SourceModel & { readonly names: ResourceNames; readonly fields: readonly FieldModel[] };
  readonly description: string;
  readonly table: string;
  readonly columns: readonly ColumnDefinition[];
  readonly primaryKey: readonly string[];
}

function entitiesOf({ resources, user, tables }: ProjectModel): Entity[] {
  const byName = new Map(tables.map((table) => [table.name, table]));
  const tableNamed = (name: string): TableDefinition => {
    const found = byName.get(name);
    if (found === undefined) throw new Error(`No table ${name} follows from the model.`);
    return found;
  };
  const entities = resources.map((source): Entity => {
    const { name, table } = source.descriptor;
    const { columns, primaryKey } = tableNamed(table);
    const description = `Row of table \`${table}\`: the own columns of ${name}.`;
    return { source, description, table, columns, primaryKey };
  });
  if (user === undefined) return entities;
  const table = 'user';
  const own = new Set(user.fields.map(columnOf));
  const columns = tableNamed(table).columns.filter(({ name }) => own.has(name));
  const description = `What the application adds to a row of table \`${table}\`.`;
  return [...entities, { source: user, description, table, columns, primaryKey: [] }];
}

function viewOf({ source, description, table, columns, primaryKey }: Entity): object {
  const imports = createImports();
  imports.add({ module: PACKAGE, name: 'DataTypes' });
  imports.add({ module: PACKAGE, name: 'ModelAttributes', typeOnly: true });
  const fields = new Map(source.fields.map((field) => [columnOf(field), field]));
  return {
    banner: bannerOf(source.sourceFile, source.contentHash),
    imports: imports.print(),
    names: source.names,
    description,
    attributesComment: `Columns of table \`${table}\`.`,
    columns: columns.map((column) => {
      const field = fields.get(column.name);
      return {
        name: column.name,
        type: tidyType(rowTypeOf(column, field)),
        description: field?.descriptor.description,
        attribute: attributeOf(column, primaryKey.includes(column.name)),
      };
    }),
  };
}

/** A user's column takes null even where the field does not: older accounts have no value. */
function rowTypeOf(column: ColumnDefinition, field: FieldModel | undefined): string {
  const type = field?.rowType ?? 'string';
  const isWider = column.nullable && field?.descriptor.kind === 'scalar' && !field.descriptor.nullable;
  return isWider && type !== 'unknown' ? `${type} | null` : type;
}

function columnOf({ descriptor }: FieldModel): string | undefined {
  return 'column' in descriptor ? descriptor.column : undefined;
}

function attributeOf(column: ColumnDefinition, isKey: boolean): object {
  return {
    type: sequelizeType(column),
    ...(isKey ? { primaryKey: true } : {}),
    allowNull: column.nullable,
    ...(column.default == null ? {} : { defaultValue: defaultOf(column) }),
  };
}

function defaultOf({ type, default: value }: ColumnDefinition): unknown {
  if (typeof value === 'object') return code('DataTypes.NOW');
  // A table knows the text of a JSON default, a model the value.
  return type === 'json' && typeof value === 'string' ? JSON.parse(value) : value;
}

const DEFAULT_LENGTH = 255;
/** Microseconds, which every supported database keeps. */
const FRACTION_DIGITS = 6;

function sequelizeType({ type, length = DEFAULT_LENGTH, precision, scale = 0 }: ColumnDefinition): Code {
  if (type === 'string') return code(`DataTypes.STRING(${length})`);
  if (type === 'datetime') return code(`DataTypes.DATE(${FRACTION_DIGITS})`);
  if (type !== 'decimal') return code(`DataTypes.${PLAIN_TYPES[type]}`);
  return code(precision === undefined ? 'DataTypes.DECIMAL' : `DataTypes.DECIMAL(${precision}, ${scale})`);
}

const PLAIN_TYPES = {
  text: 'TEXT',
  integer: 'INTEGER',
  float: 'DOUBLE',
  boolean: 'BOOLEAN',
  date: 'DATEONLY',
  time: 'TIME',
  uuid: 'UUID',
  json: 'JSON',
} as const;
