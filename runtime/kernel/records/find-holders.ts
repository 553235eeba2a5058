import type { SqlSession } from '../contract/database.js';
import { allForIds } from './id-lists.js';
import type { IncomingColumn } from './incoming-columns.js';

/** A record that names one of some records, and where. */
export interface Holder {
  readonly type: string;
  readonly id: string;
  readonly column: IncomingColumn;
}

type HolderRow = { readonly place: number; readonly id: string; readonly dtype: string | null };

/** So many selects are joined in one statement. */
const MAXIMUM_SELECTS = 30;

/**
 * Finds the records that name some records in some columns. One statement for up to thirty columns, whatever the number of
 * records; `narrowed` adds a condition on the row `t` of a column.
 */
export async function findHolders(
  session: SqlSession,
  {
    columns,
    targets,
    narrowed = () => undefined,
  }: {
    readonly columns: readonly IncomingColumn[];
    readonly targets: readonly string[];
    readonly narrowed?: (column: IncomingColumn) => string | undefined;
  },
): Promise<Holder[]> {
  const holders: Holder[] = [];
  for (let from = 0; from < columns.length; from += MAXIMUM_SELECTS) {
    const some = columns.slice(from, from + MAXIMUM_SELECTS);
    const sql = some
      .map((column, index) => select(session, { column, index }, narrowed))
      .join('\nunion all\n');
    for (const { place, id, dtype } of await allForIds<HolderRow>(session, sql, { ids: targets })) {
      const column = some[Number(place)];
      const type = column?.type ?? dtype;
      if (column !== undefined && type !== null) holders.push({ type, id, column });
    }
  }
  return holders;
}

function select(
  session: SqlSession,
  { column, index }: { readonly column: IncomingColumn; readonly index: number },
  narrowed: (column: IncomingColumn) => string | undefined,
): string {
  const { dialect } = session;
  const dtype = column.type === null ? 't.dtype' : 'null';
  const test = dialect.anyOf(`t.${dialect.quote(column.column)}`, 'ids', 'uuid');
  const condition = narrowed(column);
  const and = condition === undefined ? '' : ` and ${condition}`;
  return `select ${index} as place, t.id as id, ${dtype} as dtype from ${session.table(column.table)} t where ${test}${and}`;
}
