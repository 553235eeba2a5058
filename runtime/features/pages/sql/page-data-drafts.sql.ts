import type { SqlSession } from '../../../kernel/contract/database/database.js';
import { byKey } from '../../../kernel/records/by-key.js';

/**
 * Rows in: the `routable` records of the enclosing statement. Rows out: scheduled drafts of these records, and those
 * that are drafts themselves, as `RouteFactRow` whose `origin` is the published record. Cost: two look-ups by key for
 * each record.
 */
export function pageDataDraftsSql(session: SqlSession): string {
  const { inner } = byKey(session);
  const data = session.table('abstract_page_data');
  const select = (on: string): string =>
    `select 'draft' as row_kind, d.published_resource_id as origin, d.id as id, 0 as level, null as path, null as redirect_id,
  null as live_at, d.dtype as dtype, null as label, null as template_id, d.published_at as published_at
from routable a ${inner(data, 'd', on)}
where d.published_resource_id is not null and d.published_at is not null`;
  return `${select('d.published_resource_id = a.id')}\nunion all\n${select('d.id = a.id')}`;
}
