import type { SqlSession } from '../contract/database.js';
import type { WriteScope } from '../contract/operations.js';
import type { StoredRecord } from '../contract/record.js';
import { notFound, validationFailed } from '../errors/catalog.js';
import { idLists } from '../records/id-lists.js';
import type { LockRecords } from '../records/lock-records.js';
import { referenceOf } from '../records/references.js';
import type { WriteReference } from '../records/write-reference.js';
import { createViolationList } from '../validation/violation-list.js';
import type { Placement } from './placement.js';
import { planArrivals } from './sort-value.js';

interface AdoptDeps {
  readonly locks: LockRecords;
  readonly writeReference: WriteReference;
  readonly placement: Placement;
}

/**
 * Moves positions into a group in the given order, as if each was updated by itself: each is judged by the rules of the
 * group and keeps its sort value, for which siblings make room. The number of statements is that of one position.
 * @throws AppError 404 for a position that is gone, 422 for one that the group does not take.
 */
export type AdoptPositions = (
  group: StoredRecord,
  ids: readonly string[],
  scope: WriteScope,
) => Promise<void>;

/** Positions keep the moment of their last change in the row that names the group. */
const GROUP_COLUMN = { table: 'component_position', column: 'component_group_id', type: null };

export function createAdoptPositions(deps: AdoptDeps): AdoptPositions {
  const { locks, writeReference } = deps;
  return async (group, ids, scope) => {
    if (ids.length === 0) return;
    const { session, context, changes } = scope;
    const found = new Map(
      (await locks.lockAndLoad(session, ids.map(addressOf))).map((position) => [position.id, position]),
    );
    const adopted = ids.map((id) => found.get(id) ?? missing());
    for (const position of adopted) check(position, group, deps.placement);
    const places = planArrivals(
      group.id,
      await sortValuesIn(group.id, session),
      new Map(adopted.map(({ id, values }) => [id, Number(values.sortValue)])),
    );
    await writeReference(session, { column: GROUP_COLUMN, ids, to: group.id }, context.now);
    const shifted = new Map([...places].filter(([id, place]) => found.get(id)?.values.sortValue !== place));
    await writeSortValues(shifted, scope);
    for (const after of await locks.load(session, [...places.keys()].map(addressOf))) {
      const before = found.get(after.id);
      const fields = shifted.has(after.id) ? ['sortValue'] : [];
      if (before === undefined) changes.record({ kind: 'updated', before: after, after, fields });
      else changes.record({ kind: 'updated', before, after, fields: ['componentGroup', ...fields] });
    }
  };
}

const addressOf = (id: string): { readonly type: string; readonly id: string } => ({
  type: 'ComponentPosition',
  id,
});

function missing(): never {
  throw notFound();
}

function check({ values }: StoredRecord, group: StoredRecord, placement: Placement): void {
  const violations = createViolationList();
  placement.check(
    {
      component: referenceOf(values.component),
      pageDataClass: text(values.pageDataClass),
      pageDataProperty: text(values.pageDataProperty),
      group,
    },
    violations,
  );
  if (violations.items.length > 0) throw validationFailed(violations.items);
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

async function sortValuesIn(group: string, session: SqlSession): Promise<Map<string, number>> {
  const sql = `select p.id as id, p.sort_value as sort_value from ${session.table('component_position')} p where p.component_group_id = :group`;
  const rows = await session.all<{ id: string; sort_value: number }>(sql, { group });
  return new Map(rows.map(({ id, sort_value: value }) => [id, Number(value)]));
}

async function writeSortValues(
  places: ReadonlyMap<string, number>,
  { session, context }: WriteScope,
): Promise<void> {
  const { dialect } = session;
  const value = dialect.numberAt('places', dialect.uuidText('id'));
  const where = dialect.anyOf('id', 'ids', 'uuid');
  const sql = `update ${session.table('component_position')} set sort_value = ${value}, modified_at = :now where ${where}`;
  const now = dialect.encode('datetime', context.now);
  for (const ids of idLists(places.keys())) {
    const some = JSON.stringify(Object.fromEntries(ids.map((id) => [id, places.get(id)])));
    await session.run(sql, { ids, places: some, now });
  }
}
