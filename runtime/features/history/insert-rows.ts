import type { Database, SqlValue, SqlWrite } from '../../kernel/contract/database/database.js';
import type { TableDefinition } from '../../kernel/contract/database/table.js';
import { revisionTable } from './tables.js';

type Row = Readonly<Record<string, string | null>>;

/** Maximum number of rows per statement; SQLite accepts 32,766 parameters. */
const MOST = 4096;
/** Maximum number of characters per statement; servers refuse packets of 16 MB. */
const LONGEST = 1_000_000;

/**
 * Returns statements that insert rows of the revision just recorded by the transaction. Usually one statement is
 * enough.
 */
export type InsertRows = (rows: readonly Row[]) => readonly SqlWrite[];

/** @param columns columns other than `revision` */
export function createInsertRows(
  { dialect, table }: Pick<Database, 'dialect' | 'table'>,
  into: TableDefinition,
  columns: readonly string[],
): InsertRows {
  const texts = new Map<number, string>();

  function textOf(size: number): string {
    const revision = dialect.lastNumber(table(revisionTable.name), 'number');
    const marks = (index: number): string => columns.map((name) => `:${name}_${index}`).join(', ');
    const values = Array.from({ length: size }, (_row, index) => `(${revision}, ${marks(index)})`);
    return `insert into ${table(into.name)} (revision, ${columns.join(', ')}) values ${values.join(', ')} ${dialect.ignoreDuplicates('revision')}`;
  }

  return (rows) =>
    inStatements(rows).map((some) => {
      const size = 2 ** Math.ceil(Math.log2(some.length));
      let sql = texts.get(size);
      if (sql === undefined) texts.set(size, (sql = textOf(size)));
      return { sql, parameters: parametersOf(padded(some, size), columns) };
    });
}

/** Splits the rows in order into lists that fit into one statement. */
function inStatements(rows: readonly Row[]): readonly (readonly Row[])[] {
  const lists: Row[][] = [];
  let room = 0;
  for (const row of rows) {
    const last = lists.at(-1);
    room -= lengthOf(row);
    if (last !== undefined && room >= 0 && last.length < MOST) last.push(row);
    else {
      lists.push([row]);
      room = LONGEST - lengthOf(row);
    }
  }
  return lists;
}

const lengthOf = (row: Row): number =>
  Object.values(row).reduce((length, value) => length + (value?.length ?? 0), 0);

/**
 * Pads a list by repeating its shortest row, which the statement ignores as a duplicate. This keeps the number of
 * different statements small.
 */
function padded(rows: readonly Row[], size: number): readonly Row[] {
  if (rows.length === size) return rows;
  const shortest = rows.reduce((least, row) => (lengthOf(row) < lengthOf(least) ? row : least));
  return [...rows, ...Array.from({ length: size - rows.length }, () => shortest)];
}

function parametersOf(rows: readonly Row[], columns: readonly string[]): Readonly<Record<string, SqlValue>> {
  const parameters: Record<string, SqlValue> = {};
  for (const [index, row] of rows.entries())
    for (const name of columns) parameters[`${name}_${index}`] = row[name] ?? null;
  return parameters;
}
