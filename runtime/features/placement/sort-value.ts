import type { SqlSession } from '../../kernel/contract/database/database.js';
import type { Reference } from '../../kernel/contract/records/record.js';
import type { StoredWrite, WriteScope } from '../../kernel/contract/records/writes.js';
import { validationFailed } from '../../kernel/errors/catalog.js';
import type { Kernel } from '../../kernel/kernel.js';

/** A range of siblings that move by one. */
export interface Shift {
  readonly from: number;
  /** Inclusive; undefined means to the end. */
  readonly to?: number;
  readonly by: 1 | -1;
}

/** Plans how siblings move when a position moves (core.md section 8.1). */
export function planShift(
  before: { readonly group: string; readonly sortValue: number } | null,
  after: { readonly group: string; readonly sortValue: number },
  isTaken: boolean,
): Shift | undefined {
  if (before === null || before.group !== after.group) {
    return isTaken ? { from: after.sortValue, by: 1 } : undefined;
  }
  if (after.sortValue > before.sortValue) return { from: before.sortValue + 1, to: after.sortValue, by: -1 };
  if (after.sortValue < before.sortValue) return { from: after.sortValue, to: before.sortValue - 1, by: 1 };
  return undefined;
}

/**
 * Plans the sort values of a group after several positions are added in order. Each keeps its value if it has one, or
 * else goes to the end. Returns the changed values of `taken` and those of all new positions. Pure.
 * @throws AppError 422 if a value would leave the range of the column
 */
export function planArrivals(
  group: string,
  taken: ReadonlyMap<string, number>,
  arrivals: ReadonlyMap<string, number | null>,
): Map<string, number> {
  const places = new Map(taken);
  let held = new Set(taken.values());
  let last = largest(held);
  for (const [id, requested] of arrivals) {
    const sortValue = requested ?? (last === undefined ? 0 : last + 1);
    const shift = planShift(null, { group, sortValue }, held.has(sortValue));
    if (shift !== undefined) {
      const moved = [...places].filter(([, value]) => value >= shift.from);
      assertRoom(
        moved.map(([, value]) => value),
        shift,
      );
      for (const [other, value] of moved) places.set(other, value + 1);
      held = new Set(places.values());
      last = largest(held);
    }
    places.set(id, sortValue);
    held.add(sortValue);
    last = Math.max(last ?? sortValue, sortValue);
  }
  return new Map([...places].filter(([id, value]) => taken.get(id) !== value));
}

function largest(values: Iterable<number>): number | undefined {
  let found: number | undefined;
  for (const value of values) if (found === undefined || value > found) found = value;
  return found;
}

/** Returns the default sort value: one after the last position of the group, or 0 in an empty group. */
export async function nextSortValue(group: string, session: SqlSession): Promise<number> {
  const sql = `select max(sort_value) as last from ${session.table('component_position')} where component_group_id = :group`;
  const row = await session.first<{ last: number | null }>(sql, { group });
  return row?.last == null ? 0 : Number(row.last) + 1;
}

/** Shifts the siblings of a written position. */
export async function shiftSiblings(
  write: StoredWrite,
  unit: WriteScope,
  { reader, writer }: Pick<Kernel, 'reader' | 'writer'>,
): Promise<void> {
  const { session } = unit;
  const place = placeOf(write.after.values);
  const before = write.before === null ? null : placeOf(write.before.values);
  const self = write.after.id;
  const taken = await session.first(
    `select id from ${session.table('component_position')} where component_group_id = :group and sort_value = :value and id <> :self`,
    { group: place.group, value: place.sortValue, self },
  );
  const shift = planShift(before, place, taken !== undefined);
  if (shift === undefined) return;
  const { from, to, by } = shift;
  const after = 't.component_group_id = :group and t.id <> :self and t.sort_value >= :from';
  const range = to === undefined ? [] : ['t.sort_value <= :to'];
  const moved = await reader
    .statements('ComponentPosition')
    .where(after, ...range)
    .all(session, { group: place.group, self, from, ...(to === undefined ? {} : { to }) });
  const places = new Map(moved.map((sibling) => [sibling, Number(sibling.values.sortValue)]));
  assertRoom([...places.values()], shift);
  const values = new Map([...places].map(([sibling, value]) => [sibling, value + by]));
  await writer.renumber(unit, { member: 'sortValue', values });
}

const LARGEST = 2_147_483_647;

/** @throws AppError 422 if a sibling would leave the range of the column */
function assertRoom(moved: readonly number[], { by }: Shift): void {
  const limit = by === 1 ? LARGEST : -LARGEST;
  if (!moved.includes(limit)) return;
  const message = 'There is no room for another position in this group.';
  throw validationFailed([{ propertyPath: 'sortValue', message, code: null }]);
}

function placeOf(values: Readonly<Record<string, unknown>>): {
  readonly group: string;
  readonly sortValue: number;
} {
  // Both fields are required and were validated.
  return { group: (values.componentGroup as Reference).id, sortValue: values.sortValue as number };
}
