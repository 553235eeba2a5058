import type { SqlSession } from '../../kernel/contract/database/database.js';
import type { RepresentationExtension } from '../../kernel/contract/records/operations.js';
import type { Reference, StoredRecord } from '../../kernel/contract/records/record.js';
import type { Placement } from './placement-restriction.js';

/** Finds positions whose component type the group does not allow, by group id. */
export type DisallowedPositions = (
  groups: readonly StoredRecord[],
  session: SqlSession,
) => Promise<ReadonlyMap<string, ReadonlySet<string>>>;

/**
 * Creates the query: one statement for all groups with a list of allowed types, none without such groups (core.md
 * section 7, read filter).
 */
export function createDisallowedPositions(placement: Placement): DisallowedPositions {
  return async (groups, session) => {
    const restricted = new Map(
      groups
        .filter(({ values }) => Array.isArray(values.allowedComponents))
        .map((group) => [group.id, group.values.allowedComponents]),
    );
    const found = new Map<string, Set<string>>();
    if (restricted.size === 0) return found;
    const rows = await session.all(
      `select p.id as id, p.component_group_id as group_id, c.dtype as type
from ${session.table('component_position')} p
join ${session.table('abstract_component')} c on c.id = p.component_id
where ${session.dialect.anyOf('p.component_group_id', 'ids', 'uuid')}`,
      { ids: [...restricted.keys()] },
    );
    for (const row of rows) {
      const group = String(row.group_id);
      if (placement.allows(restricted.get(group), String(row.type))) continue;
      const positions = found.get(group) ?? new Set();
      found.set(group, positions.add(String(row.id)));
    }
    return found;
  };
}

/** Removes those positions from `componentPositions`; the rows stay. */
export function createGroupPositions(disallowed: DisallowedPositions): RepresentationExtension {
  return {
    appliesTo: ({ name }) => name === 'ComponentGroup',
    async extend(representations, _purpose, { session }) {
      const hidden = await disallowed(
        representations.map(({ record }) => record),
        session,
      );
      for (const { record, members } of representations) {
        const left = hidden.get(record.id);
        if (left === undefined) continue;
        const positions = (record.values.componentPositions ?? []) as readonly Reference[]; // a to-many field
        members.componentPositions = positions.filter(({ id }) => !left.has(id));
      }
    },
  };
}
