import type { SqlValue, SqlWrite, TransactionSession } from '../contract/database/database.js';
import { groupBy } from '../util/group-by.js';
import { NEXT_VERSION, versionParameters } from './record-versions.js';
import type { Cell, RowCells } from './row-values.js';

/** Rows per statement: few enough for a fast `case`, many enough to save statements. */
const ROWS_TOGETHER = 64;

/** Returns statements that update rows, combining as many rows as possible. */
export function rowUpdates(session: TransactionSession, rows: readonly RowCells[]): readonly SqlWrite[] {
  return [...alike(rows)].flatMap((group) => {
    const writes: SqlWrite[] = [];
    let from = 0;
    if (group.every(({ cells }) => cells.every(isText)))
      for (; from + ROWS_TOGETHER <= group.length; from += ROWS_TOGETHER)
        writes.push(updateTogether(session, group.slice(from, from + ROWS_TOGETHER)));
    return [...writes, ...group.slice(from).map((row) => updateAlone(session, row))];
  });
}

/** Groups rows of one table with the same changed columns. */
function alike(rows: readonly RowCells[]): Iterable<readonly RowCells[]> {
  return groupBy(rows, ({ table, cells }) => [table, ...cells.map(({ column }) => column)].join()).values();
}

/**
 * Returns whether a cell has a text type. The result of `case` is text on every database, which columns of
 * other types reject.
 */
const isText = ({ type }: Cell): boolean => type === 'string' || type === 'text';

/** Updates one row. The text depends on the columns only, so the connection keeps it prepared. */
function updateAlone(session: TransactionSession, row: RowCells): SqlWrite {
  const { dialect } = session;
  const { table, id, cells } = row;
  const version = versionOf(session, row);
  const parameters: Record<string, SqlValue> = { id, ...version.parameters };
  const assignments = cells.map(({ column, type, value }, index) => {
    parameters[`v${index}`] = dialect.encode(type, value);
    return `${dialect.quote(column)} = :v${index}`;
  });
  const all = [...assignments, ...version.assignments].join(', ');
  return { sql: `update ${session.table(table)} set ${all} where id = :id`, parameters };
}

interface VersionPart {
  readonly assignments: readonly string[];
  readonly parameters: Readonly<Record<string, SqlValue>>;
}

function versionOf(session: TransactionSession, { stamp }: Pick<RowCells, 'stamp'>): VersionPart {
  if (stamp === undefined) return { assignments: [], parameters: {} };
  return { assignments: [NEXT_VERSION], parameters: versionParameters(stamp, session) };
}

/** Updates several rows. They belong to one unit of work, so they share one version stamp. */
function updateTogether(session: TransactionSession, rows: readonly RowCells[]): SqlWrite {
  const { dialect } = session;
  const [first] = rows;
  const version = versionOf(session, first ?? {});
  const parameters: Record<string, SqlValue> = { ...version.parameters };
  for (const [row, { id, cells }] of rows.entries()) {
    parameters[`id${row}`] = id;
    for (const [index, { type, value }] of cells.entries())
      parameters[`v${index}_${row}`] = dialect.encode(type, value);
  }
  const assignments = (first?.cells ?? []).map(({ column }, index) => {
    const name = dialect.quote(column);
    const cases = rows.map((_row, row) => ` when :id${row} then :v${index}_${row}`).join('');
    return `${name} = case id${cases} else ${name} end`;
  });
  const ids = rows.map((_row, row) => `:id${row}`).join(', ');
  const all = [...assignments, ...version.assignments].join(', ');
  const sql = `update ${session.table(first?.table ?? '')} set ${all} where id in (${ids})`;
  return { sql, parameters };
}
