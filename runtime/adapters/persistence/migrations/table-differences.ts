import type { IndexDefinition, TableDefinition } from '../../../kernel/contract/database/table.js';
import { constraintNameInDatabase } from '../../../kernel/util/database/constraint-name.js';
import type { MigrationSession } from './apply-migration.js';
import { type MigrationConnection, readTableNames } from './connection.js';
import { NO_TABLES } from './states/replay.js';
import {
  type Facts,
  indexText,
  keyText,
  nullsFirstText,
  readTableFacts,
  type TableFacts,
} from './table-facts.js';

/** Compares existing tables with definitions, and caches results. */
export interface TableComparison {
  /** Returns every difference as text; empty if the database has these tables. */
  differencesFrom(tables: readonly TableDefinition[]): Promise<readonly string[]>;
  has(table: string): boolean;
}

/** Creates a comparison that reads each table of the database once. */
export async function compareTables(
  session: MigrationSession,
  tablePrefix: string,
): Promise<TableComparison> {
  const { connection } = session;
  const names = await readTableNames(connection);
  const found = remembered((table: string) => readTableFacts(connection, table));
  const wanted = remembered((definition: string) => {
    // A definition is plain data, so its JSON text is a complete key.
    const table = JSON.parse(definition) as TableDefinition;
    return wantedFacts(session, table, tablePrefix);
  });
  const has = (table: string): boolean => names.has(tablePrefix + table);
  return {
    has,
    async differencesFrom(tables) {
      const differences: string[] = [];
      for (const table of tables) {
        const name = tablePrefix + table.name;
        if (!has(table.name)) differences.push(`table ${name} is missing`);
        else
          differences.push(
            ...describeDifferences(name, {
              found: await found(name),
              wanted: await wanted(JSON.stringify(table)),
            }),
          );
      }
      return differences;
    },
  };
}

function remembered<Value>(read: (key: string) => Promise<Value>): (key: string) => Promise<Value> {
  const known = new Map<string, Value>();
  return async (key) => {
    const value = known.get(key) ?? (await read(key));
    known.set(key, value);
    return value;
  };
}

/** Returns the expected facts. A temporary table provides the column types in the database's own names. */
async function wantedFacts(
  { connection, renderer }: MigrationSession,
  table: TableDefinition,
  tablePrefix: string,
): Promise<TableFacts> {
  const { indexes, foreignKeys } = table;
  const example = { ...table, name: EXAMPLE, indexes: [], foreignKeys: [] };
  for (const sql of renderer.render({ kind: 'createTable', table: example }, NO_TABLES))
    await connection.query(sql.replace(/^create table/, 'create temporary table'));
  const { columns, primaryKey } = await readTableFacts(connection, tablePrefix + EXAMPLE);
  await connection.query(`drop table ${renderer.names.table(EXAMPLE)}`);
  const nameOf = (name: string): string => constraintNameInDatabase(tablePrefix, name);
  return {
    columns,
    primaryKey,
    indexes: new Map(
      indexes.map((each) => [nameOf(each.name), indexText(each.unique, orderedColumns(each, connection))]),
    ),
    foreignKeys: new Map(
      foreignKeys.map(({ name, columns: own, references, onDelete }) => {
        const target = tablePrefix + references.table;
        const text = keyText({ columns: own, table: target, targets: references.columns, onDelete });
        return [connection.dialect === 'sqlite' ? own.join(', ') : nameOf(name), text];
      }),
    ),
  };
}

/**
 * Returns the columns of an index as text. Only PostgreSQL stores the null order; in other databases nulls
 * come first.
 */
function orderedColumns(
  { columns, nullsFirst }: IndexDefinition,
  { dialect }: Pick<MigrationConnection, 'dialect'>,
): readonly string[] {
  if (dialect !== 'postgres' || nullsFirst !== true) return columns;
  return columns.map((column, index) => (index === 0 ? nullsFirstText(column) : column));
}

/** No table of a project has this name, because those start with a letter. */
const EXAMPLE = '_example';

interface Two<Value> {
  readonly found: Value;
  readonly wanted: Value;
}

/** Describes differences. Additional non-unique indexes only make reads faster and are ignored. */
function describeDifferences(table: string, { found, wanted }: Two<TableFacts>): readonly string[] {
  const unique = new Map(
    [...found.indexes].filter(([name, text]) => wanted.indexes.has(name) || text.startsWith('unique')),
  );
  const isSameKey = found.primaryKey === wanted.primaryKey;
  return [
    ...(isSameKey ? [] : [`${table} has the primary key (${found.primaryKey}), not (${wanted.primaryKey})`]),
    ...describeParts({ found: found.columns, wanted: wanted.columns }, (name) => `${table}.${name}`),
    ...describeParts({ found: unique, wanted: wanted.indexes }, (name) => `index ${name} of ${table}`),
    ...describeParts(
      { found: found.foreignKeys, wanted: wanted.foreignKeys },
      (name) => `foreign key ${name} of ${table}`,
    ),
  ];
}

function describeParts({ found, wanted }: Two<Facts>, place: (name: string) => string): readonly string[] {
  const names = new Set([...wanted.keys(), ...found.keys()]);
  return [...names].flatMap((name) => {
    const [is, requested] = [found.get(name), wanted.get(name)];
    if (is === requested) return [];
    if (is === undefined) return [`${place(name)} is missing: ${requested}`];
    return [
      requested === undefined
        ? `${place(name)} is not of the migrations: ${is}`
        : `${place(name)} is ${is}, not ${requested}`,
    ];
  });
}
