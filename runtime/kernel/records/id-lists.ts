import type { SqlParameters, SqlRow, SqlSession, TransactionSession } from '../contract/database/database.js';
import { groupBy } from '../util/group-by.js';

/** Ids per list: 60 lists in a statement stay below the limit of 65535 parameters in MySQL and MariaDB. */
const LIST_SIZE = 1024;

/**
 * Splits ids into lists for `Dialect.anyOf`. They are sorted, so that transactions lock rows in the same
 * order.
 */
export function idLists(ids: Iterable<string>): readonly (readonly string[])[] {
  const sorted = [...new Set(ids)].sort();
  const lists: (readonly string[])[] = [];
  for (let from = 0; from < sorted.length; from += LIST_SIZE)
    lists.push(sorted.slice(from, from + LIST_SIZE));
  return lists;
}

/** Parameters of a statement with a list of ids of any length for `Dialect.anyOf`. */
type ManyIds = SqlParameters & { readonly ids: readonly string[] };

/** Runs a statement for each list of ids. */
export async function runForIds(
  session: TransactionSession,
  sql: string,
  { ids: all, ...others }: ManyIds,
): Promise<void> {
  for (const ids of idLists(all)) await session.run(sql, { ...others, ids });
}

/** Returns the rows that a statement finds for all lists of ids. */
export async function allForIds<Row extends SqlRow>(
  session: SqlSession,
  sql: string,
  { ids: all, ...others }: ManyIds,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const ids of idLists(all))
    for (const row of await session.all<Row>(sql, { ...others, ids })) rows.push(row); // A spread call could exceed the argument limit.
  return rows;
}

/** Groups entries by type, sorted by type name. */
export function byType<Entry extends { readonly type: string }>(
  entries: Iterable<Entry>,
): readonly (readonly [type: string, entries: readonly Entry[]])[] {
  return [...groupBy(entries, ({ type }) => type)].sort(([left], [right]) => (left < right ? -1 : 1));
}
