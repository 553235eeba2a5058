import type { JsonObject } from '../../kernel/contract/json.js';
import type { WriteScope } from '../../kernel/contract/records/writes.js';
import type { Kernel } from '../../kernel/kernel.js';
import type { LockRecords } from '../../kernel/records/lock-records.js';
import { isUuid } from '../../kernel/util/is-uuid.js';

interface LockGroupsDeps extends Pick<Kernel, 'registry' | 'iris' | 'reader'> {
  readonly locks: LockRecords;
}

/** Locks the group that a position leaves and the one it moves to, ordered by id. */
export type LockGroups = (position: string, body: JsonObject, scope: WriteScope) => Promise<void>;

/**
 * Creates the lock. A move changes the siblings of the position (core.md section 8.1). If a move locked its position
 * before the group, it would hold a row that another move in the group must change. Any two of them would deadlock.
 */
export function createLockGroups({ registry, iris, reader, locks }: LockGroupsDeps): LockGroups {
  const type = 'ComponentGroup';
  async function targetOf(body: JsonObject, { session }: WriteScope): Promise<readonly string[]> {
    const target = typeof body.componentGroup === 'string' ? iris.parse(body.componentGroup) : undefined;
    if (target?.kind !== 'item' || target.resource.name !== type) return [];
    const found = await reader.resolve(session, registry.require(type), target.key);
    return found === undefined ? [] : [found.id];
  }
  return async (position, body, scope) => {
    const { session } = scope;
    // In a database without row locks, a transaction locks all rows anyway.
    if (session.dialect.forUpdate === '' || !isUuid(position)) return;
    const sql = `select p.component_group_id as id from ${session.table('component_position')} p where p.id = :id`;
    const current = await session.all<{ id: string }>(sql, { id: position.toLowerCase() });
    const groups = new Set([...current.map(({ id }) => id), ...(await targetOf(body, scope))]);
    await locks.lock(
      session,
      [...groups].map((id) => ({ type, id })),
    );
  };
}
