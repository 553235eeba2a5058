import type { SqlSession } from '../../kernel/contract/database/database.js';
import type { WriteScope } from '../../kernel/contract/records/writes.js';
import type { StoredRecord } from '../../kernel/contract/records/record.js';
import { notFound, validationFailed } from '../../kernel/errors/catalog.js';
import type { LockRecords } from '../../kernel/records/lock-records.js';
import { referenceOf, referenceTo } from '../../kernel/records/references.js';
import type { RowWriter } from '../../kernel/records/row-writer.js';
import { createViolationList } from '../../kernel/validation/violation-list.js';
import type { Placement } from './placement-restriction.js';
import { planArrivals } from './sort-value.js';

interface TransferDeps {
  readonly locks: LockRecords;
  readonly writer: RowWriter;
  readonly placement: Placement;
}

/**
 * Moves positions into a group in the given order, with the same result as separate updates. Each must satisfy the
 * rules of the group and keeps its sort value, and siblings make room. The number of statements is that of one
 * position.
 * @throws AppError 404 for a deleted position, 422 for one that the group does not allow
 */
export type TransferPositions = (
  group: StoredRecord,
  ids: readonly string[],
  scope: WriteScope,
) => Promise<void>;

const GROUP_COLUMN = { table: 'component_position', column: 'component_group_id', type: 'ComponentPosition' };

export function createTransferPositions(deps: TransferDeps): TransferPositions {
  const { locks, writer } = deps;
  return async (group, ids, scope) => {
    if (ids.length === 0) return;
    const { session } = scope;
    const found = new Map(
      (await locks.lockAndLoad(session, ids.map(addressOf))).map((position) => [position.id, position]),
    );
    const transferred = ids.map((id) => found.get(id) ?? missing());
    for (const position of transferred) check(position, group, deps.placement);
    const places = planArrivals(
      group.id,
      await sortValuesIn(group.id, session),
      new Map(transferred.map(({ id, values }) => [id, Number(values.sortValue)])),
    );
    const here = await writer.point(scope, {
      column: GROUP_COLUMN,
      holders: transferred,
      to: referenceTo(group),
    });
    const siblings = await locks.load(
      session,
      [...places.keys()].filter((id) => !found.has(id)).map(addressOf),
    );
    const values = [...here, ...siblings].flatMap((position): [StoredRecord, number][] => {
      const place = places.get(position.id);
      return place === undefined || place === position.values.sortValue ? [] : [[position, place]];
    });
    await writer.renumber(scope, { member: 'sortValue', values: new Map(values) });
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
