import type {
  ColumnDefinition,
  TableDefinition,
} from 'cms-api-components/internal/kernel/contract/database/table.js';
import type { FieldModel, ProjectModel, ResourceNames, SourceModel } from '../model/types.js';
import { textHash } from '../text/text-hash.js';
import { code, type Code } from 'cms-api-components/internal/kernel/contract/code.js';
import { createImports } from '../render/imports.js';
import { bannerOf, PACKAGE, type Emitter, type EmitOutput } from './emitter.js';
import { printObjectFile } from './object-file.js';

/** Emits `entities/hero-image.ts`: the Sequelize attributes of the type's columns. */
export const emitEntities: Emitter = async (model, output) => {
  for (const entity of entitiesOf(model)) {
    const { source, columns, primaryKey } = entity;
    await output.addOrReuse({
      path: `entities/${source.names.file}.ts`,
      modelHash: textHash(`${source.contentHash}\0${JSON.stringify([columns, primaryKey])}`),
      render: () => printEntity(entity, output),
    });
  }
};

interface Entity {
  readonly source: SourceModel & { readonly names: ResourceNames };
  readonly table: string;
  readonly columns: readonly ColumnDefinition[];
  readonly primaryKey: readonly string[];
}

function entitiesOf({ resources, user, tables }: ProjectModel): Entity[] {
  const byName = new Map(tables.map((table) => [table.name, table]));
  const tableNamed = (name: string): TableDefinition => {
    const found = byName.get(name);
    if (found === undefined) throw new Error(`The model has no table ${name}.`);
    return found;
  };
  const entities = resources.map((source): Entity => {
    const { table } = source.descriptor;
    const { columns, primaryKey } = tableNamed(table);
    return { source, table, columns, primaryKey };
  });
  if (user === undefined) return entities;
  const table = 'user';
  const own = new Set(user.fields.map(columnOf));
  const columns = tableNamed(table).columns.filter(({ name }) => own.has(name));
  return [...entities, { source: user, table, columns, primaryKey: [] }];
}

function printEntity({ source, table, columns, primaryKey }: Entity, output: EmitOutput): string {
  const imports = createImports();
  imports.add({ module: PACKAGE, name: 'DataTypes' });
  const members = columns.map((column) => [
    column.name,
    attributeOf(column, primaryKey.includes(column.name)),
  ]);
  return printObjectFile(
    {
      banner: bannerOf(source.sourceFile, source.contentHash),
      imports,
      name: source.names.attributes,
      type: 'ModelAttributes',
      description: `Columns of table \`${table}\`, without those of the base table.`,
      members: Object.fromEntries(members) as object,
    },
    output,
  );
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
  // Tables store a JSON default as text, models as a value.
  return type === 'json' && typeof value === 'string' ? JSON.parse(value) : value;
}

const DEFAULT_LENGTH = 255;
/** Fractional digits of timestamps. Microseconds are the highest precision that all databases support. */
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
