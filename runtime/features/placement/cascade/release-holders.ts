import type { SqlSession } from '../../../kernel/contract/database/database.js';
import type { WriteScope } from '../../../kernel/contract/records/writes.js';
import type { ResourceRegistry } from '../../../kernel/metadata/resource-registry.js';
import { findHolders, type Holder } from '../../../kernel/records/find-holders.js';
import { byType } from '../../../kernel/records/id-lists.js';
import {
  familyOf,
  type IncomingColumn,
  type IncomingColumns,
} from '../../../kernel/records/incoming-columns.js';
import { byColumn, type PointHolders } from '../../../kernel/records/point-holders.js';
import type { RemovalSet } from './removal-set.js';
import { placementErrors } from '../errors.js';

/**
 * Clears the fields of remaining records that reference deleted ones.
 * @throws AppError 422, before anything is written, if a field must not be empty
 */
export type ReleaseHolders = (removal: RemovalSet, scope: WriteScope) => Promise<void>;

/** Finds the remaining records that reference a deleted one, whatever the rule for its deletion. */
export type FindHolding = (removal: RemovalSet, session: SqlSession) => Promise<readonly Holder[]>;

/** Finds the ids of deleted records that a remaining record requires. */
export type FindNeeded = (removal: RemovalSet, session: SqlSession) => Promise<readonly string[]>;

interface StayingDeps {
  readonly registry: ResourceRegistry;
  readonly columns: IncomingColumns;
}

interface ReleaseDeps extends StayingDeps {
  readonly pointHolders: PointHolders;
}

export function createReleaseHolders(deps: ReleaseDeps): ReleaseHolders {
  return async (removal, scope) => {
    const holders = await findStaying(removal, scope.session, deps);
    assertReleasable(holders);
    for (const some of byColumn(holders))
      await deps.pointHolders(scope, { holders: some, names: (id) => removal.has(id), to: null });
  };
}

export function createFindHolding(deps: StayingDeps): FindHolding {
  return (removal, session) => findStaying(removal, session, { ...deps, isRequested: () => true });
}

export function createFindNeeded(deps: StayingDeps): FindNeeded {
  return async (removal, session) =>
    (await findStaying(removal, session, deps)).filter(isNeeding).map(({ target }) => target);
}

/** The database deletes the rows of cascading relations. */
const isReleased = ({ onDelete }: IncomingColumn): boolean => onDelete !== 'cascade';

/** Returns whether the field must not be empty. */
const isNeeding = ({ column }: Holder): boolean => column.onDelete === 'restrict' || !column.nullable;

async function findStaying(
  removal: RemovalSet,
  session: SqlSession,
  {
    registry,
    columns,
    isRequested = isReleased,
  }: StayingDeps & { isRequested?: (column: IncomingColumn) => boolean },
): Promise<Holder[]> {
  const families = byType(
    removal.records.map(({ type, id }) => ({ type: familyOf(registry.require(type)), id })),
  );
  const holders: Holder[] = [];
  for (const [family, targets] of families) {
    const ids = targets.map(({ id }) => id);
    holders.push(
      ...(await findHolders(session, { columns: columns(family).filter(isRequested), targets: ids })),
    );
  }
  return holders.filter(({ id }) => !removal.has(id));
}

/** Uses with an error of their own; others are named by their type. */
const USES = [
  { table: 'abstract_page_data', column: 'page_id', refuse: placementErrors.templateInUse },
  { table: 'page', column: 'layout_id', refuse: placementErrors.layoutInUse },
];

function assertReleasable(holders: readonly Holder[]): void {
  const needed = holders.find(isNeeding);
  if (needed === undefined) return;
  const { type, column } = needed;
  const use = USES.find((each) => each.table === column.table && each.column === column.column);
  const alike = holders.filter((holder) => holder.column === column);
  if (use !== undefined) throw use.refuse(alike.length);
  const count = alike.filter((holder) => holder.type === type).length;
  throw placementErrors.recordInUse(count, type);
}
