import type { SqlSession } from '../../../kernel/contract/database.js';
import type { SlotColumn } from './reachability.sql.js';

/** A slot with the name of its property. */
export interface NamedSlot extends SlotColumn {
  readonly property: string;
}

/**
 * Rows in: page data records that `owners` selects or names (`= :id`, `in (select ...)`). Rows out: the components in
 * their properties, as rows of `RouteFactRow`. Cost: one look-up by key for each slot of the project.
 */
export function slotRowsSql(
  slots: readonly NamedSlot[],
  owners: string,
  { table, dialect }: SqlSession,
): string {
  const parts = slots.map(
    (slot) =>
      `select t.id as owner_id, '${slot.property}' as property, t.${dialect.quote(slot.column)} as component_id from ${table(slot.table)} t where t.id ${owners}`,
  );
  return `select 'slot' as row_kind, x.owner_id as origin, c.id as id, 0 as level, null as path, c.published_resource_id as redirect_id,
  null as live_at, c.dtype as dtype, x.property as label, null as template_id, c.published_at as published_at
from (${parts.join('\n  union all ')}) x join ${table('abstract_component')} c on c.id = x.component_id`;
}

/** Rows in: groups (`:groups`). Rows out: their lists of allowed types, as rows of `RouteFactRow`. */
export function allowedRowsSql({ table, dialect }: SqlSession): string {
  return `select 'group' as row_kind, g.id as origin, g.id as id, 0 as level, null as path, null as redirect_id, null as live_at,
  null as dtype, ${dialect.jsonText('g.allowed_components')} as label, null as template_id, null as published_at
from ${table('component_group')} g where ${dialect.anyOf('g.id', 'groups', 'uuid')}`;
}
