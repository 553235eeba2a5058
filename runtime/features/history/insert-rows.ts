import type { Database, SqlValue, SqlWrite } from '../../kernel/contract/database/database.js';
import type { TableDefinition } from '../../kernel/contract/database/table.js';
import { revisionTable } from './tables.js';

type Row = Readonly<Record<string, string | null>>;

/** Rows of one statement: SQLite takes 32,766 parameters. */
const MOST = 4096;
/** Characters of one statement: servers refuse packets of 16 MB. */
const LONGEST = 1_000_000;

/** Statements that insert rows of the revision that the transaction has just recorded: as a rule one, whatever their number. */
export type InsertRows = (rows: readonly Row[]) => readonly SqlWrite[];

/** @param columns those beside `revision` */
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

/** The rows in their order, as many in each list as one statement takes. */
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

/** Repeats the shortest row, which the statement leaves out: few texts, whatever the number of rows. */
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
