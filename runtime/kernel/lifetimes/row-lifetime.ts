import type { Database } from '../contract/database/database.js';
import type { CleaningBatch, RowLifetime } from '../contract/features/lifetimes.js';
import { InternalError } from '../errors/internal-error.js';

/**
 * Removes a batch of rows whose time is over, and answers how many. The rows are found before the transaction, so that nobody is
 * held up where there are none, and judged again in it.
 */
export async function cleanRows(
  { name, table: { name: table, primaryKey, columns }, column, keepSeconds }: RowLifetime,
  database: Database,
  { now, limit }: CleaningBatch,
): Promise<number> {
  const { dialect } = database;
  const [key = '', ...others] = primaryKey;
  const type = columns.find((one) => one.name === key)?.type;
  if (others.length > 0 || (type !== 'uuid' && type !== 'string'))
    throw new InternalError(`Lifetime ${name}: the key of ${table} is not one column, a uuid or a string`);
  const [id, moment] = [dialect.quote(key), dialect.quote(column)];
  const before = dialect.encode('datetime', new Date(now.getTime() - keepSeconds * 1000));
  const rows = await database.all<{ id: unknown }>(
    `select t.${id} as id from ${database.table(table)} t where t.${moment} < :before order by t.${moment} limit ${limit}`,
    { before },
  );
  if (rows.length === 0) return 0;
  const ids = rows.map((row) => String(dialect.decode(type, row.id)));
  return database.transaction((session) =>
    session.run(
      `delete from ${session.table(table)} where ${dialect.anyOf(id, 'ids', type)} and ${moment} < :before`,
      { ids, before },
    ),
  );
}
