import type { SqlRow, SqlSession } from '../../../kernel/contract/database/database.js';
import type { RegisteredResource } from '../../../kernel/metadata/resource-registry.js';

export interface IdRow extends SqlRow {
  readonly id: string;
  readonly created_at: unknown;
}

const ROWS = 500;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/**
 * Yields the ids of a type in order, with the creation times of the records.
 * Rows in: all of a type. Rows out: 500 for each statement, by the key. Cost: the rows.
 */
export async function* idsOf(
  resource: RegisteredResource,
  session: Pick<SqlSession, 'all' | 'table'>,
  since?: { readonly column: string; readonly moment: string | number | null },
): AsyncGenerator<readonly IdRow[]> {
  const { table, baseTable, fields } = resource;
  const base = baseTable === null ? '' : `\njoin ${session.table(baseTable)} b on b.id = t.id`;
  const isDated =
    baseTable !== null || fields.some((field) => 'column' in field && field.column === 'created_at');
  const created = isDated ? `${baseTable === null ? 't' : 'b'}.created_at` : 'null';
  const changed = since === undefined ? '' : `\nand ${since.column} >= :moment`;
  const sql = `select t.id as id, ${created} as created_at
from ${session.table(table)} t${base}
where t.id > :after${changed}
order by t.id
limit ${ROWS}`;
  let after = BEFORE_ALL;
  for (;;) {
    const rows = await session.all<IdRow>(sql, { after, ...(since && { moment: since.moment }) });
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS) return;
    after = last.id;
  }
}
