import type { SqlSession } from '../../../kernel/contract/database/database.js';

/** Uses of a component: positions that hold it, and (record, property) pairs of page data. */
export interface Usage {
  readonly positionCount: number;
  readonly pageDataCount: number;
  readonly total: number;
}

/**
 * Returns SQL that counts the uses of exactly the row whose id is `id`, an expression or a parameter. With holders
 * `records`, page data and its draft count once, because the draft only copies the reference (core.md section 9).
 * With `rows` they count twice: a component is free when the last row releases it. Cost: the number of uses, by
 * index.
 */
export function usageSql(
  { table }: Pick<SqlSession, 'table'>,
  { id, holders }: { readonly id: string; readonly holders: 'records' | 'rows' },
): { readonly positions: string; readonly slots: string } {
  const slot = table('page_data_slot');
  // MySQL before 8.0.14 does not see columns of the outer query in an `on` clause.
  const isCopy = `select 1 from ${table('abstract_page_data')} r
  join ${slot} o on o.page_data_id = r.published_resource_id
  where r.id = u.page_data_id and o.component_id = u.component_id and o.property = u.property`;
  const counted = holders === 'rows' ? '' : ` and not exists (${isCopy})`;
  return {
    positions: `(select count(*) from ${table('component_position')} u where u.component_id = ${id})`,
    slots: `(select count(*) from ${slot} u where u.component_id = ${id}${counted})`,
  };
}

type CountUsage = (componentId: string, session: SqlSession) => Promise<Usage>;

/**
 * Counts the uses of exactly this row with one statement, regardless of the number of page data types (core.md
 * section 9).
 */
export const countUsage: CountUsage = async (componentId, session) => {
  const { positions, slots } = usageSql(session, { id: ':id', holders: 'records' });
  const sql = `select ${positions} as positions, ${slots} as slots`;
  const row = await session.first<{ positions: number; slots: number }>(sql, { id: componentId });
  const positionCount = Number(row?.positions ?? 0);
  const pageDataCount = Number(row?.slots ?? 0);
  return { positionCount, pageDataCount, total: positionCount + pageDataCount };
};
