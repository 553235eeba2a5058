import type { MigrationConnection } from './connection.js';
import type { Origin } from './origins.js';
import type { MigrationRenderer } from './sql-text.js';

/** Rows read per statement. */
const PAGE = 1000;
const ROW = 'origin';

/**
 * Returns `from` and `where` of the rows that exist at that point. `conditions` refer to the row `origin`.
 */
export function rowsFrom(
  { names }: MigrationRenderer,
  origin: Origin,
  conditions: readonly string[] = [],
): string {
  const all = [...origin.kept.map((condition) => condition(ROW)), ...conditions];
  const where = all.length === 0 ? '' : ` where ${all.map((each) => `(${each})`).join(' and ')}`;
  return `from ${names.table(origin.table)} ${ROW}${where}`;
}

/** Returns the value of a column of such a row. */
export function valueIn(origin: Origin, column: string): string {
  return origin.columns.get(column)?.value(ROW) ?? 'null';
}

/** Yields column values by row as texts that are equal on every database, read in pages to limit memory. */
export async function* scanRows(
  connection: MigrationConnection,
  renderer: MigrationRenderer,
  { origin, columns }: { readonly origin: Origin; readonly columns: readonly string[] },
): AsyncGenerator<readonly unknown[]> {
  const key = `${ROW}.${renderer.names.column(origin.key)}`;
  const values = columns.map(
    (column, index) => `${renderer.readable(valueIn(origin, column))} as value${index}`,
  );
  const present = columns.map((column) => `${valueIn(origin, column)} is not null`);
  for (let last: string | undefined; ;) {
    const after = last === undefined ? [] : [`${key} > ?`];
    const rows = await connection.query(
      `select ${[`${key} as row_key`, ...values].join(', ')} ${rowsFrom(renderer, origin, [...present, ...after])}
        order by ${key} limit ${PAGE}`,
      last === undefined ? [] : [last],
    );
    for (const row of rows) yield columns.map((_column, index) => row[`value${index}`]);
    if (rows.length < PAGE) return;
    last = String(rows.at(-1)?.row_key);
  }
}

/** Counts rows; `from` is the result of `rowsFrom`. */
export async function countRows(connection: MigrationConnection, from: string): Promise<number> {
  const [row] = await connection.query(`select count(*) as total ${from}`);
  return Number(row?.total ?? 0);
}
