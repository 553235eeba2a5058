import type { TransactionSession } from '../../../kernel/contract/database/database.js';
import { holdDerived } from '../../../kernel/records/unique-locks.js';
import { placeCountsSql } from './count-places.js';
import { storeComponentPlaces } from './derive-component-places.js';
import { accessPathsSql } from './access-paths.sql.js';
import { placesSql } from './places.sql.js';
import { routeDatesSql } from './route-dates.sql.js';
import { insertSql } from './rows-sql.js';

/** Components per batch. */
const COMPONENTS_AT_ONCE = 5000;

/** Rebuilds the whole index. The slots of page data must already be correct. */
export async function rebuildIndex(session: TransactionSession): Promise<void> {
  await holdDerived(session);
  await session.run(`delete from ${session.table('reach_place_set')}`);
  for (const [name, rows] of [
    ['reach_opening', accessPathsSql(session, 'all')],
    ['reach_place', placesSql(session, 'all')],
    ['reach_route', routeDatesSql(session, 'all')],
  ] as const) {
    await session.run(`delete from ${session.table(name)}`);
    await session.run(insertSql(session.table(name), rows), rows.parameters);
  }
  for await (const ids of publishedComponents(session)) await storeComponentPlaces(ids, session);
  const counts = placeCountsSql(session, 'all');
  await session.run(`delete from ${session.table('place_count')}`);
  await session.run(insertSql(session.table('place_count'), counts), counts.parameters);
}

/** Yields all components that are not drafts of others, in batches. */
export async function* publishedComponents(
  session: Pick<TransactionSession, 'all' | 'table' | 'dialect'>,
): AsyncGenerator<readonly string[]> {
  const published = `${session.dialect.unindexed('c.published_resource_id')} is null`;
  const sql = `select c.id as id from ${session.table('abstract_component')} c
where ${published} and c.id > :after order by c.id limit ${COMPONENTS_AT_ONCE}`;
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const ids = (await session.all<{ readonly id: string }>(sql, { after })).map(({ id }) => id);
    if (ids.length > 0) yield ids;
    if (ids.length < COMPONENTS_AT_ONCE) return;
    after = ids.at(-1) ?? after;
  }
}
