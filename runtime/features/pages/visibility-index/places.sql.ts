import type { SqlSession } from '../../../kernel/contract/database/database.js';
import { ALWAYS } from './access-paths.sql.js';
import type { RowsSql } from './rows-sql.js';

/**
 * Rows in: the places among `:ids`, or all. Rows out: rows of `reach_place`, derived from their openings. A place
 * that nothing shows, such as a layout without pages, hides nothing. Cost: a few look-ups by index for each place.
 */
export function placesSql(session: SqlSession, of: 'some' | 'all'): RowsSql {
  const { table, dialect } = session;
  const opening = table('reach_opening');
  const requested = (column: string): string =>
    of === 'all' ? '' : ` where ${dialect.anyOf(column, 'ids', 'uuid')}`;
  const has = (ways: string): string =>
    `case when exists (select 1 from ${opening} o where o.place_id = a.id${ways}) then 1 else 0 end`;
  return {
    columns: ['id', 'unset_from', 'passed_from', 'refused_from'],
    parameters: { always: dialect.encode('datetime', ALWAYS) },
    tables: `asked (id) as (
  select id from ${table('page')}${requested('id')}
  union all
  select id from ${table('abstract_page_data')}${requested('id')}
  union all
  select id from ${table('layout')}${requested('id')}
  union all
  select distinct set_id from ${table('reach_place_set')}${requested('set_id')}
),
way (id, is_used, is_unrouted, is_path, routed_from) as (
  select a.id, ${has('')}, ${has(" and o.way = 'unrouted'")}, ${has(" and o.way = 'path'")},
    (select min(o.opens_at) from ${opening} o where o.place_id = a.id and o.way = 'route')
  from asked a
)`,
    select: `select w.id as id,
  case when w.is_used = 0 or w.is_unrouted = 1 or w.is_path = 1 then :always else w.routed_from end as unset_from,
  case when w.is_used = 0 or w.is_unrouted = 1 then :always else w.routed_from end as passed_from,
  case when w.is_used = 0 then :always else w.routed_from end as refused_from
from way w`,
  };
}
