import type { SqlSession, TransactionSession } from '../../../kernel/contract/database/database.js';
import type { Reference } from '../../../kernel/contract/records/record.js';
import { allForIds } from '../../../kernel/records/id-lists.js';
import { replaceRows } from './replace-rows.js';
import type { RowsSql } from './rows-sql.js';

/**
 * Rows in: the places among `:ids`, or all. Rows out: rows of `place_count`, from the components in these places.
 * Cost: the number of those.
 */
export function placeCountsSql({ table, dialect }: SqlSession, of: 'some' | 'all'): RowsSql {
  const requested = of === 'all' ? 'c.place_id is not null' : dialect.anyOf('c.place_id', 'ids', 'uuid');
  return {
    columns: ['dtype', 'place_id', 'total'],
    parameters: {},
    tables: `counted (dtype, place_id, total) as (
  select c.dtype, c.place_id, count(*) from ${table('abstract_component')} c
  where ${requested} and c.published_resource_id is null group by c.dtype, c.place_id
)`,
    select: 'select k.dtype as dtype, k.place_id as place_id, k.total as total from counted k',
  };
}

/**
 * Recounts the components of places. The caller holds the lock of derived data, so a parallel transaction counts
 * later and sees this commit.
 */
export function countPlaces(places: Iterable<string>, session: TransactionSession): Promise<void> {
  const rows = placeCountsSql(session, 'some');
  return replaceRows({ table: 'place_count', key: 'place_id', rows }, places, session);
}

/** Returns the stored places of components. */
export async function placesOf(
  components: readonly Pick<Reference, 'id'>[],
  session: SqlSession,
): Promise<readonly string[]> {
  const { table, dialect } = session;
  const sql = `select distinct c.place_id as id from ${table('abstract_component')} c
where c.place_id is not null and ${dialect.anyOf('c.id', 'ids', 'uuid')}`;
  const rows = await allForIds<{ readonly id: string }>(session, sql, {
    ids: components.map(({ id }) => id),
  });
  return rows.map(({ id }) => id);
}
