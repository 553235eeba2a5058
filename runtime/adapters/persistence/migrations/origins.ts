import type { DialectName } from '../../../kernel/contract/database/database.js';
import type {
  LinkPlaces,
  MigrationStatement,
  PublishingStatement,
} from '../../../kernel/contract/database/migration.js';
import { isConversion, isNarrowing } from '../../../kernel/contract/database/migration.js';
import type { ColumnType } from '../../../kernel/contract/schema/resource.js';
import type { ColumnDefinition } from '../../../kernel/contract/database/table.js';
import type { TableSet } from './states/replay.js';
import { literal, type MigrationRenderer, type SqlNames } from './sql-text.js';
import { unpublishedRows } from './set-publishing.js';

/** Location of rows and values before a migration starts, as a statement within it will find them. */
export interface Origin {
  /** Previous table name. */
  readonly table: string;
  /** Previous key column. */
  readonly key: string;
  readonly columns: ReadonlyMap<string, Source>;
  /** Conditions that exclude rows deleted earlier in the plan, by table name in the statement. */
  readonly kept: readonly Expression[];
}

/** Value of a column at that point, before conversions. */
export interface Source {
  readonly value: Expression;
  /** Whether a new column has the same value in every row. */
  readonly isConstant: boolean;
  readonly type: ColumnType;
  /** Whether it is compared byte by byte. */
  readonly isExact: boolean;
  readonly conversions: readonly Conversion[];
}

export interface Conversion {
  readonly from: ColumnDefinition;
  readonly to: ColumnDefinition;
}

/** Returns SQL for a row of the given table. */
export type Expression = (row: string) => string;

/** Simulates the statements of a planned migration, so that each can be checked against the existing rows. */
export interface Origins {
  /** Returns the origin of a table; undefined if the migration creates it. */
  of(table: string): Origin | undefined;
  follow(statement: MigrationStatement): void;
}

export function createOrigins(dialect: DialectName, { names }: MigrationRenderer, tables: TableSet): Origins {
  const origins: OriginMap = new Map();
  for (const { name, columns, primaryKey } of tables.values()) {
    const sources = columns.map((column): [string, Source] => [column.name, stored(names, column)]);
    origins.set(name, { table: name, key: primaryKey[0] ?? 'id', columns: new Map(sources), kept: [] });
  }
  const sql: Sql = { dialect, names };
  return {
    of: (table) => origins.get(table),
    follow(statement) {
      if (statement.kind === 'renameTable') renameTable(origins, statement.from, statement.to);
      if (statement.kind === 'dropTable') origins.delete(statement.table.name);
      if (statement.kind === 'setPublishing' && statement.from === true && statement.to === false)
        withdrawRows(origins, statement, sql);
      if (isColumnChange(statement)) changeColumn(origins, statement, sql);
    },
  };
}

type OriginMap = Map<string, Origin>;

interface Sql {
  readonly dialect: DialectName;
  readonly names: SqlNames;
}

function renameTable(origins: OriginMap, from: string, to: string): void {
  const origin = origins.get(from);
  origins.delete(from);
  if (origin !== undefined) origins.set(to, origin);
}

function withdrawRows(
  origins: OriginMap,
  { table, base }: PublishingStatement,
  { dialect, names }: Sql,
): void {
  const origin = origins.get(table);
  if (origin === undefined) return;
  const gone = unpublishedRows(dialect, names, origins.get(base)?.table ?? base);
  const isKept: Expression = (row) => `${row}.${names.column(origin.key)} not in (${gone})`;
  origins.set(table, { ...origin, kept: [...origin.kept, isKept] });
}

function changeColumn(origins: OriginMap, change: ColumnChange, { dialect, names }: Sql): void {
  const origin = origins.get(change.table);
  if (origin === undefined) return;
  const columns = new Map(origin.columns);
  const put = (column: string, source: Source | undefined): void => {
    if (source !== undefined) columns.set(column, source);
  };
  switch (change.kind) {
    case 'renameColumn':
      put(change.to, columns.get(change.from));
      columns.delete(change.from);
      break;
    case 'dropColumn':
      columns.delete(change.column.name);
      break;
    case 'addColumn':
      put(change.column.name, added(dialect, change.column));
      break;
    case 'alterColumn': {
      const previous = columns.get(change.from.name);
      put(change.to.name, previous && altered(dialect, previous, change));
      break;
    }
    case 'linksToColumn':
      put(change.column, linked(names, origins.get(change.links.table), change.links));
  }
  origins.set(change.table, { ...origin, columns });
}

const COLUMN_CHANGES = ['renameColumn', 'dropColumn', 'addColumn', 'alterColumn', 'linksToColumn'] as const;
type ColumnChange = Extract<MigrationStatement, { kind: (typeof COLUMN_CHANGES)[number] }>;

function isColumnChange(statement: MigrationStatement): statement is ColumnChange {
  return COLUMN_CHANGES.some((kind) => kind === statement.kind);
}

function stored(names: SqlNames, { name, type, binary }: ColumnDefinition): Source {
  const value: Expression = (row) => `${row}.${names.column(name)}`;
  return { value, isConstant: false, type, isExact: binary === true, conversions: [] };
}

function added(dialect: DialectName, column: ColumnDefinition): Source {
  const value = column.default == null ? 'null' : literal(dialect, column, column.default);
  return { value: () => value, isConstant: true, type: column.type, isExact: false, conversions: [] };
}

function altered(dialect: DialectName, source: Source, { from, to }: Conversion): Source {
  const { value, conversions } = source;
  const now = { ...source, type: to.type, isExact: to.binary === true };
  if (conversions.length > 0 || isConversion(from, to) || isNarrowing(from, to))
    return { ...now, conversions: [...conversions, { from, to }] };
  const fill = from.nullable && !to.nullable ? to.default : undefined;
  if (fill == null) return now;
  return { ...now, value: (row) => `coalesce(${value(row)}, ${literal(dialect, to, fill)})` };
}

/** Returns the first link of a row in list order; null for a row without links. */
function linked(
  names: SqlNames,
  links: Origin | undefined,
  { ownColumn, targetColumn, position }: LinkPlaces['links'],
): Source | undefined {
  const own = links?.columns.get(ownColumn)?.value('link');
  const target = links?.columns.get(targetColumn)?.value('link');
  if (links === undefined || own === undefined || target === undefined) return undefined;
  const from = `from ${names.table(links.table)} link`;
  const place = position === undefined ? undefined : links.columns.get(position);
  // Links without positions will all get the same one.
  const order = [...(place === undefined || place.isConstant ? [] : [place.value('link')]), target].join(
    ', ',
  );
  return {
    value: (row) =>
      `(select ${target} ${from} where ${own} = ${row}.${names.column('id')} order by ${order} limit 1)`,
    isConstant: false,
    type: 'uuid',
    isExact: false,
    conversions: [],
  };
}
