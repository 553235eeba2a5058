import type {
  Database,
  TransactionSession,
} from 'cms-api-components/internal/kernel/contract/database/database.js';
import { rowsOf, type ContentPlan } from './content-rows.js';
import { contentSql, type Rows } from './content-sql.js';
import { forgetDerived } from './derived.js';

/** Maximum rows per statement, far below the statement timeout of the service. */
const ROWS_PER_STATEMENT = 10_000;

/**
 * Writes the rows directly, with few statements per table. Creating them by requests would take a hundred times as
 * long.
 */
export async function fillSite(database: Database, plan: ContentPlan): Promise<void> {
  const { name } = database.dialect;
  if (name !== 'postgres' && name !== 'sqlite') throw new Error(`Nobody fills a site on ${name}.`);
  await database.transaction(async (session) => {
    for (const rows of rowsOf(plan, contentSql(name))) await insertRows(session, rows);
  });
  await forgetDerived(database);
}

/** Writes the rows of one table. */
export async function insertRows(
  session: TransactionSession,
  { table, count, columns }: Rows,
): Promise<void> {
  const sql = `insert into ${session.table(table)} (${Object.keys(columns).join(', ')})
    with recursive series(n) as (
      select cast(:first as bigint)
      union all
      select n + 1 from series where n < :last
    )
    select ${Object.values(columns).join(', ')}
    from series`;
  for (let first = 1; first <= count; first += ROWS_PER_STATEMENT) {
    await session.run(sql, { first, last: Math.min(first + ROWS_PER_STATEMENT - 1, count) });
  }
}
