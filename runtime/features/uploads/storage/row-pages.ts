import type { SqlRow, SqlSession } from '../../../kernel/contract/database/database.js';

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';
const ROWS = 500;

/**
 * Reads the rows of a select in pages, by key. `selectAfter` contains the columns, one of them `id`, and ends with
 * the condition for the next page: `... where t.id > :after`.
 */
export async function* inPages<Row extends SqlRow & { readonly id: string }>(
  session: SqlSession,
  selectAfter: string,
): AsyncGenerator<readonly Row[]> {
  let after = BEFORE_ALL;
  for (;;) {
    const sql = `${selectAfter}\norder by t.id\nlimit ${ROWS}`;
    const rows = await session.all<Row>(sql, { after });
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    if (rows.length < ROWS) return;
    after = last.id;
  }
}
