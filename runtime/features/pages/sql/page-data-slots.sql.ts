import type { SqlSession } from '../../../kernel/contract/database/database.js';
import { byKey } from '../../../kernel/records/by-key.js';

/**
 * Rows in: the `routable` records of the enclosing statement without ancestors, and `:properties`. Rows out: the
 * components in these properties, as `RouteFactRow`. Cost: the number of filled properties, by key.
 */
export function slotRowsSql(session: SqlSession): string {
  const { inner } = byKey(session);
  return `select 'slot' as row_kind, a.id as origin, c.id as id, 0 as level, null as path, c.published_resource_id as redirect_id,
  null as live_at, c.dtype as dtype, s.property as label, null as template_id, c.published_at as published_at
from (select distinct id from routable where level = 0) a
${inner(session.table('page_data_slot'), 's', 's.page_data_id = a.id')}
${inner(session.table('abstract_component'), 'c', 'c.id = s.component_id')}
where ${session.dialect.anyOf('s.property', 'properties', 'string')}`;
}

/** Rows in: groups (`:groups`). Rows out: their lists of allowed types, as `RouteFactRow`. */
export function allowedRowsSql({ table, dialect }: SqlSession): string {
  return `select 'group' as row_kind, g.id as origin, g.id as id, 0 as level, null as path, null as redirect_id, null as live_at,
  null as dtype, ${dialect.jsonText('g.allowed_components')} as label, null as template_id, null as published_at
from ${table('component_group')} g where ${dialect.anyOf('g.id', 'groups', 'uuid')}`;
}
