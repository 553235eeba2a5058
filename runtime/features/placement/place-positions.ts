import type { PendingWrite, WriteScope } from '../../kernel/contract/records/writes.js';
import type { StoredRecord } from '../../kernel/contract/records/record.js';
import { allForIds } from '../../kernel/records/id-lists.js';
import type { LockRecords } from '../../kernel/records/lock-records.js';
import { referenceOf } from '../../kernel/records/references.js';
import type { RowWriter } from '../../kernel/records/row-writer.js';
import { groupBy } from '../../kernel/util/group-by.js';
import { planArrivals } from './sort-value.js';

/** Assigns sort values to new positions in order, across groups. Returns the locked groups by id. */
export type PlacePositions = (
  writes: readonly PendingWrite[],
  scope: WriteScope,
) => Promise<ReadonlyMap<string, StoredRecord>>;

interface PlacePositionsDeps {
  readonly locks: Pick<LockRecords, 'load' | 'lockAndLoad'>;
  readonly writer: Pick<RowWriter, 'renumber'>;
}

/** Creates the bulk form of `shiftSiblings`: siblings are moved before the positions are stored. */
export function createPlacePositions({ locks, writer }: PlacePositionsDeps): PlacePositions {
  async function moveStored(values: ReadonlyMap<string, number>, scope: WriteScope): Promise<void> {
    if (values.size === 0) return;
    const addresses = [...values.keys()].map((id) => ({ type: 'ComponentPosition', id }));
    const moved = await locks.load(scope.session, addresses);
    await writer.renumber(scope, {
      member: 'sortValue',
      values: new Map(moved.map((position) => [position, values.get(position.id) ?? 0])),
    });
  }

  return async (writes, scope) => {
    const arrivals = byGroup(writes);
    const addresses = [...arrivals.keys()].map((id) => ({ type: 'ComponentGroup', id }));
    const groups = await locks.lockAndLoad(scope.session, addresses);
    const taken = await loadPlaces(arrivals.keys(), scope);
    const moved = new Map<string, number>();
    for (const [group, list] of arrivals) {
      const requested = new Map(list.map((write) => [write.id, numberIn(write.values.sortValue)]));
      const places = planArrivals(group, taken.get(group) ?? new Map<string, number>(), requested);
      for (const write of list) write.values.sortValue = places.get(write.id);
      for (const [id, place] of places) if (!requested.has(id)) moved.set(id, place);
    }
    await moveStored(moved, scope);
    return new Map(groups.map((group) => [group.id, group]));
  };
}

const numberIn = (value: unknown): number | null => (typeof value === 'number' ? value : null);

function byGroup(writes: readonly PendingWrite[]): ReadonlyMap<string, readonly PendingWrite[]> {
  const groups = groupBy(writes, ({ values }) => referenceOf(values.componentGroup)?.id ?? '');
  groups.delete(''); // refused, like any position without a group
  return groups;
}

/** Loads the sort values of stored positions, by group and position. */
async function loadPlaces(
  groups: Iterable<string>,
  { session }: WriteScope,
): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>> {
  const sql = `select p.id as id, p.component_group_id as component_group_id, p.sort_value as sort_value from ${session.table('component_position')} p where ${session.dialect.anyOf('p.component_group_id', 'ids', 'uuid')}`;
  const rows = await allForIds<{ id: string; component_group_id: string; sort_value: number }>(session, sql, {
    ids: [...groups],
  });
  const places = new Map<string, Map<string, number>>();
  for (const { id, component_group_id: group, sort_value: value } of rows) {
    const known = places.get(group) ?? new Map<string, number>();
    places.set(group, known.set(id, Number(value)));
  }
  return places;
}
