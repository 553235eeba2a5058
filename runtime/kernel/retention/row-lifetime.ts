import type { Database } from '../contract/database/database.js';
import type { CleaningBatch, RowRetention } from '../contract/features/retention.js';
import { InternalError } from '../errors/internal-error.js';

/**
 * Deletes a batch of expired rows and returns their number. Finds the rows before the transaction, so that
 * nothing is locked if there are none, and checks them again inside it.
 */
export async function cleanRows(
  { name, table: { name: table, primaryKey, columns }, column, keepSeconds }: RowRetention,
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
