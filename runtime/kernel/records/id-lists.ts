import type { SqlParameters, SqlRow, SqlSession, TransactionSession } from '../contract/database/database.js';
import { groupBy } from '../util/group-by.js';

/** The number of ids in a list of a statement: with 60 lists it stays below the 65535 parameters of MySQL and MariaDB. */
const LIST_SIZE = 1024;

/** Cuts ids into lists for `Dialect.anyOf`; sorted, so that transactions lock rows in one order. */
export function idLists(ids: Iterable<string>): readonly (readonly string[])[] {
  const sorted = [...new Set(ids)].sort();
  const lists: (readonly string[])[] = [];
  for (let from = 0; from < sorted.length; from += LIST_SIZE)
    lists.push(sorted.slice(from, from + LIST_SIZE));
  return lists;
}

/** Parameters of a statement that asks `Dialect.anyOf` for ids, of which there may be any number. */
type ManyIds = SqlParameters & { readonly ids: readonly string[] };

/** Runs a statement once for each list of its ids. */
export async function runForIds(
  session: TransactionSession,
  sql: string,
  { ids: all, ...others }: ManyIds,
): Promise<void> {
  for (const ids of idLists(all)) await session.run(sql, { ...others, ids });
}

/** The rows that a statement finds for all lists of its ids. */
export async function allForIds<Row extends SqlRow>(
  session: SqlSession,
  sql: string,
  { ids: all, ...others }: ManyIds,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const ids of idLists(all))
    for (const row of await session.all<Row>(sql, { ...others, ids })) rows.push(row); // too many for one call
  return rows;
}

/** Groups what has a type by it, in the order of the types' names. */
export function byType<Entry extends { readonly type: string }>(
  entries: Iterable<Entry>,
): readonly (readonly [type: string, entries: readonly Entry[]])[] {
  return [...groupBy(entries, ({ type }) => type)].sort(([left], [right]) => (left < right ? -1 : 1));
}
