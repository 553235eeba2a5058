import type { SqlRow, SqlValue } from '../../../kernel/contract/database/database.js';
import type { SchemaStatement } from '../../../kernel/contract/database/migration.js';
import type { ColumnDefinition } from '../../../kernel/contract/database/table.js';
import type { MigrationConnection } from './connection.js';
import { convertValue } from './convert-value.js';
import type { ContentRun } from './replace-content.js';
import { replayStatement, tableIn } from './states/replay.js';
import { caseText, literal, marksFor, optionalForm, storedText } from './sql-text.js';

type Alter = Extract<SchemaStatement, { kind: 'alterColumn' }>;

/** Rows per conversion statement. */
const BATCH = 500;

export interface ConversionRun extends ContentRun {
  /** Runs a DDL statement, which may have been completed before. */
  execute(sql: string, mayBeDone?: boolean): Promise<void>;
}

/**
 * Changes the type of a column: converts the values into a new column, which replaces the old one in a single
 * statement. An interruption leaves either column, and converted values are stable, so it can restart.
 */
export async function convertColumn(statement: Alter, run: ConversionRun): Promise<void> {
  const { table, to } = statement;
  const { renderer, tables } = run;
  const temporary = temporaryColumn(to);
  const add = { kind: 'addColumn', table, column: temporary } as const;
  // An abandoned conversion may have left the column behind.
  for (const sql of renderer.render(add, tables)) await run.execute(sql, true);
  await convertRows(statement, temporary, run);
  await fillEmpty(statement, temporary, run);
  const swap = { table, temporary: temporary.name, column: to };
  for (const sql of renderer.swapColumn(swap, replayStatement(tables, add))) await run.execute(sql);
}

const MAX_NAME = 60;

function temporaryColumn(column: ColumnDefinition): ColumnDefinition {
  const suffix = `__${column.type}`;
  return { ...optionalForm(column), name: column.name.slice(0, MAX_NAME - suffix.length) + suffix };
}

async function convertRows(
  { table, from, to }: Alter,
  temporary: ColumnDefinition,
  { connection, renderer, tables }: ConversionRun,
): Promise<void> {
  const { names } = renderer;
  const key = tableIn(tables, table).primaryKey[0] ?? 'id';
  const column = names.column(from.name);
  for (let last: SqlValue[] = []; ;) {
    const after = last.length === 0 ? '' : ` and ${names.column(key)} > ?`;
    const rows = await connection.query(
      `select ${names.column(key)} as row_key, ${renderer.readable(column)} as found from ${names.table(table)}
        where ${column} is not null${after} order by ${names.column(key)} limit ${BATCH}`,
      last,
    );
    const pairs = rows.flatMap(({ row_key: row, found }): [SqlValue, string][] => {
      const converted = convertValue(from, to, found);
      return converted.kind === 'lost'
        ? []
        : [[String(row), storedText(connection.dialect, to, converted.text)]];
    });
    await assign({ connection, table: names.table(table), key: names.column(key) }, pairs, (value) => {
      return `${names.column(temporary.name)} = ${renderer.assignable(value, to)}`;
    });
    if (rows.length < BATCH) return;
    last = [keyOf(rows.at(-1))];
  }
}

function keyOf(row: SqlRow | undefined): string {
  return String(row?.row_key);
}

interface Target {
  readonly connection: MigrationConnection;
  readonly table: string;
  readonly key: string;
}

async function assign(
  { connection, table, key }: Target,
  pairs: readonly (readonly [SqlValue, string])[],
  assignment: (value: string) => string,
): Promise<void> {
  if (pairs.length === 0) return;
  await connection.query(
    `update ${table} set ${assignment(caseText(key, pairs))} where ${key} in (${marksFor(pairs)})`,
    [...pairs.flat(), ...pairs.map(([row]) => row)],
  );
}

/** Fills missing and unconvertible values of a required column with its default. */
async function fillEmpty(
  { table, to }: Alter,
  temporary: ColumnDefinition,
  { connection, renderer }: ConversionRun,
): Promise<void> {
  if (to.nullable || to.default == null) return;
  const column = renderer.names.column(temporary.name);
  const value = literal(connection.dialect, to, to.default);
  await connection.query(
    `update ${renderer.names.table(table)} set ${column} = ${value} where ${column} is null`,
  );
}
