import type { SqlSession } from '../../contract/database.js';
import type { WriteScope } from '../../contract/operations.js';
import { unprocessable } from '../../errors/catalog.js';
import type { ResourceRegistry } from '../../metadata/resource-registry.js';
import type { Holder } from '../../records/find-holders.js';
import { findHolders } from '../../records/find-holders.js';
import { byType } from '../../records/id-lists.js';
import type { IncomingColumn, IncomingColumns } from '../../records/incoming-columns.js';
import { familyOf } from '../../records/incoming-columns.js';
import type { LockRecords } from '../../records/lock-records.js';
import { referenceOf } from '../../records/references.js';
import type { WriteReference } from '../../records/write-reference.js';
import type { RemovalSet } from './removal-set.js';

/**
 * Empties the members of staying records that name removed ones, recording each record.
 * @throws AppError 422, before anything is written, when a member may not be emptied.
 */
export type ReleaseHolders = (removal: RemovalSet, scope: WriteScope) => Promise<void>;

interface ReleaseDeps {
  readonly registry: ResourceRegistry;
  readonly columns: IncomingColumns;
  readonly locks: LockRecords;
  readonly writeReference: WriteReference;
}

export function createReleaseHolders(deps: ReleaseDeps): ReleaseHolders {
  return async (removal, scope) => {
    const holders = await findStaying(removal, scope.session, deps);
    assertReleasable(holders);
    // A record that loses several members is recorded from state to state.
    for (const [, some] of byColumn(holders)) await empty(some, removal, scope, deps);
  };
}

async function findStaying(
  removal: RemovalSet,
  session: SqlSession,
  { registry, columns }: ReleaseDeps,
): Promise<Holder[]> {
  const families = byType(
    removal.records.map(({ type, id }) => ({ type: familyOf(registry.require(type)), id })),
  );
  const holders: Holder[] = [];
  for (const [family, targets] of families) {
    const ids = targets.map(({ id }) => id);
    const released = columns(family).filter(({ onDelete }) => onDelete !== 'cascade');
    holders.push(...(await findHolders(session, released, ids)));
  }
  return holders.filter(({ id }) => !removal.has(id));
}

/** What is told of the uses that people meet (contract decisions 35 and 60); others are named by their type. */
const USES: readonly { table: string; column: string; message: (count: number) => string; code: string }[] = [
  {
    table: 'abstract_page_data',
    column: 'page_id',
    message: (count) => `This page is the template of ${count} records.`,
    code: 'PAGE.TEMPLATE_IN_USE',
  },
  {
    table: 'page',
    column: 'layout_id',
    message: (count) => `This layout is used by ${count} pages.`,
    code: 'LAYOUT.IN_USE',
  },
];

function assertReleasable(holders: readonly Holder[]): void {
  const needed = holders.find(({ column }) => column.onDelete === 'restrict' || !column.nullable);
  if (needed === undefined) return;
  const { type, column } = needed;
  const use = USES.find((each) => each.table === column.table && each.column === column.column);
  const alike = holders.filter((holder) => holder.column === column);
  if (use !== undefined) throw unprocessable(use.message(alike.length), use.code);
  const count = alike.filter((holder) => holder.type === type).length;
  throw unprocessable(`${count} ${type} records still need this record.`, 'RESOURCE.IN_USE');
}

function byColumn(holders: readonly Holder[]): ReadonlyMap<IncomingColumn, readonly Holder[]> {
  const groups = new Map<IncomingColumn, Holder[]>();
  for (const holder of holders) {
    const group = groups.get(holder.column);
    if (group === undefined) groups.set(holder.column, [holder]);
    else group.push(holder);
  }
  return groups;
}

async function empty(
  holders: readonly Holder[],
  removal: RemovalSet,
  { session, context, changes }: WriteScope,
  { registry, locks, writeReference }: ReleaseDeps,
): Promise<void> {
  const column = holders[0]?.column;
  if (column === undefined) return;
  const updates = (await locks.lockAndLoad(session, holders)).flatMap((before) => {
    const field = registry
      .require(before.type)
      .fields.find((each) => each.kind === 'to-one' && each.column === column.column);
    if (field === undefined || !removal.has(referenceOf(before.values[field.name])?.id ?? '')) return [];
    const after = { ...before, values: { ...before.values, [field.name]: null } };
    return [{ kind: 'updated' as const, before, after, fields: [field.name] }];
  });
  const ids = updates.map(({ before }) => before.id);
  await writeReference(session, { column, ids, to: null }, context.now);
  for (const update of updates) changes.record(update);
}
