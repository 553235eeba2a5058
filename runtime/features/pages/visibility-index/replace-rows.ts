import type { TransactionSession } from '../../../kernel/contract/database/database.js';
import { idLists } from '../../../kernel/records/id-lists.js';
import { insertSql, type RowsSql } from './rows-sql.js';

interface Replacement {
  readonly table: string;
  /** Column of the ids by which rows are replaced. */
  readonly key: string;
  readonly rows: RowsSql;
}

/** Deletes the rows of the given ids and inserts them again. */
export async function replaceRows(
  { table: name, key, rows }: Replacement,
  all: Iterable<string>,
  session: TransactionSession,
): Promise<void> {
  const table = session.table(name);
  const remove = `delete from ${table} where ${session.dialect.anyOf(key, 'ids', 'uuid')}`;
  const insert = insertSql(table, rows);
  await session.sendAll(
    idLists(all).flatMap((ids) => [
      { sql: remove, parameters: { ids } },
      { sql: insert, parameters: { ...rows.parameters, ids } },
    ]),
  );
}
